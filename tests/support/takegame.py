"""The source text of a user's game, in which tests change a part."""

MOVES = "yield from range(1, min(3, state.left) + 1)"
TAKE = f'''
from typing import NamedTuple
from zermelo import LOSS, ONGOING, Game

class Heap(NamedTuple):
    left: int
    player: int

class Take(Game[Heap]):
    """Take one to three."""
    heap: int = 9

    def start(self):
        return Heap(self.heap, 0)

    def moves(self, state):
        {MOVES}

    def play(self, state, move):
        return Heap(state.left - move, state.player ^ 1)
'''
