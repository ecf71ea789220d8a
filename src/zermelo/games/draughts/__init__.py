"""Games of men who take each other on a board of squares."""
