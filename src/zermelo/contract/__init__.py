"""The contract: what a game must define, and the shapes of results."""
