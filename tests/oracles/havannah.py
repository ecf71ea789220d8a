"""Havannah in columns and rows: a ring is found by the cells that it encloses."""

from oracles.rules import BESIDE, Board
from oracles.y import Y


class Havannah(Y):
    """Cells (column, row) as their names have them: columns go down to the left."""

    size: int = 6
    ways = (*BESIDE, (1, 1), (-1, -1))

    def begin(self):
        n = self.size
        cells = [(x, y) for y in range(2 * n - 1) for x in range(2 * n - 1) if -n < x - y < n]
        return Board(dict.fromkeys(cells, ".")), 0

    def result(self, board, player) -> int:
        lost = super().result(board, player)
        return 0 if lost == 2 and "." not in board.values() else lost

    def wins(self, group: set, player: int) -> bool:
        board = set(self.begin()[0])
        on_sides = [self.sides(cell) for cell in group]
        corners = [sides for sides in on_sides if len(sides) == 2]
        fork = {side for sides in on_sides if len(sides) == 1 for side in sides}
        return len(corners) > 1 or len(fork) > 2 or self.shuts_in(group, board)

    def sides(self, cell: tuple[int, int]) -> set[str]:
        (x, y), last, n = cell, 2 * self.size - 2, self.size
        ways = {"top": y == 0, "bottom": y == last, "left": x == 0, "right": x == last}
        ways |= {"upper": x - y == n - 1, "lower": y - x == n - 1}
        return {side for side, there in ways.items() if there}

    def shuts_in(self, group: set, board: set) -> bool:
        """Whether the group encloses a cell, which may be one of its own."""
        for cell in board:
            outside = board - (group - {cell})
            (around,) = (part for part in self.groups(outside) if cell in part)
            if not any(self.sides(other) for other in around):
                return True
        return False
