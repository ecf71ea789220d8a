"""Havannah: rings, bridges between corners, and forks between sides win on a board of hexagons."""

from __future__ import annotations

from functools import cached_property

from zermelo.contract.bits import cells
from zermelo.contract.game import DRAW, LOSS, ONGOING
from zermelo.kit.hexes import JoiningGame, Stones
from zermelo.kit.twocolours import STONES


class Havannah(JoiningGame):
    """Players put a stone on any empty cell in turn; a ring, a bridge or a fork of them wins.

    A ring goes round one cell at least, whatever is on it; a bridge joins two corners, a fork three
    sides, to which corners don't belong. A full board without one is a draw. Black begins; there is
    no swap. (Christian Freeling, 1981)

    size  how many cells each of the six sides has

    Bit y · (2 · size − 1) + x is a cell of row y, from above; the first row begins at x = size − 1.
    A move is a cell; its text is "a1", columns going down to the left. A position's text has the
    rows: "X./.O./..".
    """

    size: int = 6
    shapes = STONES
    limits = {"size": range(2, 11)}

    @cached_property
    def shape(self) -> tuple[int, int]:
        return 2 * self.size - 1, 2 * self.size - 1

    @cached_property
    def board(self) -> int:
        across, n = 2 * self.size - 1, self.size
        return sum(
            1 << y * across + x
            for y in range(across)
            for x in range(across)
            if n - 1 <= x + y <= 3 * n - 3
        )

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The six corners, each beside the next on the same side."""
        n, last = self.size - 1, 2 * self.size - 2
        places = ((n, 0), (last, 0), (last, n), (n, last), (0, last), (0, n))
        return tuple(1 << y * (last + 1) + x for x, y in places)

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The six sides without their corners."""
        across, ends, result = self.shape[0], sum(self.corners), []
        sums = {cell: cell % across + cell // across for cell in self.layout}
        for total in (self.size - 1, 3 * self.size - 3):
            result.append(sum(1 << cell for cell in self.layout if sums[cell] == total))
        straight = (self.top, self.bottom, self.left, self.right, *result)
        return tuple(side & self.board & ~ends for side in straight)

    def joins(self, stones: int, stone: int, player: int) -> int:
        group = self.grown(stone, stones)
        corners = sides = 0
        for corner in self.corners:
            corners += group & corner != 0
        for edge in self.edges:
            sides += group & edge != 0
        return 1 if corners > 1 or sides > 2 or self.rings(group, stone) else 0

    def rings(self, group: int, stone: int) -> bool:
        """Whether a group has a ring round a cell of its own or one that the edge cannot reach."""
        if (self.neighbours(stone) & group).bit_count() < 2:
            return False
        outer = self.top | self.bottom | self.left | self.right | self.edges[4] | self.edges[5]
        rest = self.board & ~group
        if self.grown(outer & rest, rest) != rest:
            return True
        for cell in cells(group & ~outer):
            if self.neighbours(1 << cell) & ~group == 0:
                return True
        return False

    def outcome(self, state: Stones) -> int:
        if state.joined:
            return LOSS
        return DRAW if state.first | state.second == self.board else ONGOING

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer the mover needs to bridge two neighbouring corners."""
        ahead = self.needed(state.second, state.first) - self.needed(state.first, state.second)
        return (-ahead if state.player else ahead) / (self.area + 1)

    def needed(self, own: int, other: int) -> int:
        """How many stones make a bridge between neighbouring corners, if the other never moves."""
        stones = self.area
        for corner in range(6):
            ends = self.corners[corner], self.corners[corner - 1]
            stones = min(stones, self.missing(own, other, ends[0], ends[1]))
        return stones

    def column(self, cell: int) -> int:
        return cell % self.shape[0] + cell // self.shape[0] - self.size + 1
