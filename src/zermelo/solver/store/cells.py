"""The cell stored for a numbered state: a byte where that is enough, else 16 bits.

A byte is 1 + the plies to the end. Where moves alternate and only losses end the game, an odd
number of plies is a win and an even one a loss. A wide cell is the score, see
`zermelo.solver.score`, 2¹⁶ added to negative ones. Either way 0 is a draw, or not decided yet.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.native.arrays import Array
from zermelo.solver.score import NOW, UNKNOWN

NONE: Final = -1  # in `Cells.cells`: the score has no cell
FURTHEST: Final = 253  # plies that a byte can say
SCORES: Final = 1 << 16  # and the mask of one is that less one


class Cells(NamedTuple):
    """How scores become cells and back.

    scores  int16: the score of each cell, UNKNOWN of the one for numbers that stand for nothing
    cells   int32 (2¹⁶): the cell of each score modulo 2¹⁶, or NONE
    least   any array of no cells, of the type that all have
    """

    scores: Array
    cells: Array
    least: Array

    @property
    def dtype(self) -> Any:
        """The type of cells."""
        return self.least.dtype

    @property
    def nothing(self) -> int:
        """The cell of a number that stands for nothing."""
        return int(self.cells[UNKNOWN & SCORES - 1])


@cache
def narrow_cells() -> Cells:
    """Cells of a byte."""
    scores, cells = np.zeros(256, np.int16), np.full(SCORES, NONE, np.int32)
    cells[0] = 0
    for plies in range(FURTHEST + 1):
        score = NOW - plies if plies % 2 else plies - NOW
        scores[plies + 1], cells[score & SCORES - 1] = score, plies + 1
    scores[255], cells[UNKNOWN & SCORES - 1] = UNKNOWN, 255
    return Cells(scores, cells, np.empty(0, np.uint8))


@cache
def wide_cells() -> Cells:
    """Cells of 16 bits."""
    cells = np.arange(SCORES, dtype=np.int32)
    return Cells(cells.astype(np.uint16).view(np.int16), cells, np.empty(0, np.uint16))
