"""Publishes games as a static site, with the whole application in the page."""
