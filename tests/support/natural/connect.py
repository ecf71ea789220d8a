"""Four in a row on a small board of nested rows."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

ROWS, COLS = 4, 5
DIRECTIONS = [(0, 1), (1, 0), (1, 1), (1, -1)]


class State(NamedTuple):
    grid: tuple[tuple[int, ...], ...]
    player: int


def wins(grid, piece):
    for r in range(ROWS):
        for c in range(COLS):
            for dr, dc in DIRECTIONS:
                cells = [(r + i * dr, c + i * dc) for i in range(4)]
                if all(0 <= y < ROWS and 0 <= x < COLS and grid[y][x] == piece for y, x in cells):
                    return True
    return False


class Connect(Game[State]):
    """Drop discs; four in a row win."""

    def start(self):
        return State(((0,) * COLS,) * ROWS, 0)

    def moves(self, state):
        yield from [c for c in range(COLS) if state.grid[0][c] == 0]

    def play(self, state, move):
        grid = [list(row) for row in state.grid]
        row = max(r for r in range(ROWS) if grid[r][move] == 0)
        grid[row][move] = state.player + 1
        return State(tuple(tuple(row) for row in grid), 1 - state.player)

    def outcome(self, state):
        if wins(state.grid, 2 - state.player):
            return LOSS
        if all(cell != 0 for cell in state.grid[0]):
            return DRAW
        return ONGOING
