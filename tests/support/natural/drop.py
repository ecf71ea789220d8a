"""Drop: discs fall in a grid of lists; three in a row win."""

from typing import NamedTuple

from zermelo import DRAW, ONGOING, WIN, Game, Picture


class Grid(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    player: int


class Drop(Game[Grid]):
    """Drop a disc; three in a row win."""

    width: int = 4
    height: int = 3

    def start(self):
        return Grid(((0,) * self.width,) * self.height, 0)

    def moves(self, state):
        return [x for x in range(self.width) if state.rows[0][x] == 0]

    def play(self, state, move):
        rows = [list(row) for row in state.rows]
        for row in reversed(rows):
            if row[move] == 0:
                row[move] = state.player + 1
                break
        return Grid(tuple(map(tuple, rows)), 1 - state.player)

    def outcome(self, state):
        mark = 2 - state.player
        for y in range(self.height):
            for x in range(self.width):
                for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    cells = [(x + i * dx, y + i * dy) for i in range(3)]
                    if all(
                        0 <= a < self.width and 0 <= b < self.height and state.rows[b][a] == mark
                        for a, b in cells
                    ):
                        return WIN
        return ONGOING if 0 in state.rows[0] else DRAW

    def picture(self, state):
        return Picture.grid(
            self.width,
            self.height,
            {
                y * self.width + x: " xo"[m]
                for y, row in enumerate(state.rows)
                for x, m in enumerate(row)
                if m
            },
            {m: (m,) for m in self.moves(state)},
        )
