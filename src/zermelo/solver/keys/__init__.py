"""States as keys: which bits make a key, and arrays of keys in order."""
