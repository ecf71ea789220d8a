"""The contract: what a game must define, and the form of results."""
