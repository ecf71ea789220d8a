"""The contract: what a game says of itself, and the shapes in which results come back."""
