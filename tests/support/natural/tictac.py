"""Tic-tac-toe, the board a tuple of nine ints."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class State(NamedTuple):
    board: tuple[int, ...]
    player: int


class TicTac(Game[State]):
    """Three in a row."""

    def start(self):
        return State((0,) * 9, 0)

    def moves(self, state):
        for i, piece in enumerate(state.board):
            if piece == 0:
                yield i

    def play(self, state, move):
        board = list(state.board)
        board[move] = state.player + 1
        return State(tuple(board), 1 - state.player)

    def outcome(self, state):
        last = 2 - state.player
        if any(all(state.board[i] == last for i in line) for line in LINES):
            return LOSS
        if all(state.board):
            return DRAW
        return ONGOING

    def evaluate(self, state):
        me = state.player + 1
        mine = sum(1 for line in LINES if all(state.board[i] in (0, me) for i in line))
        theirs = sum(1 for line in LINES if all(state.board[i] in (0, 3 - me) for i in line))
        return (mine - theirs) / 10
