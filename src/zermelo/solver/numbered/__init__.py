"""Solves a game whose states are numbers, tier by tier."""
