"""Y: the first player whose stones join all three sides of a triangle wins; there are no draws."""

from functools import cached_property

from zermelo.kit.hexes import JoiningGame, Stones
from zermelo.kit.twocolours import STONES


class Y(JoiningGame):
    """Players put a stone on any empty cell in turn; the first to join all three sides wins.

    A corner belongs to both its sides. Each cell has up to six neighbours. Black begins; there is
    no swap. One of the two always wins. (Claude Shannon, about 1950; Schensted and Titus, 1953)

    size  how many cells the triangle has along each side
    """

    size: int = 9
    shapes = STONES
    limits = {"size": range(1, 20)}

    @cached_property
    def board(self) -> int:
        return sum((1 << self.size - y) - 1 << y * self.size for y in range(self.size))

    @cached_property
    def edges(self) -> tuple[int, int, int]:
        """The cells of each side."""
        slant = sum(1 << (y + 1) * self.size - 1 - y for y in range(self.size))
        return self.top, self.left, slant

    def own_sides(self, player: int) -> int:
        return self.edges[0] | self.edges[1] | self.edges[2]

    def joins(self, stones: int, stone: int, player: int) -> int:
        group = self.grown(stone, stones)
        for edge in self.edges:
            if not group & edge:
                return 0
        return 1

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer the mover needs to join the sides two by two, all three added."""
        ahead = self.needed(state.second, state.first) - self.needed(state.first, state.second)
        return (-ahead if state.player else ahead) / (3 * self.area + 1)

    def needed(self, own: int, other: int) -> int:
        """How many stones join the sides two by two, if the other never moves."""
        top, left, slant = self.edges
        stones = self.missing(own, other, top, left) + self.missing(own, other, left, slant)
        return stones + self.missing(own, other, slant, top)
