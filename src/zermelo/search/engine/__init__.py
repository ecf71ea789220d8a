"""The engine: one search for all games, its transposition table, and iterative deepening."""
