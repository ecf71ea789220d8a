"""What Python does with tuples and lists, and numba does not."""
