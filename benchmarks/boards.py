"""The README's picture of boards: twelve games in the middle of a game, in one drawing.

`make bench NAME=boards` writes docs/boards.svg.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from random import Random
from typing import Final

import zermelo
from zermelo.draw.palette import style
from zermelo.draw.svg import FONT, fragment
from zermelo.naming import piece_symbols

# Game → the number of random moves before the drawing.
SHOWN: Final = {
    "connectfour": 17, "morris": 19, "othello": 31, "checkers": 30,
    "hex": 48, "gomoku": 36, "kalah": 12, "quarto": 8,
    "amazons": 14, "foxandgeese": 13, "dotsandboxes": 17, "pentago": 13,
}  # fmt: skip
ACROSS, WIDE, HIGH, TITLE = 4, 220, 220, 26


def boards(seed: int) -> Iterator[tuple[str, str]]:
    """Yield each game's title, and its board as SVG for a box of WIDE × HIGH."""
    for name, plies in SHOWN.items():
        game, chance = zermelo.game(name), Random(seed)
        position = zermelo.Position(game)
        for _ in range(plies):
            if position.moves:
                position = position.play(chance.choice(position.moves))
        picture = game.picture(position.state)
        drawn = fragment(
            picture, WIDE - 14, HIGH - 14, players=piece_symbols(game), marked=position.last
        )
        yield name, drawn


def drawing(seed: int) -> str:
    """All boards in rows, each with its name."""
    parts = []
    for number, (name, drawn) in enumerate(boards(seed)):
        left, top = number % ACROSS * WIDE, number // ACROSS * (HIGH + TITLE)
        parts.append(
            f'<g transform="translate({left + 7} {top + 7})">{drawn}</g>'
            f'<g class="z-auto"><text class="caption" text-anchor="middle" x="{left + WIDE / 2:g}" '
            f'y="{top + HIGH + 8}">{escape(name)}</text></g>'
        )
    width, height, body = ACROSS * WIDE, -(-len(SHOWN) // ACROSS) * (HIGH + TITLE), "".join(parts)
    ground = (
        f'<g class="z-auto"><rect class="ground" width="{width}" height="{height}" rx="8"/></g>'
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="{FONT}"><title>twelve games</title>'
        f"{style('auto', ground + body)}{ground}{body}</svg>\n"
    )


if __name__ == "__main__":
    Path("docs/boards.svg").write_text(drawing(seed=4), encoding="utf-8")
