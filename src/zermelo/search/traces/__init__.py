"""Searches recorded: every visit, window and value, or every step of a tree that grows."""
