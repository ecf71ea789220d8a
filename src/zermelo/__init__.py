"""Zermelo: write a two-player game's rules once in plain Python; it is played and solved."""

from __future__ import annotations

from typing import Any

from zermelo.game import DRAW, LOSS, ONGOING, WIN, Game, replaced
from zermelo.picture import Picture

__version__ = "0.1.0"
__all__ = ["DRAW", "LOSS", "ONGOING", "WIN", "Game", "Picture", "game", "replaced"]


def game(spec: str) -> Game[Any]:
    """The game that `spec` names, like "nim(rows=[1, 2, 3])"; see `zermelo.spec.parse_game`."""
    from zermelo.spec import parse_game

    return parse_game(spec)
