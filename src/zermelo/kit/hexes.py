"""Boards of hexagons: a rhombus, whose cells have six neighbours each."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import ClassVar

from zermelo.contract.game import State
from zermelo.contract.picture import Picture
from zermelo.kit.boardlook import LETTERS
from zermelo.kit.groups import GroupGame


class HexGame(GroupGame[State]):
    """A game on a rhombus of hexagons, `size` a side: each row is half a cell further right.

    Neighbours are left and right, above and above to the right, below and below to the left.
    """

    size: int = 11
    symbols: ClassVar[str] = "●○"
    surface: ClassVar[str] = "hexes"
    numbering: ClassVar[str] = "downward"

    def neighbours(self, group: int) -> int:
        """The cells beside the cells of `group`, perhaps some below the board too."""
        rightward, leftward = group & ~self.right, group & ~self.left
        upward = group >> self.size | rightward >> self.size - 1
        return (
            upward | rightward << 1 | leftward >> 1 | group << self.size | leftward << self.size - 1
        )

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """Rows are two units apart, and so are the cells of a row."""
        n = self.size
        return [(2 * (place % n) + place // n, 2 * (place // n)) for place in self.layout]

    def picture(self, state: State) -> Picture:
        at = {spot: point for point, spot in enumerate(self.spots)}
        near = [
            (spot, (spot[0] + x, spot[1] + y)) for spot in at for x, y in ((2, 0), (1, 2), (-1, 2))
        ]
        across = range(2 * self.size - 1)
        return self.pictured(
            state,
            lines=[(at[one], at[other]) for one, other in near if other in at],
            cells=False,
            columns=["" if x % 2 else LETTERS[x // 2] for x in across],
            rows=["" if y % 2 else self.row_name(y // 2) for y in across],
        )
