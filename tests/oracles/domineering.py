"""Domineering: pairs of free cells, upright ones for the first player, flat ones for the second."""

from oracles.rules import Rules


class Domineering(Rules):
    width: int = 8
    height: int = 8

    def options(self, board, player) -> list[str]:
        pairs = [((x, y), (x + player, y + 1 - player)) for x, y in board]
        return [
            f"{self.name(one)}{self.name(other)}"
            for one, other in pairs
            if (board[one], board.get(other)) == (".", ".")
        ]

    def step(self, move: str, board, player):
        return board.replace(*zip(self.cells(move), ("^v", "<>")[player], strict=True)), 1 - player

    movers = "VH"
