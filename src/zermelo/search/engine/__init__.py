"""The engine: one search for all games, what it remembers, and how it thinks."""
