"""Playing in the terminal, on a full screen or line by line."""
