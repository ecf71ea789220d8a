"""The web page: a server for it, and its files."""
