"""Recordings of searches: every visit, window and value, or every step of a growing tree."""
