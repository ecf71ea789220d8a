"""Tic-tac-toe: three in a line on a 3 × 3 board."""

from dataclasses import field

from zermelo.games.mnk import MNK


class TicTacToe(MNK):
    """X and O take turns on a board of 3 × 3 cells; three in a line win, a full board draws."""

    width: int = field(default=3, init=False, repr=False)
    height: int = field(default=3, init=False, repr=False)
    k: int = field(default=3, init=False, repr=False)
    surface = "paper"
