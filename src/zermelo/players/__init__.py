"""Players: the engine, levels, textbook searches, a database, a user's own code."""
