"""Tic-tac-toe with misère; the board is a dict keyed by (row, column), kept as a tuple."""

from itertools import product
from typing import NamedTuple

from zermelo import DRAW, ONGOING, WIN, Game

CELLS = list(product(range(3), repeat=2))
LINES = (
    [[(r, c) for c in range(3)] for r in range(3)]
    + [[(r, c) for r in range(3)] for c in range(3)]
    + [[(i, i) for i in range(3)], [(i, 2 - i) for i in range(3)]]
)


class State(NamedTuple):
    board: tuple[int, ...]
    player: int


def as_dict(state):
    return {cell: mark for cell, mark in zip(CELLS, state.board)}


class DictBoard(Game[State]):
    def start(self):
        return State((0,) * 9, 0)

    def moves(self, state):
        if self.winner(state) == 0:
            board = as_dict(state)
            for i, cell in enumerate(CELLS):
                if board[cell] == 0:
                    yield i

    def play(self, state, move):
        board = as_dict(state)
        board[CELLS[move]] = state.player + 1
        return State(tuple(board.values()), 1 - state.player)

    def winner(self, state):
        board = as_dict(state)
        for line in LINES:
            marks = {board[cell] for cell in line}
            if marks == {1}:
                return 1
            if marks == {2}:
                return 2
        return 0

    def outcome(self, state):
        if self.winner(state):
            return WIN
        if 0 not in state.board:
            return DRAW
        return ONGOING
