"""A game with large tiers and moves inside them, for `benchmarks/cluster.py`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from zermelo import ONGOING, WIN, Game


class Place(NamedTuple):
    floor: int
    number: int
    player: int


class Maze(Game[Place]):
    """Players walk on a floor, or go up a stair; the third floor decides the game."""

    size: int = 1_000_003  # the number of places on a floor, a prime

    @property
    def repetition(self) -> int:
        return WIN

    def start(self) -> Place:
        return Place(0, 1, 0)

    def moves(self, state: Place) -> Iterator[int]:
        if state.floor < 2:
            yield 0
            yield 1
            if state.number % 5 == 0:
                yield 2

    def play(self, state: Place, move: int) -> Place:
        if move == 2:
            return Place(state.floor + 1, state.number, state.player ^ 1)
        number = state.number * 5 + 2 if move else state.number * 3 + 1
        return Place(state.floor, number % self.size, state.player ^ 1)

    def outcome(self, state: Place) -> int:
        return ONGOING if state.floor < 2 else state.number // 5 % 3 - 1

    def tier(self, state: Place) -> int:
        return state.floor
