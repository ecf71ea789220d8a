"""Gomoku: five in a line on a 15 × 15 board."""

from __future__ import annotations

from dataclasses import field

from zermelo.games.mnk import MNK


class Gomoku(MNK):
    """X and O take turns on a board of 15 × 15 cells; five or more in a line win.

    This is free gomoku: X may do what O may, six in a line win as well, and a full board draws.
    Moves and texts are those of `MNK`. (As OpenSpiel's gomoku; X wins, Allis 1994)
    """

    width: int = field(default=15, init=False, repr=False)
    height: int = field(default=15, init=False, repr=False)
    k: int = field(default=5, init=False, repr=False)
