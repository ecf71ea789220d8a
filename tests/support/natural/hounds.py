"""A fox and three hounds on a graph; neighbours are a dict of lists."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game

NEIGHBOURS = {
    0: [1, 2, 3],
    1: [0, 2, 4, 5],
    2: [0, 1, 3, 5],
    3: [0, 2, 5, 6],
    4: [1, 5, 7],
    5: [1, 2, 3, 4, 6, 7, 8, 9],
    6: [3, 5, 9],
    7: [4, 5, 8, 10],
    8: [5, 7, 9, 10],
    9: [5, 6, 8, 10],
    10: [7, 8, 9],
}
COLUMN = {0: 0, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}


class State(NamedTuple):
    hounds: tuple[int, ...]
    fox: int
    player: int
    left: int


class Hounds(Game[State]):
    """The hounds catch the fox, or it slips past them."""

    def start(self):
        return State((0, 1, 3), 5, 0, 20)

    def moves(self, state):
        if state.player == 0:
            for i, hound in enumerate(state.hounds):
                for to in NEIGHBOURS[hound]:
                    free = to not in state.hounds and to != state.fox
                    if free and COLUMN[to] >= COLUMN[hound]:
                        yield 20 * i + to
        else:
            for to in NEIGHBOURS[state.fox]:
                if to not in state.hounds:
                    yield to

    def play(self, state, move):
        if state.player == 1:
            return state._replace(fox=move, player=0)
        i, to = divmod(move, 20)
        hounds = [to if j == i else hound for j, hound in enumerate(state.hounds)]
        hounds.sort()
        return state._replace(hounds=tuple(hounds), player=1, left=state.left - 1)

    def outcome(self, state):
        escaped = COLUMN[state.fox] <= min(COLUMN[hound] for hound in state.hounds)
        caught = all(to in state.hounds for to in NEIGHBOURS[state.fox])
        if escaped or state.left == 0:
            return WIN if state.player == 1 else LOSS
        if caught and state.player == 1:
            return LOSS
        return ONGOING
