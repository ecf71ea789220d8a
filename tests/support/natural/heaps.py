"""Nim with heaps kept in order."""

from typing import NamedTuple

from zermelo import ONGOING, WIN, Game


class State(NamedTuple):
    heaps: tuple[int, ...]
    player: int


class Heaps(Game[State]):
    """Take from one heap; whoever takes the last one loses."""

    heaps: tuple[int, ...] = (1, 3, 5, 7)

    def start(self):
        return State(tuple(sorted(self.heaps)), 0)

    def moves(self, state):
        for index, heap in enumerate(state.heaps):
            if index and state.heaps[index - 1] == heap:
                continue
            for count in range(1, heap + 1):
                yield index * 10 + count

    def play(self, state, move):
        index, count = move // 10, move % 10
        heaps = state.heaps[:index] + (state.heaps[index] - count,) + state.heaps[index + 1 :]
        return State(tuple(sorted(heaps)), 1 - state.player)

    def outcome(self, state):
        return WIN if sum(state.heaps) == 0 else ONGOING

    def evaluate(self, state):
        total = 0
        for heap in state.heaps:
            total ^= heap
        lonely = max(state.heaps) <= 1
        good = (total == 0) if lonely else (total != 0)
        return 0.5 if good else -0.5
