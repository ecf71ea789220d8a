"""The conformance check: the laws of a game, and suspicious positions."""
