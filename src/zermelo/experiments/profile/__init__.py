"""A game as its designer asks about it: how big, long, fair and deep, and what is never used."""
