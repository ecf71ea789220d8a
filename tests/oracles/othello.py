"""Othello: discs are caught by walking from the new one until the owner's own colour."""

from oracles.rules import AROUND, LETTERS, Board, Replayed, empty, sign


class Othello(Replayed):
    size: int = 8

    def begin(self) -> tuple[Board, int]:
        low = self.size // 2 - 1
        board = empty(self.size, self.size).changed(
            ((low, low), "O"),
            ((low + 1, low + 1), "O"),
            ((low + 1, low), "X"),
            ((low, low + 1), "X"),
        )
        return board, 0

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

    def cells(self, board: Board, own: str) -> list[tuple[int, int]]:
        return [cell for cell in board if board[cell] == "." and self.caught(board, cell, own)]

    def options(self, position) -> list[str]:
        board, player = position
        cells = [f"{LETTERS[x]}{y + 1}" for x, y in self.cells(board, "XO"[player])]
        return cells or ["pass"] * bool(self.cells(board, "OX"[player]))

    def step(self, position, move: str):
        board, player = position
        if move == "pass":
            return board, 1 - player
        cell = LETTERS.index(move[0]), int(move[1:]) - 1
        discs = [cell, *self.caught(board, cell, "XO"[player])]
        return board.changed(*((disc, "XO"[player]) for disc in discs)), 1 - player

    def result(self, position) -> int:
        board, player = position
        discs = list(board.values())
        if self.options(position):
            return 2
        return sign(discs.count("XO"[player]) - discs.count("OX"[player]))
