"""The game of one's own that is published in tests."""

# A game of one's own that does not compile, for its moves are texts first.
OWN = '''
from typing import NamedTuple
from zermelo import ONGOING, LOSS, Game, Picture

class Pile(NamedTuple):
    left: int
    turn: int

class Take(Game[Pile]):
    """Take one or two; who takes the last one wins."""

    def start(self):
        return Pile(5, 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        yield from [int(text) for text in "12"[:state.left]]

    def play(self, state, move):
        return Pile(state.left - move, 1 - state.turn)

    def outcome(self, state):
        return ONGOING if state.left else LOSS

    def picture(self, state):
        pieces = {place: "o" for place in range(state.left)}
        buttons = {move: f"take {move}" for move in self.moves(state)}
        return Picture([(place, 0) for place in range(5)], pieces, buttons=buttons)
'''
