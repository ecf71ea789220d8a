"""Playing: one game in progress, who plays it, and the terminal as its surface."""
