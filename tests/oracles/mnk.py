"""Stones in a row, found by walking from each of them."""

from oracles.rules import Rules


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

    def options(self, board, player) -> list[str]:
        return [self.name(cell) for cell in board if board[cell] == "."]

    def result(self, board, player) -> int:
        if longest_line({cell for cell in board if board[cell] == "OX"[player]}) >= self.k:
            return -1
        return 2 if "." in board.values() else 0

    def text_of(self, board, player) -> str:
        return board.rows()
