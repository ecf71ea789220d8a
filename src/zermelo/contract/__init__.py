"""The contract: the methods that a game defines, and the form of results."""
