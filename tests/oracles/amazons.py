"""Amazons: queens that walk and shoot along lines of empty cells."""

from itertools import takewhile

from oracles.rules import AROUND, Board, Rules, empty


class Amazons(Rules):
    size: int = 10

    def begin(self) -> tuple[Board, int]:
        n, third = self.size, (self.size - 1) // 3
        below = [(third, n - 1), (n - 1 - third, n - 1), (0, n - 1 - third), (n - 1, n - 1 - third)]
        board = empty(n, n).replace(*((cell, "X") for cell in below))
        return board.replace(*(((x, n - 1 - y), "O") for x, y in below)), 0

    def reach(self, board: Board, start: tuple[int, int]) -> list[tuple[int, int]]:
        collected = []
        for step in AROUND:
            collected += takewhile(lambda cell: board[cell] == ".", board.line(start, step))
        return sorted(collected, key=lambda cell: (cell[1], cell[0]))

    def options(self, board, player) -> list[str]:
        collected = []
        for start in [cell for cell in board if board[cell] == "XO"[player]]:
            for target in self.reach(board, start):
                moved = board.replace((start, "."), (target, "XO"[player]))
                for arrow in self.reach(moved, target):
                    names = map(self.name, (start, target, arrow))
                    collected.append("{}-{}/{}".format(*names))
        return collected

    def step(self, move: str, board, player):
        start, target, arrow = self.cells(move)
        return board.replace((start, "."), (target, board[start]), (arrow, "#")), 1 - player
