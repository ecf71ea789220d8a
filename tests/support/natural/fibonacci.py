"""A frozen dataclass for the state, `replace`, a property and a method of it."""

from dataclasses import dataclass, replace

from zermelo import Game, Picture


@dataclass(frozen=True)
class State:
    pile: int
    most: int
    player: int = 0

    @property
    def largest(self):
        return min(self.pile, self.most)

    def without(self, count):
        return replace(self, pile=self.pile - count, most=2 * count, player=1 - self.player)


class Fibonacci(Game[State]):
    """Take at most twice what the other player took, but not all at first. The last match wins."""

    size: int = 200

    def start(self):
        return State(self.size, self.size - 1)

    def moves(self, state):
        return range(1, state.largest + 1)

    def play(self, state, move):
        return state.without(move)

    def evaluate(self, state):
        return 0.1 if state.pile % 3 else -0.1

    def picture(self, state):
        return Picture.grid(
            1, 1, {0: str(state.pile)}, {}, buttons={m: str(m) for m in self.moves(state)}
        )
