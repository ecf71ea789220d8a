"""Pentago: a quarter is cut out, turned as a list of rows, and put back."""

from oracles.rules import Board, Rules

STARTS = [(x, y) for y in range(6) for x in range(6)]
LINES = [
    [(x + i * dx, y + i * dy) for i in range(5)]
    for x, y in STARTS
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))
    if (x + 4 * dx, y + 4 * dy) in STARTS
]


class Pentago(Rules):
    size = 6

    def five(self, board: Board, own: str) -> bool:
        return any(all(board[cell] == own for cell in line) for line in LINES)

    def options(self, board, player) -> list[str]:
        collected = []
        for cell in [cell for cell in board if board[cell] == "."]:
            name = self.name(cell)
            if self.five(board.replace((cell, "XO"[player])), "XO"[player]):
                collected.append(name)
            else:
                collected += [f"{name}-{quarter}{way}" for quarter in "1234" for way in "LR"]
        return collected

    def step(self, move: str, board, player):
        name, _, turn = move.partition("-")
        board, _ = super().step(name, board, player)
        if turn:
            left, top = (int(turn[0]) - 1) % 2 * 3, (int(turn[0]) - 1) // 2 * 3
            rows = [[board[left + x, top + y] for x in range(3)] for y in range(3)]
            turned = list(zip(*rows, strict=True))[::-1]
            if turn[1] == "R":
                turned = [row[::-1] for row in zip(*rows, strict=True)]
            board = board.replace(
                *(((left + x, top + y), turned[y][x]) for x in range(3) for y in range(3))
            )
        return board, 1 - player

    def result(self, board, player) -> int:
        own, other = self.five(board, "XO"[player]), self.five(board, "OX"[player])
        if own or other:
            return own - other
        return 2 if "." in board.values() else 0
