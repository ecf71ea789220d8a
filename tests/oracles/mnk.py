"""Stones in a row, found by walking from each of them."""

from oracles.rules import History, Rules, cell_name, cell_of, rows_text


def longest_line(stones: set[tuple[int, int]]) -> int:
    """The most stones in a row, found by walking from each stone in each direction."""
    longest = 0
    for x, y in stones:
        for right, down in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            while (x + right * length, y + down * length) in stones:
                length += 1
            longest = max(longest, length)
    return longest


class Mnk(Rules):
    width: int = 3
    height: int = 3
    k: int = 3

    def cells(self, history: History) -> dict[tuple[int, int], str]:
        """(column, row) → X or O."""
        return {cell_of(move, self.height): "XO"[ply % 2] for ply, move in enumerate(history)}

    def outcome(self, history: History) -> int:
        cells = self.cells(history)
        last = "XO"[(len(history) + 1) % 2]
        if longest_line({cell for cell in cells if cells[cell] == last}) >= self.k:
            return -1
        return 0 if len(cells) == self.width * self.height else 2

    def moves(self, history: History) -> list[str]:
        if self.outcome(history) != 2:
            return []
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        every = [cell_name((x, y), self.height) for x, y in cells]
        return [move for move in every if move not in history]

    def text(self, history: History) -> str:
        return rows_text(self.cells(history), self.width, self.height)
