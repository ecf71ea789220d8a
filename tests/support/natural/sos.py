"""SOS: write S or O; each SOS is a point and another turn."""

from typing import NamedTuple

from zermelo import Game

LETTERS = " SO"
ESS, OH = 1, 2


class Paper(NamedTuple):
    grid: tuple[tuple[int, ...], ...]
    points: tuple[int, int]
    player: int


class Sos(Game[Paper]):
    """More points win. A move is (x, y, letter)."""

    width: int = 3
    height: int = 3

    def start(self):
        return Paper(((0,) * self.width,) * self.height, (0, 0), 0)

    def moves(self, state):
        for y, row in enumerate(state.grid):
            for x, cell in enumerate(row):
                if not cell:
                    for letter in ESS, OH:
                        yield x, y, letter

    def at(self, grid, x, y):
        if 0 <= x < self.width and 0 <= y < self.height:
            return grid[y][x]
        return 0

    def made(self, grid, x, y):
        """How many SOS run through a cell that was just written."""
        count = 0
        if grid[y][x] == OH:
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                if self.at(grid, x - dx, y - dy) == ESS and self.at(grid, x + dx, y + dy) == ESS:
                    count += 1
        else:
            for dx in (-1, 0, 1):
                for dy in (-1, 0, 1):
                    middle = self.at(grid, x + dx, y + dy)
                    end = self.at(grid, x + 2 * dx, y + 2 * dy)
                    count += (middle, end) == (OH, ESS)
        return count

    def play(self, state, move):
        x, y, letter = move
        rows = [list(row) for row in state.grid]
        rows[y][x] = letter
        made = self.made(rows, x, y)
        points = list(state.points)
        points[state.player] += made
        player = state.player if made else 1 - state.player
        return Paper(tuple(tuple(row) for row in rows), tuple(points), player)

    def score(self, state):
        first, second = state.points
        return first - second if state.player == 0 else second - first

    @property
    def score_bound(self):
        return 4 * self.width * self.height

    def format_move(self, state, move):
        x, y, letter = move
        return f"{'abcdefgh'[x]}{y + 1}{LETTERS[letter]}"
