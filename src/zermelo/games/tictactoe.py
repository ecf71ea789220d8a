"""Tic-tac-toe: three in a line on a 3 × 3 board."""

from __future__ import annotations

from dataclasses import field

from zermelo.games.mnk import MNK


class TicTacToe(MNK):
    """The m,n,k game with m = n = k = 3; rules, moves and texts are those of `MNK`."""

    width: int = field(default=3, init=False, repr=False)
    height: int = field(default=3, init=False, repr=False)
    k: int = field(default=3, init=False, repr=False)
