"""Breakthrough: men as letters on a board, one step at a time."""

from oracles.rules import Board, Rules, empty


class Breakthrough(Rules):
    width: int = 8
    height: int = 8

    def begin(self) -> tuple[Board, int]:
        board = empty(self.width, self.height)
        men = {0: "O", 1: "O", self.height - 2: "X", self.height - 1: "X"}
        return board.replace(*(((x, y), men[y]) for x, y in board if y in men)), 0

    def options(self, board, player) -> list[str]:
        own, other, up = "XO"[player], "OX"[player], 1 if player else -1
        collected = []
        for side in (-1, 0, 1):
            for target in board:
                start = target[0] - side, target[1] - up
                if board.get(start) == own and board[target] in (".", other if side else "."):
                    sign = "x" if board[target] == other else "-"
                    collected.append(f"{self.name(start)}{sign}{self.name(target)}")
        return collected

    def result(self, board, player) -> int:
        first, *_, last = board.rows().split("/")
        return -1 if "X" in first or "O" in last or not self.options(board, player) else 2
