"""Influence: a graph as a dict of sets; take a place, at the end most regions win."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

GRAPH = {
    0: {1, 3},
    1: {0, 2, 4},
    2: {1, 5},
    3: {0, 4, 6},
    4: {1, 3, 5, 7},
    5: {2, 4, 8},
    6: {3, 7},
    7: {4, 6, 8},
    8: {5, 7},
}
PLACES = set(GRAPH)


class Map(NamedTuple):
    red: tuple[int, ...]
    blue: tuple[int, ...]
    player: int


def groups(places):
    """How many connected groups there are."""
    left, count = set(places), 0
    while left:
        count += 1
        stack = [left.pop()]
        while stack:
            place = stack.pop()
            for near in sorted(GRAPH[place] & left):
                left.remove(near)
                stack.append(near)
    return count


class Influence(Game[Map]):
    """Take a free place beside none or one of yours. Fewer groups win at the end."""

    def start(self):
        return Map((), (), 0)

    def own(self, state):
        return state.red if state.player == 0 else state.blue

    def moves(self, state):
        free = PLACES - set(state.red) - set(state.blue)
        own = set(self.own(state))
        yield from sorted(place for place in free if len(GRAPH[place] & own) <= 1)

    def play(self, state, move):
        if state.player == 0:
            return Map(tuple(sorted([*state.red, move])), state.blue, 1)
        return Map(state.red, tuple(sorted([*state.blue, move])), 0)

    def outcome(self, state):
        if any(True for _ in self.moves(state)):
            return ONGOING
        red, blue = groups(state.red), groups(state.blue)
        if red == blue:
            return DRAW
        best = 0 if red < blue else 1
        return WIN if best == state.player else LOSS
