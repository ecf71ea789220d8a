"""Hex: sides are joined if a walk from one over stones of one colour comes to the other."""

from oracles.rules import LETTERS, Board, Replayed, empty

NEIGHBOURS = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)]


class Hex(Replayed):
    size: int = 11

    def begin(self) -> tuple[Board, int]:
        return empty(self.size, self.size), 0

    def options(self, position) -> list[str]:
        return [f"{LETTERS[x]}{y + 1}" for (x, y), stone in position[0].items() if stone == "."]

    def step(self, position, move: str):
        board, player = position
        cell = LETTERS.index(move[0]), int(move[1:]) - 1
        return board.changed((cell, "XO"[player])), 1 - player

    def result(self, position) -> int:
        board, player = position
        return -1 if self.joined(board, 1 - player) else 2

    def joined(self, board: Board, player: int) -> bool:
        axis, stone = 1 - player, "XO"[player]
        seen = [cell for cell in board if cell[axis] == 0 and board[cell] == stone]
        for x, y in seen:
            for dx, dy in NEIGHBOURS:
                cell = x + dx, y + dy
                if board.get(cell) == stone and cell not in seen:
                    seen.append(cell)
        return any(cell[axis] == self.size - 1 for cell in seen)

    def written(self, position) -> str:
        return position[0].rows()


SYMMETRIES = {"hex(size=4)": (lambda text: f"{'dcba'['abcd'.index(text[0])]}{5 - int(text[1])}",)}
