# exercise: own
from typing import NamedTuple

from zermelo import Game, Picture


class Pile(NamedTuple):
    left: int
    player: int


class Again(Game[Pile]):
    """Begin with one counter, then take one to three; after an odd number you move again. The last one wins."""

    counters: int = 12

    def start(self):
        return Pile(self.counters, 0)

    def player(self, state):
        return state.player

    def moves(self, state):
        if state.left == self.counters:
            yield 1
        else:
            for count in range(1, min(3, state.left) + 1):
                yield count

    def play(self, state, move):
        left = state.left - move
        again = move % 2 == 1 and left > 0
        return Pile(left, state.player if again else 1 - state.player)

    def picture(self, state):
        pieces = dict.fromkeys(range(state.left), "o")
        clicks = {move: (state.left - move,) for move in self.moves(state)}
        return Picture.grid(self.counters, 1, pieces, clicks)
