"""Push a piece into a row from one end; what falls off the other end is gone."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

SIZE = 3


class State(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    ply: int
    player: int


def push(row, piece, left):
    return (piece, *row[:-1]) if left else (*row[1:], piece)


def columns(rows):
    return tuple(zip(*rows))


class Pushing(Game[State]):
    """A row or column of your own wins; of both, the mover's loses."""

    def start(self):
        return State(tuple((0,) * SIZE for _ in range(SIZE)), 0, 0)

    def moves(self, state):
        if state.ply < 12:
            yield from range(2 * SIZE)

    def play(self, state, move):
        index, left = move >> 1, bool(move & 1)
        rows = list(state.rows)
        rows[index] = push(rows[index], state.player + 1, left)
        return State(tuple(rows), state.ply + 1, 1 - state.player)

    def outcome(self, state):
        for player in (0, 1):
            mark = player + 1
            full = any(set(row) == {mark} for row in state.rows)
            if full or any(all(row[i] == mark for row in state.rows) for i in range(SIZE)):
                return WIN if player == state.player else LOSS
        return DRAW if state.ply == 12 else ONGOING
