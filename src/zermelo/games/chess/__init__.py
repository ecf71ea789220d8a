"""Chess, and chess on smaller boards."""
