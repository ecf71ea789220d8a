"""Ataxx on 4 × 4: grow or jump, and turn all neighbours."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

N = 4


def close(a, b):
    return max(abs(a // N - b // N), abs(a % N - b % N))


NEAR = {a: tuple(b for b in range(N * N) if close(a, b) == 1) for a in range(N * N)}
FAR = {a: tuple(b for b in range(N * N) if close(a, b) == 2) for a in range(N * N)}


class State(NamedTuple):
    board: tuple[int, ...]
    player: int
    plies: int


class Ataxx(Game[State]):
    """Most pieces in the end win."""

    def start(self):
        corners = {0: 1, N - 1: 2, N * N - N: 2, N * N - 1: 1}
        return State(tuple(corners.get(i, 0) for i in range(N * N)), 0, 0)

    def moves(self, state):
        if state.plies == 30:
            return
        mine = [i for i in range(N * N) if state.board[i] == state.player + 1]
        for to in range(N * N):
            if state.board[to] != 0:
                continue
            if any(i in NEAR[to] for i in mine):
                yield to
            for origin in mine:
                if origin in FAR[to]:
                    yield (origin + 1) * N * N + to

    def play(self, state, move):
        me = state.player + 1
        origin, to = move // (N * N) - 1, move % (N * N)
        board = list(state.board)
        if origin >= 0:
            board[origin] = 0
        board[to] = me
        for other in NEAR[to]:
            if board[other] == 3 - me:
                board[other] = me
        return State(tuple(board), 1 - state.player, state.plies + 1)

    def outcome(self, state):
        if any(self.moves(state)) or 0 in list(self.moves(state)):
            return ONGOING
        counts = [state.board.count(player + 1) for player in range(2)]
        lead = counts[state.player] - counts[1 - state.player]
        return WIN if lead > 0 else LOSS if lead < 0 else DRAW
