"""Publishing games: a folder that any host of files serves, with the whole board in the page."""
