from typing import NamedTuple

from zermelo import Game, Picture


class Pile(NamedTuple):
    """A position: everything that the rest of the game depends on."""

    left: int
    player: int


class Take(Game[Pile]):
    """Take one to three counters; the player who takes the last one wins."""

    counters: int = 10

    def start(self):
        return Pile(self.counters, 0)

    def moves(self, state):
        for count in range(1, min(3, state.left) + 1):
            yield count

    def play(self, state, move):
        return Pile(state.left - move, 1 - state.player)

    def picture(self, state):
        pieces = dict.fromkeys(range(state.left), "o")
        clicks = {move: (state.left - move,) for move in self.moves(state)}
        return Picture.grid(self.counters, 1, pieces, clicks)
