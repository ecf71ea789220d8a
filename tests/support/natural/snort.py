"""Snort: cats and dogs must not be neighbours."""

from typing import NamedTuple

from zermelo import Game

FIELD = """
.#..
...#
#...
"""
ROWS = FIELD.split()
CELLS = [(x, y) for y, row in enumerate(ROWS) for x, sign in enumerate(row) if sign == "."]
NUMBER = {cell: i for i, cell in enumerate(CELLS)}


def near(i):
    x, y = CELLS[i]
    for dx, dy in [(1, 0), (-1, 0), (0, 1), (0, -1)]:
        other = NUMBER.get((x + dx, y + dy))
        if other is not None:
            yield other


NEAR = [list(near(i)) for i in range(len(CELLS))]


class Pets(NamedTuple):
    cats: tuple[int, ...]
    dogs: tuple[int, ...]
    player: int


class Snort(Game[Pets]):
    def start(self):
        return Pets((), (), 0)

    def moves(self, state):
        others = state.dogs if state.player == 0 else state.cats
        taken = set(state.cats) | set(state.dogs)
        for cell in range(len(CELLS)):
            if cell in taken:
                continue
            if not any(n in others for n in NEAR[cell]):
                yield cell

    def play(self, state, move):
        if state.player == 0:
            return Pets(tuple(sorted(state.cats + (move,))), state.dogs, 1)
        return Pets(state.cats, tuple(sorted(state.dogs + (move,))), 0)
