"""Domineering: pairs of free cells, upright ones for the first player, flat ones for the second."""

from oracles.rules import Replayed


class Domineering(Replayed):
    width: int = 8
    height: int = 8

    def options(self, position) -> list[str]:
        board, player = position
        pairs = [((x, y), (x + player, y + 1 - player)) for x, y in board]
        return [
            f"{self.name(one)}{self.name(other)}"
            for one, other in pairs
            if (board[one], board.get(other)) == (".", ".")
        ]

    def step(self, position, move: str):
        board, player = position
        return board.changed(*zip(self.cells(move), ("^v", "<>")[player], strict=True)), 1 - player

    movers = "VH"
