"""Whether a database is right: its files against their digests, its values against the rules."""
