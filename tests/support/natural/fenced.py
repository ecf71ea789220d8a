"""Dots and boxes 2x2 by edges in a frozenset-like int; functools.cache on helpers."""

from functools import cache
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

W = H = 2


@cache
def boxes():
    collected = []
    for y in range(H):
        for x in range(W):
            top = y * (2 * W + 1) + x
            left = top + W
            collected.append((top, left, left + 1, top + 2 * W + 1))
    return tuple(collected)


@cache
def boxes_of(edge):
    return tuple(box for box in boxes() if edge in box)


EDGES = W * (H + 1) + H * (W + 1)


class State(NamedTuple):
    drawn: int
    lead: int
    player: int


class Boxes(Game[State]):
    """Close boxes."""

    def start(self):
        return State(0, 0, 0)

    def moves(self, state):
        yield from (edge for edge in range(EDGES) if not state.drawn >> edge & 1)

    def play(self, state, move):
        drawn = state.drawn | 1 << move
        closed = sum(all(drawn >> edge & 1 for edge in box) for box in boxes_of(move))
        if closed:
            return State(
                drawn, state.lead + (closed if state.player == 0 else -closed), state.player
            )
        return State(drawn, state.lead, 1 - state.player)

    def outcome(self, state):
        if state.drawn != (1 << EDGES) - 1:
            return ONGOING
        if state.lead == 0:
            return DRAW
        ahead = 0 if state.lead > 0 else 1
        return WIN if ahead == state.player else LOSS
