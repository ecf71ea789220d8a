"""Search trees, recorded and replayed: text, SVG, and a page with its JavaScript beside it."""
