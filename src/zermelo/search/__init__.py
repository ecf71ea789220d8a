"""Searches: textbook algorithms and the engine, with their counters, limits and reports."""
