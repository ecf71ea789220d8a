"""The searches: the textbook algorithms, what they count, their limits and their reports."""
