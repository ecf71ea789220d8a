"""Othello: discs are caught by walking from the new one until the owner's own colour."""

from oracles.rules import AROUND, Board, Rules, sign


class Othello(Rules):
    size: int = 8
    downward = True

    def begin(self) -> tuple[Board, int]:
        low = self.size // 2 - 1
        discs = ((x, y) for x in (low, low + 1) for y in (low, low + 1))
        return super().begin()[0].replace(*(((x, y), "OX"[x != y]) for x, y in discs)), 0

    def caught(self, board: Board, cell: tuple[int, int], own: str) -> list[tuple[int, int]]:
        collected = []
        for step in AROUND:
            run = []
            for other in board.line(cell, step):
                if board[other] == own:
                    collected += run
                    break
                if board[other] == ".":
                    break
                run.append(other)
        return collected

    def targets(self, board: Board, own: str) -> list[str]:
        cells = [cell for cell in board if board[cell] == "." and self.caught(board, cell, own)]
        return [self.name(cell) for cell in cells]

    def options(self, board, player) -> list[str]:
        cells = self.targets(board, "XO"[player])
        return cells or ["pass"] * bool(self.targets(board, "OX"[player]))

    def step(self, move: str, board, player):
        for cell in self.cells(move):  # none of a pass
            discs = [cell, *self.caught(board, cell, "XO"[player])]
            board = board.replace(*((disc, "XO"[player]) for disc in discs))
        return board, 1 - player

    def result(self, board, player) -> int:
        discs = list(board.values())
        if self.options(board, player):
            return 2
        return sign(discs.count("XO"[player]) - discs.count("OX"[player]))
