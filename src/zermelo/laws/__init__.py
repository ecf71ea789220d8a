"""The conformance check: the laws of a game, and what looks suspicious."""
