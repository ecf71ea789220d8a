"""Solving games: every reachable state's value and remoteness, stored, probed and verified."""
