"""Qubic: four in a line win in a 4 × 4 × 4 cube; Score Four is the same on rods."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import permutations, product

from zermelo.contract.game import Picture
from zermelo.kit.lines import PuttingGame
from zermelo.kit.pieces import STONES, Men


class Qubic(PuttingGame):
    """Players take turns to put a stone in a cell of a cube; a full straight line wins.

    The 76 lines are rows, columns, pillars, diagonals of horizontal and vertical layers, and the
    diagonals between opposite corners. A full cube without a line is a draw. Black begins, and can
    win. (Oren Patashnik, 1980)

    size  the number of cells along each side of the cube
    rods  stones are beads on upright rods and sink to the lowest empty cell (Score Four)

    Bit (z · size + y) · size + x is the cell in column x and row y of layer z, from the lowest. A
    move is a cell; its text is "1a4": layer, column, row from the bottom. A position's text has the
    rows of all layers, the lowest first; the numbers of stones determine the player to move.
    """

    size: int = 4
    rods: bool = False
    limits = {"size": range(2, 5)}
    movers, surface, shapes = "", "wood", STONES

    @cached_property
    def shape(self) -> tuple[int, int]:
        return self.size, self.size**2

    @cached_property
    def lines(self) -> tuple[int, ...]:
        n, result = self.size, set[int]()
        for cell, way in product(product(range(n), repeat=3), product((-1, 0, 1), repeat=3)):
            line = [[c + step * w for c, w in zip(cell, way, strict=True)] for step in range(n)]
            if any(way) and all(0 <= c < n for place in line for c in place):
                result.add(sum(1 << (z * n + y) * n + x for x, y, z in line))
        return tuple(sorted(result))

    def places(self, state: Men) -> int:
        beads = (state.own | state.other) << self.size**2 | (1 << self.size**2) - 1
        return self.free(state) & beads if self.rods else self.free(state)

    def order(self, state: Men, move: int) -> int:
        """Moves that complete a line or prevent one come first."""
        own, other = state.own | 1 << move, state.other | 1 << move
        urgency = 0
        for line in self.lines:
            if line >> move & 1:
                urgency += 1 + 200 * (own & line == line) + 100 * (other & line == line)
        return urgency

    @cached_property
    def images(self) -> tuple[int, ...]:
        """All 48 symmetries of the cube; with rods, the eight that keep each layer in place."""
        n, result = self.size, list[int]()
        for axes, flips in product(permutations(range(3)), product((False, True), repeat=3)):
            if not self.rods or (axes[0] == 0 and not flips[0]):
                for place in product(range(n), repeat=3):
                    at = [place[axis] for axis in axes]
                    z, y, x = (n - 1 - i if f else i for i, f in zip(at, flips, strict=True))
                    result.append((z * n + y) * n + x)
        return tuple(result)

    def row_name(self, row: int) -> str:
        return str(self.size - row % self.size)

    def cell_name(self, cell: int) -> str:
        return f"{cell // self.size**2 + 1}{super().cell_name(cell)}"

    def faults(self, state: Men) -> Iterator[str]:
        yield from super().faults(state)
        taken = state.own | state.other
        if self.rods and taken >> self.size**2 & ~taken:
            yield f"beads should sink to the lowest empty cell, as in {self.example}"

    @cached_property
    def spots(self) -> Sequence[tuple[int, int]]:
        """The layers, two side by side, with the lowest at the upper left."""
        apart, places = self.size + 1, product(range(self.size), repeat=3)
        return [(z % 2 * apart + x, z // 2 * apart + y) for z, y, x in places]

    def picture(self, state: Men) -> Picture:
        return self.pictured(state, names={z * self.size**2: str(z + 1) for z in range(self.size)})
