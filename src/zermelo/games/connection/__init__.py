"""Games of stones that join sides and corners of a board of hexagons."""
