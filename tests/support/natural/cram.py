"""Cram: both players lay dominoes any way they like; a set of comprehensions."""

from typing import NamedTuple

from zermelo import Game

WIDTH, HEIGHT = 4, 3
PLACES = [(x, y, x + 1, y) for y in range(HEIGHT) for x in range(WIDTH - 1)] + [
    (x, y, x, y + 1) for y in range(HEIGHT - 1) for x in range(WIDTH)
]


class State(NamedTuple):
    filled: tuple[tuple[bool, ...], ...]
    player: int


class Cram(Game[State]):
    """Whoever cannot lay a domino has lost."""

    def start(self):
        return State(tuple(tuple(False for _ in range(WIDTH)) for _ in range(HEIGHT)), 0)

    def moves(self, state):
        return (
            index
            for index, (x, y, u, v) in enumerate(PLACES)
            if not state.filled[y][x] and not state.filled[v][u]
        )

    def play(self, state, move):
        x, y, u, v = PLACES[move]
        covered = {(x, y), (u, v)}
        filled = tuple(
            tuple(cell or (column, row) in covered for column, cell in enumerate(line))
            for row, line in enumerate(state.filled)
        )
        return State(filled, 1 - state.player)

    def evaluate(self, state):
        free = sum(not cell for row in state.filled for cell in row)
        return (free % 2) / 4
