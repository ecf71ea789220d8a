"""Hex 4 × 4 with a flood fill over neighbours."""

from typing import NamedTuple

from zermelo import LOSS, ONGOING, Game

SIZE = 4


def neighbours(cell):
    y, x = divmod(cell, SIZE)
    steps = ((0, 1), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, 1))
    near = [(y + dy, x + dx) for dy, dx in steps]
    return [v * SIZE + u for v, u in near if 0 <= v < SIZE and 0 <= u < SIZE]


class State(NamedTuple):
    stones: tuple[int, ...]
    player: int


def connected(stones, player):
    if player == 0:
        todo = [x for x in range(SIZE) if stones[x] == 0]
    else:
        todo = [y * SIZE for y in range(SIZE) if stones[y * SIZE] == 1]
    seen = set(todo)
    while todo:
        cell = todo.pop()
        if (cell // SIZE if player == 0 else cell % SIZE) == SIZE - 1:
            return True
        for near in neighbours(cell):
            if stones[near] == player and near not in seen:
                seen.add(near)
                todo.append(near)
    return False


class SmallHex(Game[State]):
    """Connect top and bottom, or left and right."""

    def start(self):
        return State((-1,) * SIZE**2, 0)

    def moves(self, state):
        for cell, stone in enumerate(state.stones):
            if stone < 0:
                yield cell

    def play(self, state, move):
        stones = state.stones[:move] + (state.player,) + state.stones[move + 1 :]
        return State(stones, 1 - state.player)

    def outcome(self, state):
        return LOSS if connected(state.stones, 1 - state.player) else ONGOING
