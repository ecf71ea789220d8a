"""The files that a server was given to look things up in: studies, and games to explore."""
