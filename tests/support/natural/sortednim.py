"""Nim with its heaps in order, by itertools and functools."""

from functools import reduce
from itertools import product
from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game


class State(NamedTuple):
    heaps: tuple[int, ...]
    player: int


class Nim(Game[State]):
    """Nim with sorted heaps."""

    sizes: tuple[int, ...] = (1, 3, 5)

    def start(self):
        return State(tuple(sorted(self.sizes)), 0)

    def moves(self, state):
        for heap, count in product(range(len(state.heaps)), range(1, max(state.heaps) + 1)):
            if count <= state.heaps[heap]:
                yield heap * 10 + count

    def play(self, state, move):
        heap, count = divmod(move, 10)
        heaps = list(state.heaps)
        heaps[heap] -= count
        return State(tuple(sorted(heaps)), 1 - state.player)

    def outcome(self, state):
        return LOSS if sum(state.heaps) == 0 else ONGOING

    def evaluate(self, state):
        nim = reduce(lambda a, b: a ^ b, state.heaps, 0)
        return 0.5 if nim else -0.5
