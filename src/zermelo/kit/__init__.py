"""Parts for board games: boards of bits, lines, symmetries, texts, numbered states."""
