"""Wythoff's game: take from one heap, or equally from both; or move a queen to a corner."""

from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.game import Picture
from zermelo.kit.counts import CountGame


class Heaps(NamedTuple):
    """The sizes of both heaps, and the player to move."""

    first: int
    second: int
    player: int


class Wythoff(CountGame[Heaps]):
    """Players take any number from one heap, or the same from both; taking the last one wins.

    It is drawn as a queen who moves left, down or diagonally towards the lower left corner: her
    column and row are the heaps. The mover loses with heaps of ⌊k · φ⌋ and ⌊k · φ²⌋ for some k,
    where φ is the golden ratio, and wins otherwise. (Willem Wythoff, 1907)

    first, second  the sizes of the heaps at the start

    A move is the numbers it takes, first · 100 + second; its text is "3,0", or "2,2". A position's
    text has the heaps and the player to move: "8,12 A".
    """

    first: int = 8
    second: int = 12
    limits = {"first": range(1, 41), "second": range(1, 41)}
    counted = "both heaps"

    def start(self) -> Heaps:
        return Heaps(self.first, self.second, 0)

    def moves(self, state: Heaps) -> Iterator[int]:
        for count in range(1, state.first + 1):
            yield 100 * count
        for count in range(1, state.second + 1):
            yield count
        for count in range(1, min(state.first, state.second) + 1):
            yield 101 * count

    def play(self, state: Heaps, move: int) -> Heaps:
        return Heaps(state.first - move // 100, state.second - move % 100, 1 - state.player)

    def remaining(self, state: Heaps) -> int:
        return state.first + state.second

    def key(self, state: Heaps) -> int:
        """Both heaps; the player to move makes no difference."""
        return 100 * state.first + state.second

    def format_move(self, state: Heaps, move: int) -> str:
        return f"{move // 100},{move % 100}"

    def picture(self, state: Heaps) -> Picture:
        width, height = self.first + 1, self.second + 1
        cells = {}
        for move in self.moves(state):
            x, y = state.first - move // 100, state.second - move % 100
            cells[move] = ((height - 1 - y) * width + x,)
        return Picture.grid(
            width,
            height,
            {(height - 1 - state.second) * width + state.first: "♛"},
            cells,
            columns=[str(column) for column in range(width)],
            rows=[str(row) for row in reversed(range(height))],
            surface="tiles",
            shapes={"♛": "dark queen"},
        )
