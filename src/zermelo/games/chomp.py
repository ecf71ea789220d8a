"""Chomp: bite squares off a bar of chocolate; the last one is poisoned."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import NamedTuple

from zermelo.contract.bits import replaced
from zermelo.contract.game import ONGOING, WIN, Game
from zermelo.contract.picture import Picture
from zermelo.errors import TextError, clip
from zermelo.kit.boardtext import split_mover


class Bar(NamedTuple):
    """How many squares are left in each row, from the top, and who is to move."""

    rows: tuple[int, ...]
    player: int


class Chomp(Game[Bar]):
    """Players choose a square and eat it with all squares below it and to its right, in turn.

    The square at the upper left is poisoned: the player who eats it loses. On every bar of more
    than one square the first player wins, as is easy to prove without knowing how. (Fred Schuh
    1952, David Gale 1974)

    A move is row · width + column of the square; its text is "row,column" from 0. A position's
    text has the squares left in each row and who is to move: "4,4,2 A".
    """

    width: int = 5
    height: int = 4
    limits = {"width": range(1, 16), "height": range(1, 16)}

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
        squares = 0
        for row in state.rows:
            squares += row
        return squares

    def actions(self) -> Iterator[int]:
        yield from range(self.width * self.height)

    def format_move(self, state: Bar, move: int) -> str:
        return f"{move // self.width},{move % self.width}"

    def format_state(self, state: Bar) -> str:
        return f"{','.join(map(str, state.rows))} {'AB'[state.player]}"

    def parse_state(self, text: str) -> Bar:
        example = self.format_state(self.start())
        body, player = split_mover(text, "AB", example)
        counts = "".join(body.split()).split(",")
        if len(counts) != self.height or not all(count in self._counts for count in counts):
            raise TextError(f"{clip(text)} should be the squares left in each row, like {example}")
        rows = tuple(map(int, counts))
        if any(upper < lower for upper, lower in itertools.pairwise(rows)):
            raise TextError(f"no row should be longer than the one above it, like {example}")
        if (rows == self.start().rows) > (player == 0):
            raise TextError(f"A moves first: {example}")
        return Bar(rows, player)

    @property
    def _counts(self) -> list[str]:
        return [str(count) for count in range(self.width + 1)]

    def picture(self, state: Bar) -> Picture:
        pieces = {y * self.width + x: "■" for y, row in enumerate(state.rows) for x in range(row)}
        if state.rows[0]:
            pieces[0] = "☠"
        clicks = {move: (move,) for move in self.moves(state)}
        shapes = {"■": "chocolate", "☠": "poison"}
        return Picture.grid(self.width, self.height, pieces, clicks, surface="heaps", shapes=shapes)
