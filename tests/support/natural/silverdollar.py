"""The silver dollar game: push coins to the left; no coin jumps over another."""

from itertools import pairwise
from typing import NamedTuple

from zermelo import Game


class Strip(NamedTuple):
    coins: tuple[int, ...]  # places, from left to right
    player: int


class SilverDollar(Game[Strip]):
    """A move is (coin, steps). Who cannot move loses."""

    places: tuple[int, ...] = (2, 3, 6, 9, 11)

    def start(self):
        return Strip(tuple(sorted(self.places)), 0)

    def gaps(self, state):
        return [b - a - 1 for a, b in pairwise((-1, *state.coins))]

    def moves(self, state):
        for coin, gap in enumerate(self.gaps(state)):
            for steps in range(1, gap + 1):
                yield coin, steps

    def play(self, state, move):
        coin, steps = move
        coins = [*state.coins]
        coins[coin] -= steps
        return Strip(tuple(coins), 1 - state.player)

    def evaluate(self, state):
        """An even number of coins pairs up: the nim-sum of the gaps decides."""
        nim = 0
        for gap in self.gaps(state)[::-2]:
            nim ^= gap
        return 0.5 if nim else -0.5
