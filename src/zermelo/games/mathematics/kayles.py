"""Kayles and the other octal games: knock pins out of a row; the last to move wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.bits import cells, hashed
from zermelo.contract.game import Game
from zermelo.contract.picture import Picture
from zermelo.errors import ParameterError, TextError
from zermelo.kit.boardtext import bitboard, read_board, split_mover

ROW = 20  # pins drawn in a row


class Pins(NamedTuple):
    """A bit for each pin that stands, the first pin lowest, and who is to move."""

    standing: int
    player: int


class Kayles(Game[Pins]):
    """Players knock down one pin, or two that stand side by side; the last to move wins.

    n     the number of pins at the start
    code  the rules in octal: its digit k, after the point, says when k pins in a line may go. It
          is a sum of 1, if they stand alone, 2, if pins are left on one side of them, and 4, if on
          both. "0.07" is Dawson's Kayles, where two always go

    Henry Dudeney, 1908; codes by Guy and Smith, 1956. A move is (count − 1) · n + its first pin;
    its text is "3", or "3-4" for two pins. A position's text has "o" for a pin, "." for a gap, and
    the player to move: "oo.oo B".
    """

    n: int = 12
    code: str = "0.77"
    limits = {"n": range(1, 513)}

    def validate(self) -> None:
        super().validate()
        if not re.fullmatch(r"0\.[0-7]{0,8}[1-7]", self.code):
            raise ParameterError("kayles: code should be 0. and up to 9 octal digits, like 0.77")

    @cached_property
    def digits(self) -> tuple[int, ...]:
        """The digits of the code, for 1, 2, … pins."""
        return tuple(map(int, self.code[2:]))

    def start(self) -> Pins:
        return Pins((1 << self.n) - 1, 0)

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
        """The pins that stand; the player to move makes no difference."""
        return state.standing if self.n <= 63 else hashed(state.standing)

    def symmetries(self, state: Pins) -> Iterator[Pins]:
        yield state
        turned = 0
        for pin in cells(state.standing):
            turned |= 1 << self.n - 1 - pin
        yield Pins(turned, state.player)

    def parts(self, state: Pins) -> Iterator[Pins]:
        """Each line of pins, put first."""
        left = state.standing
        while left:
            left >>= (left & -left).bit_length() - 1
            line = (left ^ left + 1) >> 1  # the ones at its end
            yield Pins(line, state.player)
            left ^= line

    def actions(self) -> Iterator[int]:
        for count in range(1, min(len(self.digits), self.n) + 1):
            for first in range(self.n - count + 1 if self.digits[count - 1] else 0):
                yield (count - 1) * self.n + first

    def format_move(self, state: Pins, move: int) -> str:
        first, more = move % self.n + 1, move // self.n
        return f"{first}-{first + more}" if more else str(first)

    def format_state(self, state: Pins) -> str:
        row = "".join("o" if state.standing >> pin & 1 else "." for pin in range(self.n))
        return f"{row} {'AB'[state.player]}"

    def parse_state(self, text: str) -> Pins:
        example = self.format_state(self.start())
        row, player = split_mover(text, "AB", example)
        state = Pins(bitboard(read_board(row, self.n, 1, "o.", example), "o"), player)
        if state.standing == self.start().standing and player:
            raise TextError(f"A moves first: {example}")
        return state

    def picture(self, state: Pins) -> Picture:
        points = [(pin % ROW, 2 * (pin // ROW) + mark) for mark in (0, 1) for pin in range(self.n)]
        pieces = dict.fromkeys(cells(state.standing), "●")
        clicks = {}
        for move in self.moves(state):
            first, last = move % self.n, move % self.n + move // self.n
            clicks[move] = (first, self.n + last)  # the first pin, and the mark below the last one
        shapes = {"●": "light disc"}
        return Picture(points, pieces, clicks, cells=False, surface="heaps", shapes=shapes)
