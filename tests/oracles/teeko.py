"""Teeko: four men are together if some window of the board holds them as a drawn pattern does."""

from oracles.rules import AROUND, Rules

PATTERNS = [
    [(0, 0), (1, 0), (2, 0), (3, 0)],
    [(0, 0), (0, 1), (0, 2), (0, 3)],
    [(0, 0), (1, 1), (2, 2), (3, 3)],
    [(0, 3), (1, 2), (2, 1), (3, 0)],
    [(0, 0), (1, 0), (0, 1), (1, 1)],
]


class Teeko(Rules):
    size = 5

    def options(self, board, player) -> list[str]:
        free = [cell for cell, man in board.items() if man == "."]
        men = [cell for cell, man in board.items() if man == "XO"[player]]
        if len(men) < 4:
            return [self.name(cell) for cell in free]
        return [
            f"{self.name((x, y))}-{self.name(cell)}"
            for x, y in men
            for cell in free
            if (cell[0] - x, cell[1] - y) in AROUND
        ]

    def result(self, board, player) -> int:
        stone = "XO"[1 - player]
        for x, y in board:
            for pattern in PATTERNS:
                if all(board.get((x + a, y + b)) == stone for a, b in pattern):
                    return -1
        return 2
