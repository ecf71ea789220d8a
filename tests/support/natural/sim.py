"""Sim: colour the edges of a hexagon; whoever makes a triangle of a colour has lost."""

from itertools import combinations
from typing import NamedTuple

from zermelo import ONGOING, WIN, Game

EDGES = list(combinations(range(5), 2))
INDEX = {edge: i for i, edge in enumerate(EDGES)}
TRIANGLES = [(INDEX[a, b], INDEX[a, c], INDEX[b, c]) for a, b, c in combinations(range(5), 3)]


class State(NamedTuple):
    colours: tuple[int, ...]
    player: int


class Sim(Game[State]):
    """No triangle of your own colour."""

    def start(self):
        return State(tuple([-1 for _ in EDGES]), 0)

    def moves(self, state):
        return [i for i, colour in enumerate(state.colours) if colour == -1]

    def play(self, state, move):
        colours = [state.player if i == move else c for i, c in enumerate(state.colours)]
        return State(tuple(colours), 1 - state.player)

    def outcome(self, state):
        last = 1 - state.player
        for triangle in TRIANGLES:
            if {state.colours[edge] for edge in triangle} == {last}:
                return WIN
        return ONGOING if -1 in state.colours else 0
