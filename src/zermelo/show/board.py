"""A position in colour for the terminal: the text drawing, each player's pieces in their own."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

from rich.text import Text

from zermelo.game import Game
from zermelo.show.text import draw
from zermelo.show.words import piece_symbols

PLAYER_STYLES = ("bold cyan", "bold yellow")
FRAME_STYLE = "dim"
FRAME = r"[─-╿·]+"  # the box characters, and the dot of an empty point


def board(game: Game[Any], state: Any, marked: Collection[int] = ()) -> Text:
    """The drawing of `state`, for rich; the points `marked` stand in brackets.

    Raises `CapabilityError` when the game has no picture.
    """
    drawing = Text(draw(game.picture(state), marked))
    drawing.highlight_regex(FRAME, FRAME_STYLE)
    for symbol, style in zip(piece_symbols(game) or (), PLAYER_STYLES, strict=False):
        drawing.highlight_regex(rf"\[?{re.escape(symbol)}\]?", style)
    return drawing


def points_of(game: Game[Any], before: Any, move: int) -> tuple[int, ...]:
    """The points that `move`, made in `before`, is clicked through: where it is marked."""
    return game.picture(before).clicks.get(move, ())
