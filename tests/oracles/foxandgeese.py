"""Fox and Geese: a fox and a list of geese that step diagonally."""

from oracles.rules import Board, Rules, empty

WAYS = ((-1, -1), (1, -1), (-1, 1), (1, 1))


class FoxAndGeese(Rules):
    size: int = 8

    def begin(self) -> tuple[Board, int]:
        board = empty(self.size, self.size)
        fox = self.size // 4 * 2, self.size - 1
        geese = [((x, 0), "G") for x in range(1, self.size, 2)]
        return board.replace((fox, "F"), *geese), 0

    def options(self, board, player) -> list[str]:
        return [
            f"{self.name((x, y))}-{self.name((x + dx, y + dy))}"
            for dx, dy in WAYS[2 * player :]
            for x, y in board
            if board[x, y] == "FG"[player] and board.get((x + dx, y + dy)) == "."
        ]

    def result(self, board, player) -> int:
        row = next(y for (_, y), piece in board.items() if piece == "F")
        if not any(piece == "G" and y < row for (_, y), piece in board.items()):
            return -1 if player else 1
        return 2 if self.options(board, player) else -1

    movers = "FG"
