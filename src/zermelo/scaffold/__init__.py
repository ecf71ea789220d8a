"""A package for a game of your own: a folder with rules, tests and an installer."""
