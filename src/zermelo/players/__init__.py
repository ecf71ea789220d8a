"""Who plays: the engine, levels, textbook searches, a database, a person's own code."""
