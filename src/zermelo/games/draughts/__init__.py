"""Games with men that capture each other on a board of squares."""
