"""Games about blocking: a player who cannot move loses, or play may go on forever."""
