"""A package for a game of one's own: a folder with rules, tests and what installs it."""
