"""Games in which a player who cannot move loses, or the game goes round: a file each."""
