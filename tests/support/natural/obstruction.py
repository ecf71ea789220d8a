"""Obstruction: mark a cell; it and all its neighbours are then forbidden."""

from itertools import product
from typing import NamedTuple

from zermelo import Game


class Sheet(NamedTuple):
    marks: tuple[int, ...]
    player: int


class Obstruction(Game[Sheet]):
    """Who cannot mark a cell loses."""

    width: int = 5
    height: int = 5

    def start(self):
        return Sheet(tuple([0] * self.width * self.height), 0)

    def neighbours(self, cell):
        y, x = divmod(cell, self.width)
        found = set()
        for dy, dx in product((-1, 0, 1), repeat=2):
            if 0 <= y + dy < self.height and 0 <= x + dx < self.width:
                found.add((y + dy) * self.width + x + dx)
        return found

    def moves(self, state):
        blocked = set()
        for cell, mark in enumerate(state.marks):
            if mark:
                blocked |= self.neighbours(cell)
        return [cell for cell in range(len(state.marks)) if cell not in blocked]

    def play(self, state, cell):
        marks = list(state.marks)
        marks[cell] = state.player + 1
        return Sheet(tuple(marks), 1 - state.player)
