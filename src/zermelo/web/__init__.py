"""The web page: a server that plays, and the files it serves."""
