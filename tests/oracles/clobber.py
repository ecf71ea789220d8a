"""Clobber: a stone steps onto a neighbour of the other colour."""

from oracles.rules import Board, Rules, empty


class Clobber(Rules):
    width: int = 5
    height: int = 6

    def begin(self) -> tuple[Board, int]:
        board = empty(self.width, self.height)
        parity = self.width + self.height
        return board.replace(*(((x, y), "XO"[(x + y + parity) % 2]) for x, y in board)), 0

    def options(self, board, player) -> list[str]:
        return [
            f"{self.name((x, y))}-{self.name((x + dx, y + dy))}"
            for dx, dy in ((0, -1), (-1, 0), (1, 0), (0, 1))
            for x, y in board
            if (board[x, y], board.get((x + dx, y + dy))) == ("XO"[player], "OX"[player])
        ]
