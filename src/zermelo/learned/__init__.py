"""Evaluations learned from self-play: their patterns, the games that play by them, their files."""
