"""Domineering: pairs of free cells, upright ones for the first player, flat ones for the second."""

from oracles.rules import Board, Replayed, cell_name, cell_of, empty


class Domineering(Replayed):
    width: int = 8
    height: int = 8

    def begin(self) -> tuple[Board, int]:
        return empty(self.width, self.height), 0

    def options(self, position) -> list[str]:
        board, player = position
        pairs = [((x, y), (x + player, y + 1 - player)) for x, y in board]
        return [
            f"{cell_name(one, self.height)}{cell_name(other, self.height)}"
            for one, other in pairs
            if (board[one], board.get(other)) == (".", ".")
        ]

    def step(self, position, move: str):
        board, player = position
        half = next(at for at in range(1, len(move)) if move[at].isalpha())
        cells = (cell_of(name, self.height) for name in (move[:half], move[half:]))
        return board.changed(*zip(cells, ("^v", "<>")[player], strict=True)), 1 - player

    movers = "VH"
