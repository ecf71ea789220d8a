"""Grundy's game: split a heap into two unequal ones; the heaps are a sorted tuple that grows."""

from typing import NamedTuple

from zermelo import Game, Picture


class Heaps(NamedTuple):
    heaps: tuple[int, ...]
    player: int


class Grundy(Game[Heaps]):
    """Split a heap into two of different sizes; who cannot, loses."""

    size: int = 10

    def start(self):
        return Heaps((self.size,), 0)

    def moves(self, state):
        for index, heap in enumerate(state.heaps):
            for part in range(1, (heap + 1) // 2):
                yield index, part

    def play(self, state, move):
        index, part = move
        heaps = list(state.heaps)
        heap = heaps.pop(index)
        heaps += [part, heap - part]
        heaps.sort()
        return Heaps(tuple(heaps), 1 - state.player)

    def picture(self, state):
        return Picture.grid(self.size, 1, {i: str(h) for i, h in enumerate(state.heaps)}, {})
