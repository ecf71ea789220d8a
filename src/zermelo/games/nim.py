"""Nim: take any number of matches from one row; taking the last match wins."""

from collections.abc import Iterator
from functools import cached_property, reduce
from operator import xor
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, WIN, Picture, hashed, replaced
from zermelo.errors import ParameterError
from zermelo.kit.counts import CountGame


class Rows(NamedTuple):
    """The matches left in each row."""

    rows: tuple[int, ...]
    player: int


class Nim(CountGame[Rows]):
    """Players A and B take turns to take matches from one row; taking the last match wins.

    rows    the matches in each row
    misere  taking the last match loses

    A move is row · base + count, where base is one more than the longest row; its text is
    "row,count", rows from 0. A position's text has the matches in each row and the player to move:
    "1,3,5,7 A".
    """

    rows: tuple[int, ...] = (1, 3, 5, 7)
    misere: bool = False
    counted = "the matches in each row"

    def validate(self) -> None:
        whole = all(type(row) is int and 1 <= row <= 99 for row in self.rows)
        if not (whole and 1 <= len(self.rows) <= 32):
            raise ParameterError(
                "nim: rows should be 1 to 32 numbers of matches from 1 to 99, like [1, 3, 5, 7]"
            )

    @cached_property
    def base(self) -> int:
        """One more than the longest row, so that row and count fit into one number."""
        return max(self.rows) + 1

    def start(self) -> Rows:
        return Rows(self.rows, 0)

    def moves(self, state: Rows) -> Iterator[int]:
        for row in range(len(state.rows)):
            for count in range(1, state.rows[row] + 1):
                yield row * self.base + count

    def play(self, state: Rows, move: int) -> Rows:
        row, count = move // self.base, move % self.base
        return Rows(replaced(state.rows, row, state.rows[row] - count), state.player ^ 1)

    def outcome(self, state: Rows) -> int:
        if any(state.rows):
            return ONGOING
        return WIN if self.misere else LOSS  # the other player took the last match

    def effect(self, state: Rows, move: int) -> str:
        """The words for a move that leaves a lost position, unless it takes the last match."""
        rows = self.play(state, move).rows
        if self.misere and max(rows) < 2:
            return "leaves an odd number of single matches" if sum(rows) % 2 else ""
        return "makes the nim-sum of the rows 0" if any(rows) and not reduce(xor, rows) else ""

    def remaining(self, state: Rows) -> int:
        return sum(state.rows)

    def parts(self, state: Rows) -> Iterator[Rows]:
        """For each row with matches, a position with this row alone, in the longest row's place."""
        for row in range(len(state.rows)):
            if state.rows[row]:
                yield Rows(replaced(self.empty, self.longest, state.rows[row]), state.player)

    @cached_property
    def longest(self) -> int:
        """The place of the longest row."""
        return self.rows.index(max(self.rows))

    @cached_property
    def empty(self) -> tuple[int, ...]:
        """The rows without matches."""
        return (0,) * len(self.rows)

    @cached_property
    def packs(self) -> bool:
        """Whether the rows, as digits to `base`, fit into 63 bits."""
        return int(self.base ** len(self.rows)) <= 1 << 63

    def key(self, state: Rows) -> int:
        """The rows as digits; the player to move makes no difference."""
        if not self.packs:
            return hashed(state.rows)
        number = 0
        for row in state.rows:
            number = number * self.base + row
        return number

    def format_move(self, state: Rows, move: int) -> str:
        return f"{move // self.base},{move % self.base}"

    def faults(self, state: Rows) -> Iterator[str]:
        yield from super().faults(state)
        taken = [full - left for full, left in zip(self.rows, state.rows, strict=True)]
        # Each changed row took at least one move, and each missing match at most one.
        fewest, most = sum(count > 0 for count in taken), sum(taken)
        if fewest == most and state.player != most % 2:
            yield f"each move took one match, so it should be {'AB'[most % 2]}'s turn"

    def picture(self, state: Rows) -> Picture:
        points = [(x, y) for y, row in enumerate(self.rows) for x in range(row)]
        number = {point: index for index, point in enumerate(points)}
        pieces = {number[x, y]: "|" for y, row in enumerate(state.rows) for x in range(row)}
        clicks = {}
        for move in self.moves(state):
            row, count = move // self.base, move % self.base
            clicks[move] = (number[state.rows[row] - count, row],)
        labels = [str(row) for row in range(len(self.rows))]
        return Picture(points, pieces, clicks, cells=False, rows=labels, surface="heaps")
