"""Chomp as the lengths of its rows."""

from typing import NamedTuple

from zermelo import Game


class State(NamedTuple):
    rows: tuple[int, ...]
    player: int


class Chomped(Game[State]):
    """Bite off all that is right of and below a square; whoever eats the last one loses."""

    width: int = 5
    height: int = 4

    def start(self):
        return State((self.width,) * self.height, 0)

    def moves(self, state):
        for y, length in enumerate(state.rows):
            for x in range(length):
                if (x, y) != (0, 0):
                    yield y * self.width + x

    def play(self, state, move):
        y, x = divmod(move, self.width)
        rows = tuple(row if i < y else min(row, x) for i, row in enumerate(state.rows))
        return State(rows, 1 - state.player)
