"""Experiments on any game."""
