"""Isolation: visited cells are closed; each free cell is tried."""

from itertools import takewhile

from oracles.rules import AROUND, Rules


class Isolation(Rules):
    width: int = 3
    height: int = 2
    blocked: tuple[tuple[int, int], ...] = ()
    pieces: str = "queen"
    stuck: str = "mover"
    movers = "AB"

    def begin(self):
        board, player = super().begin()
        return board.replace(*((cell, "#") for cell in self.blocked)), player

    def options(self, board, player) -> list[str]:
        free = [cell for cell in board if board[cell] == "."]
        for own in (cell for cell in board if board[cell] == "AB"[player]):
            free = [cell for cell in free if self.attacks(board, own, cell)]
        return [self.name(cell) for cell in free]

    def attacks(self, board, source, target) -> bool:
        if self.pieces == "knight":
            return sorted(abs(target[i] - source[i]) for i in (0, 1)) == [1, 2]
        lines = [board.line(source, step) for step in AROUND]
        return any(target in takewhile(lambda cell: board[cell] == ".", line) for line in lines)

    def step(self, move: str, board, player):
        left = [(cell, "#") for cell in board if board[cell] == "AB"[player]]
        return super().step(move, board.replace(*left), player)

    def result(self, board, player) -> int:
        if not self.options(board, player):
            return -1
        return 1 if self.stuck == "either" and not self.options(board, 1 - player) else 2
