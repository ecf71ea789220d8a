"""Games whose men take each other on a board of squares."""
