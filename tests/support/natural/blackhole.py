"""Black Hole: fill a triangle with numbers; the ones around the last hole count against you."""

from typing import NamedTuple

from zermelo import Game


class Triangle(NamedTuple):
    rows: tuple[tuple[int, ...], ...]  # numbers of player 0 are positive, of player 1 negative
    turn: int  # how many numbers are written

    @property
    def player(self):
        return self.turn % 2


class BlackHole(Game[Triangle]):
    """A move is (row, place). The players write 1, 2, 3, … in turn, one circle stays empty.

    The sum of your numbers around the hole should be small.
    """

    rows: int = 5

    def start(self):
        return Triangle(tuple((0,) * (n + 1) for n in range(self.rows)), 0)

    def circles(self):
        return [(r, c) for r in range(self.rows) for c in range(r + 1)]

    def moves(self, state):
        empty = [(r, c) for r, c in self.circles() if state.rows[r][c] == 0]
        return empty if len(empty) > 1 else []

    def play(self, state, move):
        r, c = move
        number = state.turn // 2 + 1
        if state.turn % 2:
            number = -number
        row = state.rows[r]
        new_row = row[:c] + (number,) + row[c + 1 :]
        rows = state.rows[:r] + (new_row,) + state.rows[r + 1 :]
        return Triangle(rows, state.turn + 1)

    def around(self, row, place):
        steps = [(0, -1), (0, 1), (-1, -1), (-1, 0), (1, 0), (1, 1)]
        for dr, dc in steps:
            r, c = row + dr, place + dc
            if 0 <= r < self.rows and 0 <= c <= r:
                yield r, c

    def score(self, state):
        holes = [(r, c) for r, c in self.circles() if state.rows[r][c] == 0]
        if len(holes) != 1:
            return 0
        row, place = holes[0]
        total = sum(state.rows[r][c] for r, c in self.around(row, place))
        return -total if state.player == 0 else total

    @property
    def score_bound(self):
        return 6 * self.rows * self.rows
