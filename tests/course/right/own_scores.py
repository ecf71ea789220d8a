# exercise: own
"""A game of your own: again and again."""

from typing import NamedTuple

from zermelo import Game, Picture


class Heap(NamedTuple):
    left: int
    player: int


class Base(Game[Heap]):
    """Shared by two variants: take counters from a heap; the last one wins the game."""

    counters: int = 9

    def start(self):
        return Heap(self.counters, 0)

    def moves(self, state):
        yield from range(1, min(3, state.left) + 1)

    def play(self, state, move):
        return Heap(state.left - move, 1 - state.player)

    def picture(self, state):
        return Picture.grid(
            self.counters,
            1,
            dict.fromkeys(range(state.left), "o"),
            {m: (state.left - m,) for m in self.moves(state)},
        )


class Mine(Base):
    """Take one to three counters of nine from the heap; who takes the last one wins the game."""
