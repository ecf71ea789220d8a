"""Chomp: bite squares off a bar of chocolate; the last one is poisoned."""

from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from zermelo.contract.game import ONGOING, WIN, Picture, replaced
from zermelo.kit.counts import CountGame


class Bar(NamedTuple):
    """The number of squares left in each row, from the top, and the player to move."""

    rows: tuple[int, ...]
    player: int


class Chomp(CountGame[Bar]):
    """Players take turns to eat a square with all squares below it and to its right.

    The square at the upper left is poisoned: the player who eats it loses. On every bar of more
    than one square the first player wins; the proof is short, but shows no winning move. (Fred
    Schuh 1952, David Gale 1974)

    A move is row · width + column of the square; its text is "a1" for the lower left. A position's
    text has the squares left in each row and the player to move: "4,4,2 A".
    """

    width: int = 5
    height: int = 4
    limits = {"width": range(1, 16), "height": range(1, 16)}
    counted = "the squares left in each row"

    def start(self) -> Bar:
        return Bar((self.width,) * self.height, 0)

    def moves(self, state: Bar) -> Iterator[int]:
        for y in range(self.height - 1, -1, -1):  # the poisoned square last
            for x in range(state.rows[y] - 1, -1, -1):
                yield y * self.width + x

    def play(self, state: Bar, move: int) -> Bar:
        rows = state.rows
        for y in range(move // self.width, self.height):
            rows = replaced(rows, y, min(rows[y], move % self.width))
        return Bar(rows, state.player ^ 1)

    def outcome(self, state: Bar) -> int:
        return ONGOING if state.rows[0] else WIN  # the other player ate the poisoned square

    def remaining(self, state: Bar) -> int:
        return sum(state.rows)

    def actions(self) -> Iterator[int]:
        yield from range(self.width * self.height)

    def format_move(self, state: Bar, move: int) -> str:
        return f"{ascii_lowercase[move % self.width]}{self.height - move // self.width}"

    def _spellings(self, state: Bar, move: int) -> tuple[str, ...]:
        return *super()._spellings(state, move), f"{move // self.width},{move % self.width}"

    def faults(self, state: Bar) -> Iterator[str]:
        yield from super().faults(state)
        if list(state.rows) != sorted(state.rows, reverse=True):
            yield f"no row should be longer than the one above it, like {self.example}"

    def picture(self, state: Bar) -> Picture:
        pieces = {y * self.width + x: "■" for y, row in enumerate(state.rows) for x in range(row)}
        if state.rows[0]:
            pieces[0] = "☠"
        clicks = {move: (move,) for move in self.moves(state)}
        shapes = {"■": "chocolate", "☠": "poison"}
        return Picture.grid(self.width, self.height, pieces, clicks, surface="heaps", shapes=shapes)
