"""Ints in compiled code: how wide they are, and arithmetic that never differs from Python's."""
