"""Solves a game whose states are stored by their keys, tier by tier."""
