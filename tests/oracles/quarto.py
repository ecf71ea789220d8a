"""Quarto: pieces as sets of properties, lines as lists of pieces."""

from oracles.rules import Rules, empty

DIGITS = "0123456789ABCDEF"
LINES = [
    *([(x, y) for x in range(4)] for y in range(4)),
    *([(x, y) for y in range(4)] for x in range(4)),
    [(i, i) for i in range(4)],
    [(i, 3 - i) for i in range(4)],
]


class Quarto(Rules):
    size = 4

    def begin(self):
        return empty(4, 4), "0", 0

    def options(self, board, given, _) -> list[str]:
        left = [digit for digit in DIGITS if digit not in board.values() and digit != given]
        names = [self.name(cell) for cell in board if board[cell] == "."]
        return [f"{name}:{digit}" for name in names for digit in left] if left else names

    def step(self, move: str, board, given, player):
        (cell,) = self.cells(move)
        return board.replace((cell, given)), move.partition(":")[2] or "-", 1 - player

    def result(self, board, given, player) -> int:
        for line in LINES:
            pieces = [DIGITS.index(board[cell]) for cell in line if board[cell] != "."]
            for bit in (1, 2, 4, 8):
                if len(pieces) == 4 and len({bool(piece & bit) for piece in pieces}) == 1:
                    return -1
        return 2 if "." in board.values() else 0

    def text_of(self, board, given, _) -> str:
        return f"{board.rows()} {given}"
