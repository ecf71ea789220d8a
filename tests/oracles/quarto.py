"""Quarto: pieces as sets of properties, lines as lists of pieces."""

from oracles.rules import Replayed, cell_name, cell_of, rows_text

DIGITS = "0123456789ABCDEF"
LINES = [
    *([(x, y) for x in range(4)] for y in range(4)),
    *([(x, y) for y in range(4)] for x in range(4)),
    [(i, i) for i in range(4)],
    [(i, 3 - i) for i in range(4)],
]


class Quarto(Replayed):
    def begin(self):
        return {}, "0", 0

    def options(self, position) -> list[str]:
        board, given, _ = position
        left = [digit for digit in DIGITS if digit not in board.values() and digit != given]
        cells = [(x, y) for y in range(4) for x in range(4) if (x, y) not in board]
        names = [cell_name(cell, 4) for cell in cells]
        return [f"{name}:{digit}" for name in names for digit in left] if left else names

    def step(self, position, move: str):
        board, given, player = position
        cell, _, following = move.partition(":")
        return {**board, cell_of(cell, 4): given}, following or "-", 1 - player

    def result(self, position) -> int:
        board = position[0]
        for line in LINES:
            pieces = [DIGITS.index(board[cell]) for cell in line if cell in board]
            for bit in (1, 2, 4, 8):
                if len(pieces) == 4 and len({bool(piece & bit) for piece in pieces}) == 1:
                    return -1
        return 2 if len(board) < 16 else 0

    def written(self, position) -> str:
        board, given, _ = position
        return f"{rows_text(board, 4, 4)} {given}"
