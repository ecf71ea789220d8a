"""Surakarta: a man who takes goes from point to point, turning where a loop leads him."""

from oracles.rules import AROUND, BESIDE, Board, Rules, empty


class Surakarta(Rules):
    size: int = 6
    rows: int = 2

    def begin(self) -> tuple[Board, int]:
        board = empty(self.size, self.size)
        white = [(cell, "O") for cell in board if cell[1] < self.rows]
        black = [(cell, "X") for cell in board if cell[1] >= self.size - self.rows]
        return board.replace(*white, *black), 0

    def beyond(self, x: int, y: int, step: tuple[int, int]):
        """The first point after a loop that begins behind an end of a line, and the way on.

        Around the nearer corner: what was left of the line's number is the column or row now.
        """
        last = self.size - 1
        if step[0]:
            near_top = y < last - y
            line = y if near_top else last - y
            column = last - line if step[0] > 0 else line
            return ((column, 0), (0, 1)) if near_top else ((column, last), (0, -1))
        near_left = x < last - x
        line = x if near_left else last - x
        row = last - line if step[1] > 0 else line
        return ((0, row), (1, 0)) if near_left else ((last, row), (-1, 0))

    def taken(self, board: Board, cell: tuple[int, int], step: tuple[int, int]):
        """The first man met this way behind a loop, or None."""
        line = cell[1] if step[0] else cell[0]
        if line in (0, self.size - 1):
            return None
        (x, y), loops = cell, 0
        for _ in range(10 * self.size):
            if (x + step[0], y + step[1]) in board:
                x, y = x + step[0], y + step[1]
            else:
                (x, y), step = self.beyond(x, y, step)
                loops += 1
            if board[x, y] != "." and (x, y) != cell:
                return (x, y) if loops else None
        return None

    def options(self, board, player) -> list[str]:
        found = []
        for x, y in board:
            if board[x, y] != "XO"[player]:
                continue
            targets = {
                (x + dx, y + dy): "-" for dx, dy in AROUND if board.get((x + dx, y + dy)) == "."
            }
            for step in BESIDE:
                man = self.taken(board, (x, y), step)
                if man and board[man] == "OX"[player]:
                    targets[man] = "x"
            for target in sorted(targets, key=lambda cell: (cell[1], cell[0])):
                found.append(f"{self.name((x, y))}{targets[target]}{self.name(target)}")
        return found
