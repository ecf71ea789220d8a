"""Evaluations learned from self-play: their patterns, games that use them, and files."""
