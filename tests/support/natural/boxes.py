"""Dots and boxes, 2 × 2, edges in a tuple and boxes as lists of their edges."""

from typing import NamedTuple

from zermelo import Game

N = 2
HORIZONTAL = {(r, c): r * N + c for r in range(N + 1) for c in range(N)}
VERTICAL = {(r, c): len(HORIZONTAL) + r * (N + 1) + c for r in range(N) for c in range(N + 1)}
EDGES = len(HORIZONTAL) + len(VERTICAL)
BOXES = [
    [HORIZONTAL[r, c], HORIZONTAL[r + 1, c], VERTICAL[r, c], VERTICAL[r, c + 1]]
    for r in range(N)
    for c in range(N)
]
TOUCHED = {edge: [box for box in BOXES if edge in box] for edge in range(EDGES)}


class State(NamedTuple):
    drawn: tuple[int, ...]
    points: tuple[int, int]
    player: int


class Boxes(Game[State]):
    """Close a box, score it, and draw again."""

    def start(self):
        return State((0,) * EDGES, (0, 0), 0)

    def moves(self, state):
        yield from (edge for edge in range(EDGES) if not state.drawn[edge])

    def play(self, state, move):
        drawn = (*state.drawn[:move], 1, *state.drawn[move + 1 :])
        closed = sum(all(drawn[edge] for edge in box) for box in TOUCHED[move])
        if not closed:
            return State(drawn, state.points, 1 - state.player)
        mine, other = state.points
        points = (mine + closed, other) if state.player == 0 else (mine, other + closed)
        return State(drawn, points, state.player)

    def score(self, state):
        return state.points[state.player] - state.points[1 - state.player]

    @property
    def score_bound(self):
        return N * N
