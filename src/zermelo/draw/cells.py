"""A position in colour for the terminal: the text drawing, with a colour for each player."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, NamedTuple

from rich.text import Text

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import Game
from zermelo.draw.text import draw
from zermelo.naming import piece_symbols

PLAYER_STYLES = ("bold cyan", "bold yellow")
FRAME_STYLE = "dim"
FRAME = r"[─-╿·]+"  # the box characters, and the dot of an empty point


class Diagram(NamedTuple):
    """A position in a report: text in a terminal, SVG with an `analysis` in a notebook."""

    game: Game
    state: Any
    marked: Collection[int] = ()
    analysis: Analysis | None = None

    def __rich__(self) -> Text:
        return board(self.game, self.state, self.marked)

    def svg(self) -> str:
        """The drawing, with the known values of moves."""
        from zermelo.draw.choices import worths
        from zermelo.draw.svg import svg_of

        known = None if self.analysis is None else worths(self.game, self.state, self.analysis)
        return svg_of(self.game, self.state, marked=self.marked, worths=known)


def board(game: Game, state: Any, marked: Collection[int] = ()) -> Text:
    """The drawing of `state`, for rich; the points `marked` stand in brackets.

    Raises `CapabilityError` when the game has no picture.
    """
    drawing = Text(draw(game.picture(state), marked))
    drawing.highlight_regex(FRAME, FRAME_STYLE)
    for symbol, style in zip(piece_symbols(game) or (), PLAYER_STYLES, strict=False):
        drawing.highlight_regex(rf"\[?{re.escape(symbol)}\]?", style)
    return drawing
