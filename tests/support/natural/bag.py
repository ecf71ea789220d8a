"""Fifteen: rows of numbers that grow, and sets made from them; three that sum to fifteen win."""

from itertools import combinations
from typing import NamedTuple

from zermelo import DRAW, ONGOING, WIN, Game, Picture

NUMBERS = set(range(1, 10))


class Taken(NamedTuple):
    first: tuple[int, ...] = ()
    second: tuple[int, ...] = ()

    @property
    def player(self):
        return (len(self.first) + len(self.second)) % 2


def wins(numbers):
    return any(sum(three) == 15 for three in combinations(numbers, 3))


class Fifteen(Game[Taken]):
    """Take a number from 1 to 9; three of your own that sum to fifteen win."""

    def start(self):
        return Taken()

    def moves(self, state):
        return sorted(NUMBERS - set(state.first) - set(state.second))

    def play(self, state, move):
        if state.player == 0:
            return state._replace(first=tuple(sorted(state.first + (move,))))
        return state._replace(second=tuple(sorted(state.second + (move,))))

    def outcome(self, state):
        if wins(state.first if state.player == 1 else state.second):
            return WIN
        if len(state.first) + len(state.second) == 9:
            return DRAW
        return ONGOING

    def picture(self, state):
        taken = {n - 1: "x" for n in state.first} | {n - 1: "o" for n in state.second}
        return Picture.grid(9, 1, taken, {m: (m - 1,) for m in self.moves(state)})
