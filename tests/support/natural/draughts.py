"""Draughts on 4 × 4 squares, pieces an IntEnum, and captures in chains of one."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import DRAW, ONGOING, Game

SIZE = 4


class Piece(IntEnum):
    NONE = 0
    WHITE = 1
    BLACK = 2
    WHITE_KING = 3
    BLACK_KING = 4


OWN = ((Piece.WHITE, Piece.WHITE_KING), (Piece.BLACK, Piece.BLACK_KING))
STEPS = {
    Piece.WHITE: ((-1, -1), (-1, 1)),
    Piece.BLACK: ((1, -1), (1, 1)),
    Piece.WHITE_KING: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    Piece.BLACK_KING: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
}


class State(NamedTuple):
    board: tuple[tuple[int, ...], ...]
    player: int
    quiet: int


def inside(row, column):
    return 0 <= row < SIZE and 0 <= column < SIZE


def encode(row, column, to_row, to_column):
    return ((row * SIZE + column) * SIZE + to_row) * SIZE + to_column


class Draughts(Game[State]):
    """Capture or block all men of the other side."""

    def start(self):
        rows = ((0, 2, 0, 2), (0, 0, 0, 0), (0, 0, 0, 0), (1, 0, 1, 0))
        return State(rows, 0, 0)

    def steps(self, state, jumping):
        collected = []
        for row in range(SIZE):
            for column in range(SIZE):
                piece = state.board[row][column]
                if piece in OWN[state.player]:
                    for dr, dc in STEPS[piece]:
                        r, c = row + dr, column + dc
                        if jumping:
                            over = inside(r, c) and state.board[r][c] in OWN[1 - state.player]
                            r, c = r + dr, c + dc
                            if over and inside(r, c) and state.board[r][c] == Piece.NONE:
                                collected.append(encode(row, column, r, c))
                        elif inside(r, c) and state.board[r][c] == Piece.NONE:
                            collected.append(encode(row, column, r, c))
        return collected

    def moves(self, state):
        jumps = self.steps(state, True)
        yield from jumps if jumps else self.steps(state, False)

    def play(self, state, move):
        move, to_column = divmod(move, SIZE)
        move, to_row = divmod(move, SIZE)
        row, column = divmod(move, SIZE)
        board = [list(line) for line in state.board]
        piece = board[row][column]
        board[row][column] = Piece.NONE
        quiet = state.quiet + 1
        if abs(to_row - row) == 2:
            board[(row + to_row) // 2][(column + to_column) // 2] = Piece.NONE
            quiet = 0
        if piece == Piece.WHITE and to_row == 0:
            piece = Piece.WHITE_KING
        elif piece == Piece.BLACK and to_row == SIZE - 1:
            piece = Piece.BLACK_KING
        board[to_row][to_column] = piece
        return State(tuple(map(tuple, board)), 1 - state.player, quiet)

    def outcome(self, state):
        if state.quiet >= 8:
            return DRAW
        return ONGOING if any(True for _ in self.moves(state)) else -1
