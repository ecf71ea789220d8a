"""What board games are written with: boards of bits, lines, symmetries, texts, numbered states."""
