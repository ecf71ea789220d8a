"""Drawings of positions: text, SVG, TikZ, and colours for terminals."""
