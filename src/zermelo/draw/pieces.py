"""Pieces as SVG shapes around the point (0, 0) of a board whose points lie 40 units apart.

The symbol says the shape: X a cross, O and ○ rings, ● a disc, | a match, ─ and │ strokes to the
points beside, ■ a closed cell, any other text a counter with the text on it. Who plays it says the
colour, and whether a counter is solid (the first player) or a ring (the second).
"""

from __future__ import annotations

from html import escape
from typing import Final

PITCH: Final = 40  # units from a point to its neighbour
OWNERS: Final = ("first", "second")
STROKES: Final = {"─": f"M{-PITCH} 0H{PITCH}", "│": f"M0 {-PITCH}V{PITCH}"}
USUAL: Final = {"X": "first", "●": "first", "O": "second", "○": "second"}


def piece(symbol: str, players: tuple[str, str] | None, *, cell: bool) -> str:
    """The shape of `symbol`; `players` are the symbols of first and second player if known."""
    whose = owner(symbol, players)
    if symbol == "■":
        return _closed(cell=cell)
    if symbol == "X":
        return f'<path class="{whose} stroke" d="M-10-10 10 10M10-10-10 10"/>'
    if symbol == "O":
        return f'<circle class="{whose} stroke" r="11.5"/>'
    if symbol == "●":
        return f'<circle class="{whose} solid" r="14"/>'
    if symbol == "○":
        return f'<circle class="{whose} ring" r="12.5"/>'
    if symbol == "|":
        stick, head = "M0-8V13", '<circle class="second solid" cy="-11" r="5"/>'
        return f'<path class="{whose} stroke" d="{stick}"/>{head}'
    if symbol in STROKES:
        return f'<path class="{whose} stroke" d="{STROKES[symbol]}"/>'
    return _counter(symbol, whose)


def owner(symbol: str, players: tuple[str, str] | None) -> str:
    """The class of who plays `symbol`, "ink" when nobody is known to."""
    if players is None:
        return USUAL.get(symbol, "ink")
    return OWNERS[players.index(symbol)] if symbol in players else "ink"


def _closed(*, cell: bool) -> str:
    """A cell out of play, or such a point, filled."""
    half = PITCH // 2 if cell else 9
    side = 2 * half
    return f'<rect class="closed" x="{-half}" y="{-half}" width="{side}" height="{side}"/>'


def _counter(symbol: str, whose: str) -> str:
    """A disc with a text, or the text alone when it is nobody's or too long for a disc."""
    size = {1: 18, 2: 15}.get(len(symbol), max(4, 38 // max(len(symbol), 1)))
    said = f'font-size="{size}" dy="0.36em" text-anchor="middle">{escape(symbol)}</text>'
    if whose == "ink" or len(symbol) > 2:
        return f'<text class="{whose} text" {said}'
    if whose == "first":
        return f'<circle class="first solid" r="14"/><text class="first on" {said}'
    return f'<circle class="second ring" r="12.5"/><text class="second text" {said}'
