"""Further games of stones in a row."""
