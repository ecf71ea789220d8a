"""States as keys: the bits of a key, and ordered arrays of keys."""
