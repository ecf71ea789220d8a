"""Sim: players colour the lines between six points; a triangle in your own colour loses."""

from collections.abc import Sequence
from functools import cached_property
from itertools import combinations
from typing import Final

from zermelo.contract.game import ONGOING, WIN, Picture, cells
from zermelo.kit.graphs import StrokeGame, automorphisms
from zermelo.kit.lines import PuttingGame
from zermelo.kit.pieces import Men

LINES: Final = tuple(combinations(range(6), 2))
RING: Final = tuple((point, (point + 1) % 6) for point in range(6))
# The six points as drawn, clockwise from the upper left.
CORNERS: Final = ((4, 0), (10, 0), (14, 6), (10, 12), (4, 12), (0, 6))
# Where to click the three lines that cross in the centre.
OFF_CENTRE: Final = {(0, 3): (6, 4), (1, 4): (6, 8), (2, 5): (8, 6)}


class Sim(StrokeGame[Men], PuttingGame):
    """Players colour the lines between six points in turn; a triangle in your own colour loses.

    A player who colours all three sides of a triangle whose corners are three of the points loses.
    By Ramsey's theorem there are no draws. X begins, and the second player can win.
    (Gustavus Simmons, 1969; solved by Mead, Rosa and Huang, 1974)

    A move is the number of a line in the order 1-2, 1-3, … 5-6, also the order of positions' texts.
    """

    surface, shapes = "", {}
    drawn = tuple((CORNERS[one], CORNERS[other]) for one, other in LINES)

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The three sides of each triangle."""
        corners = combinations(range(6), 3)
        return tuple(sum(1 << LINES.index(side) for side in combinations(c, 2)) for c in corners)

    def outcome(self, state: Men) -> int:
        return WIN if self.lined(state.other) else ONGOING

    def evaluate(self, state: Men) -> float:
        """The mover's lead in free lines that close no triangle."""
        safe = 0
        for line in cells(self.free(state)):
            safe += not self.lined(state.own | 1 << line)
            safe -= not self.lined(state.other | 1 << line)
        return safe / 16

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Each line's images under the hexagon's symmetries, 12 of the points' 720 permutations."""
        return tuple(
            LINES.index(tuple(sorted((image[one], image[other]))))
            for image in automorphisms(6, RING)
            for one, other in LINES
        )

    def key(self, state: Men) -> int:
        """Both bitboards, the mover's first; the player to move makes no difference."""
        return state.own << self.area | state.other

    def cell_name(self, cell: int) -> str:
        return f"{LINES[cell][0] + 1}-{LINES[cell][1] + 1}"

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        middles = zip(LINES, super().spots, strict=True)
        return [OFF_CENTRE.get(line, middle) for line, middle in middles]

    def picture(self, state: Men) -> Picture:
        return self.pictured(state, names={self.area + p: str(p + 1) for p in range(6)})
