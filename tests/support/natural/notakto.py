"""Notakto: both play X on several boards; a board with three in a row is dead."""

from typing import NamedTuple

from zermelo import ONGOING, WIN, Game

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class State(NamedTuple):
    boards: tuple[tuple[bool, ...], ...]
    player: int = 0


def dead(board):
    return any(all(board[cell] for cell in line) for line in LINES)


class Notakto(Game[State]):
    """The player who completes a line on the last board loses."""

    boards: int = 2

    def start(self):
        return State(tuple((False,) * 9 for _ in range(self.boards)))

    def moves(self, state):
        for number, board in enumerate(state.boards):
            if dead(board):
                continue
            for cell, taken in enumerate(board):
                if not taken:
                    yield number, cell

    def play(self, state, move):
        number, cell = move
        board = state.boards[number]
        board = board[:cell] + (True,) + board[cell + 1 :]
        boards = state.boards[:number] + (board,) + state.boards[number + 1 :]
        return State(boards, 1 - state.player)

    def outcome(self, state):
        if all(dead(board) for board in state.boards):
            return WIN
        return ONGOING
