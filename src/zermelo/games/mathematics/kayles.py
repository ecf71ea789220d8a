"""Kayles and the other octal games: knock pins out of a row; the last to move wins."""

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import Picture, cells, hashed
from zermelo.errors import ParameterError
from zermelo.kit.boards import BoardGame

ROW = 20  # the most pins to draw in a row


class Pins(NamedTuple):
    """A bit for each standing pin, the first pin lowest, and the player to move."""

    standing: int
    player: int


class Kayles(BoardGame[Pins]):
    """Players knock down one pin, or two adjacent ones; the last to move wins.

    n     the number of pins at the start
    code  the rules in octal: digit k after the point says when k pins in a row may go. It is the
          sum of 1 if they may stand alone, 2 if pins may remain on one side of them, and 4 if on
          both. "0.07" is Dawson's Kayles, where two always go

    Henry Dudeney, 1907; codes by Guy and Smith, 1956. A move is (count − 1) · n + its first pin;
    its text is "3", or "3-4" for two pins. A position's text has "o" for a pin, "." for a gap, and
    the player to move: "oo.oo B".
    """

    n: int = 12
    code: str = "0.77"
    limits = {"n": range(1, 513)}
    letters, movers, symbols, numbering = "o", "AB", "●", "columns"
    surface, shapes = "heaps", {"●": "light disc"}

    def validate(self) -> None:
        super().validate()
        if not re.fullmatch(r"0\.[0-7]{0,8}[1-7]", self.code):
            raise ParameterError("kayles: code should be 0. and up to 9 octal digits, like 0.77")

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """The digits of the code, for 1, 2, … pins."""
        return tuple(map(int, self.code[2:]))

    @cached_property
    def shape(self) -> tuple[int, int]:
        return self.n, 1

    def start(self) -> Pins:
        return Pins(self.board, 0)

    def moves(self, state: Pins) -> Iterator[int]:
        for count in range(1, len(self.digits) + 1):
            line = (1 << count) - 1
            for first in cells(state.standing):
                if state.standing >> first & line == line:
                    below = state.standing >> first - 1 & 1 if first else 0
                    sides = below + (state.standing >> first + count & 1)
                    if self.digits[count - 1] >> sides & 1:
                        yield (count - 1) * self.n + first

    def play(self, state: Pins, move: int) -> Pins:
        line = (2 << move // self.n) - 1
        return Pins(state.standing ^ line << move % self.n, state.player ^ 1)

    def remaining(self, state: Pins) -> int:
        return state.standing.bit_count()

    def key(self, state: Pins) -> int:
        """The standing pins; the player to move makes no difference."""
        return state.standing if self.n <= 63 else hashed(state.standing)

    def symmetries(self, state: Pins) -> Iterator[Pins]:
        yield state
        yield Pins(sum(1 << self.n - 1 - pin for pin in cells(state.standing)), state.player)

    def parts(self, state: Pins) -> Iterator[Pins]:
        """Each run of pins, moved to the first place."""
        left = state.standing
        while left:
            left >>= (left & -left).bit_length() - 1
            line = (left ^ left + 1) >> 1  # the run of pins that begins at the first place
            yield Pins(line, state.player)
            left ^= line

    def actions(self) -> Iterator[int]:
        for count in range(1, min(len(self.digits), self.n) + 1):
            for first in range(self.n - count + 1 if self.digits[count - 1] else 0):
                yield (count - 1) * self.n + first

    def path(self, state: Pins, move: int) -> tuple[int, ...]:
        first, more = move % self.n, move // self.n
        return (first, first + more) if more else (first,)

    def faults(self, state: Pins) -> Iterator[str]:
        if state.standing == self.board and state.player:
            yield f"A moves first: {self.example}"

    def picture(self, state: Pins) -> Picture:
        """Each pin has a mark below it; a move is a click on a pin, then one below the last pin."""
        points = [(pin % ROW, 2 * (pin // ROW) + mark) for mark in (0, 1) for pin in range(self.n)]
        paths = {move: self.path(state, move) for move in self.moves(state)}
        clicks = {move: (path[0], self.n + path[-1]) for move, path in paths.items()}
        return self.pictured(state, points=points, clicks=clicks, cells=False, columns=())
