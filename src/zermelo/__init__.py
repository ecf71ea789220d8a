"""Zermelo: the rules of a two-player game, written once in plain Python, played, solved, explained."""

from zermelo.game import DRAW, LOSS, ONGOING, WIN, Game, replaced
from zermelo.picture import Picture

__version__ = "0.1.0"
__all__ = ["DRAW", "LOSS", "ONGOING", "WIN", "Game", "Picture", "replaced"]
