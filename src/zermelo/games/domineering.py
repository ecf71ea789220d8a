"""Domineering: one player's dominoes stand, the other's lie; who finds no room has lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import LOSS, ONGOING, cells
from zermelo.games.boardgame import BoardGame, pieces_on
from zermelo.games.boardsymmetry import board_symmetries, moved
from zermelo.picture import Picture


class Covered(NamedTuple):
    """Bitboard of the cells that a domino covers."""

    covered: int
    player: int


class Domineering(BoardGame[Covered]):
    """Players put dominoes on two free cells in turn; who cannot has lost.

    Player V puts them upright, player H flat. V begins. (Göran Andersson, 1973)

    Bit y · width + x is the cell in column x and row y, from the upper left. A move is the upper
    or left one of its two cells; its text names both, "a2a1", rows numbered from below. A
    position's text has the rows, "#" for covered cells, and who is to move: "#../#.. H".
    """

    width: int = 8
    height: int = 8

    def validate(self) -> None:
        if not (1 <= self.width <= 16 and 1 <= self.height <= 16):
            raise ParameterError("domineering: width and height should be 1 to 16")

    def start(self) -> Covered:
        return Covered(0, 0)

    def room(self, state: Covered, player: int) -> int:
        """The upper or left cells of all places where a domino of `player` fits."""
        free = self.board & ~state.covered
        if player == 0:
            return free & free >> self.width
        return free & (free & ~self.left) >> 1

    def moves(self, state: Covered) -> Iterator[int]:
        for cell in cells(self.room(state, state.player)):
            yield cell

    def second(self, state: Covered, move: int) -> int:
        """The domino's other cell."""
        return move + (1 if state.player else self.width)

    def play(self, state: Covered, move: int) -> Covered:
        domino = 1 << move | 1 << self.second(state, move)
        return Covered(state.covered | domino, state.player ^ 1)

    def outcome(self, state: Covered) -> int:
        return ONGOING if self.room(state, state.player) else LOSS

    def evaluate(self, state: Covered) -> float:
        """Places for one's own dominoes − places for the other's, safe ones counted once more."""
        own, other = self.places(state, state.player), self.places(state, state.player ^ 1)
        return (own - other) / (4 * self.area)

    def places(self, state: Covered, player: int) -> int:
        """Places where a domino of `player` fits, and those among them where no other one does."""
        mine, theirs = self.room(state, player), self.room(state, player ^ 1)
        own, step = (1, self.width) if player else (self.width, 1)
        touched = theirs | theirs << step
        return mine.bit_count() + (mine & ~touched & ~(touched >> own)).bit_count()

    def order(self, state: Covered, move: int) -> int:
        """First what leaves the most room to oneself and the least to the other."""
        after = self.play(state, move)
        own = self.room(after, state.player).bit_count()
        return own - 2 * self.room(after, state.player ^ 1).bit_count()

    def remaining(self, state: Covered) -> int:
        return (self.board & ~state.covered).bit_count() // 2

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry that keeps columns upright takes each cell."""
        return sum(board_symmetries(*self.shape, turns=False), ())

    def symmetries(self, state: Covered) -> Iterator[Covered]:
        for first in range(0, len(self.images), self.area):
            yield Covered(moved(state.covered, self.images, first), state.player)

    def format_move(self, state: Covered, move: int) -> str:
        return self.cell_name(move) + self.cell_name(self.second(state, move))

    def format_state(self, state: Covered) -> str:
        return self.write(pieces_on({"#": state.covered}), "VH"[state.player])

    def parse_state(self, text: str) -> Covered:
        (covered,), player = self.read(text, "#", "VH")
        if covered.bit_count() % 4 != 2 * player:
            raise TextError(
                "each domino covers two cells, and V has put one more when H is to move"
            )
        return Covered(covered, player)

    def picture(self, state: Covered) -> Picture:
        clicks = {move: (move, self.second(state, move)) for move in self.moves(state)}
        return self.drawn(pieces_on({"■": state.covered}), clicks, "tiles", {"■": "closed"})
