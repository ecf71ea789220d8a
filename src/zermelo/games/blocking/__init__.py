"""Games that a player who cannot move loses, and games that can go on forever."""
