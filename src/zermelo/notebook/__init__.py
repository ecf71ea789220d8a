"""Boards in a notebook: one to play on, and drawings of single states."""

from zermelo.notebook.board import Board
from zermelo.notebook.canvas import Canvas, Drawing, draw

__all__ = ["Board", "Canvas", "Drawing", "draw"]
