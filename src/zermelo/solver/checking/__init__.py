"""Checks databases: their files against their digests, their values against the rules."""
