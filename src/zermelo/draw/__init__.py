"""A position for the eye: text, SVG, terminal cells, and what their marks and colours mean."""
