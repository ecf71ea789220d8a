"""Y and Havannah, whose players connect sides of a board of hexagons."""

from functools import cached_property

from zermelo.contract.game import DRAW, LOSS, ONGOING, cells
from zermelo.kit.hexes import JoiningGame, Stones
from zermelo.kit.pieces import STONES


class Y(JoiningGame):
    """Players fill empty cells in turn; the first to connect all three sides wins.

    A corner belongs to both its sides. Each cell has up to six neighbours. Black begins; there is
    no swap. One player always wins. (Claude Shannon, about 1950; Schensted and Titus, 1953)

    size  the number of cells along each side of the triangle
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
        """How many stones fewer than the opponent the mover needs to connect all pairs of sides."""
        ahead = self.needed(state.second, state.first) - self.needed(state.first, state.second)
        return (-ahead if state.player else ahead) / (3 * self.area + 1)

    def needed(self, own: int, other: int) -> int:
        """The total stones needed to connect each pair of sides, if the opponent never moves."""
        top, left, slant = self.edges
        stones = self.missing(own, other, top, left) + self.missing(own, other, left, slant)
        return stones + self.missing(own, other, slant, top)


class Havannah(JoiningGame):
    """Players take turns to put a stone on an empty cell; a ring, a bridge or a fork wins.

    A ring surrounds at least one cell, empty or not; a bridge connects two corners; a fork connects
    three sides, not counting corners. A full board without any of these is a draw. Black begins;
    there is no swap. (Christian Freeling, 1981)

    size  the number of cells along each of the six sides
    """

    size: int = 6
    shapes = STONES
    limits = {"size": range(2, 11)}

    @cached_property
    def shape(self) -> tuple[int, int]:
        return 2 * self.size - 1, 2 * self.size - 1

    @cached_property
    def board(self) -> int:
        return sum(self.slant(total) for total in range(self.size - 1, 3 * self.size - 2))

    def slant(self, total: int) -> int:
        """The cells with this sum of column and row."""
        across = range(self.shape[0])
        return sum(1 << y * len(across) + total - y for y in across if total - y in across)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """The six sides in order around the board, each with its corners."""
        upper, lower = self.slant(self.size - 1), self.slant(3 * self.size - 3)
        around = (self.top, self.right, lower, self.bottom, self.left, upper)
        return tuple(side & self.board for side in around)

    @cached_property
    def corners(self) -> tuple[int, ...]:
        """The six corners, in an order in which neighbours share a side."""
        return tuple(self.sides[i - 1] & self.sides[i] for i in range(6))

    @cached_property
    def edges(self) -> tuple[int, ...]:
        """The six sides without their corners."""
        return tuple(side & ~sum(self.corners) for side in self.sides)

    def joins(self, stones: int, stone: int, player: int) -> int:
        group = self.grown(stone, stones)
        corners = sum(group & corner != 0 for corner in self.corners)
        sides = sum(group & edge != 0 for edge in self.edges)
        return 1 if corners > 1 or sides > 2 or self.has_ring(group, stone) else 0

    def has_ring(self, group: int, stone: int) -> bool:
        """Whether a group surrounds one of its cells, or cells that have no path to the edge."""
        if (self.neighbours(stone) & group).bit_count() < 2:
            return False
        outer = sum(self.edges) + sum(self.corners)
        rest = self.board & ~group
        if self.grown(outer & rest, rest) != rest:
            return True
        return any(self.neighbours(1 << cell) & ~group == 0 for cell in cells(group & ~outer))

    def outcome(self, state: Stones) -> int:
        if state.joined:
            return LOSS
        return DRAW if state.first | state.second == self.board else ONGOING

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer than the opponent the mover needs to bridge two corners."""
        ahead = self.needed(state.second, state.first) - self.needed(state.first, state.second)
        return (-ahead if state.player else ahead) / (self.area + 1)

    def needed(self, own: int, other: int) -> int:
        """The stones needed to bridge two neighbouring corners, if the opponent never moves."""
        stones = self.area
        for corner in range(6):
            ends = self.corners[corner], self.corners[corner - 1]
            stones = min(stones, self.missing(own, other, ends[0], ends[1]))
        return stones

    def column(self, cell: int) -> int:
        return cell % self.shape[0] + cell // self.shape[0] - self.size + 1
