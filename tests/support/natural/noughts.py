"""Tic-tac-toe whose winner is a piece or None."""

from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, Game, Picture

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
EMPTY = 0


class State(NamedTuple):
    board: tuple[int, ...]
    player: int


class TicTacToe(Game[State]):
    """Three in a row."""

    def start(self):
        return State((EMPTY,) * 9, 0)

    def winner(self, board):
        for a, b, c in LINES:
            if board[a] == board[b] == board[c] != EMPTY:
                return board[a]
        return None

    def moves(self, state):
        if self.winner(state.board) is not None:
            return
        for i, cell in enumerate(state.board):
            if cell == EMPTY:
                yield i

    def play(self, state, move):
        board = list(state.board)
        board[move] = state.player + 1
        return State(tuple(board), 1 - state.player)

    def outcome(self, state):
        if self.winner(state.board):
            return LOSS
        if EMPTY not in state.board:
            return DRAW
        return ONGOING

    def format_move(self, state, move):
        return f"{'abc'[move % 3]}{3 - move // 3}"

    def picture(self, state):
        pieces = {i: "XO"[p - 1] for i, p in enumerate(state.board) if p}
        return Picture.grid(3, 3, pieces, {m: (m,) for m in self.moves(state)})
