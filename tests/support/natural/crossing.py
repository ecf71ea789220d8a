"""Crossing: pawns of two colours on a board in a dict of cells; reach the far row."""

from enum import IntEnum
from typing import NamedTuple

from zermelo import ONGOING, WIN, Game, Picture

SIZE = 4
CELLS = [(x, y) for y in range(SIZE) for x in range(SIZE)]


class Side(IntEnum):
    WHITE = 0
    BLACK = 1

    @property
    def forward(self):
        return 1 if self == Side.WHITE else -1

    @property
    def goal(self):
        return SIZE - 1 if self is Side.WHITE else 0

    def other(self):
        return Side(1 - self)


class Board(NamedTuple):
    cells: tuple[int, ...]  # -1 empty, else the side
    player: int


class Crossing(Game[Board]):
    """Move a pawn one step ahead, or take one diagonally; reach the far row, or leave no move."""

    def start(self):
        row = {0: Side.WHITE, SIZE - 1: Side.BLACK}
        return Board(tuple(int(row.get(y, -1)) for x, y in CELLS), Side.WHITE)

    def moves(self, state):
        side = Side(state.player)
        board = dict(zip(CELLS, state.cells))
        for (x, y), piece in board.items():
            if piece != side:
                continue
            for dx in (-1, 0, 1):
                target = (x + dx, y + side.forward)
                if target not in board:
                    continue
                if board[target] == (-1 if dx == 0 else side.other()):
                    yield (CELLS.index((x, y)), CELLS.index(target))

    def play(self, state, move):
        source, target = move
        board = {place: piece for place, piece in enumerate(state.cells)}
        board[target] = board[source]
        board[source] = -1
        return Board(tuple(board[place] for place in range(len(CELLS))), Side(state.player).other())

    def outcome(self, state):
        mover = Side(state.player).other()
        for (_, y), piece in zip(CELLS, state.cells):
            if piece == mover and y == mover.goal:
                return WIN
        if not list(self.moves(state)):
            return WIN
        return ONGOING

    def picture(self, state):
        pieces = {i: "wb"[piece] for i, piece in enumerate(state.cells) if piece >= 0}
        return Picture.grid(SIZE, SIZE, pieces, {move: move for move in self.moves(state)})
