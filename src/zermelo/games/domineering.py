"""Domineering: one player's dominoes stand, the other's lie; who finds no room has lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import LOSS, ONGOING, Game, cells
from zermelo.games.boardsymmetry import moved
from zermelo.games.boardtext import bitboard, read_board, write_board
from zermelo.games.coordinates import LETTERS, cell_name, row_names
from zermelo.games.twocolours import split_mover
from zermelo.picture import Picture


class Covered(NamedTuple):
    """Bitboard of the cells that a domino covers."""

    covered: int
    player: int


class Domineering(Game[Covered]):
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

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.width * self.height) - 1

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << y * self.width for y in range(self.height))

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
        return (own - other) / (4 * self.width * self.height)

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
        w, h = self.width, self.height
        cells = [(x, y) for y in range(h) for x in range(w)]
        found: tuple[int, ...] = ()
        for mirror in (False, True):
            for turn in (False, True):
                found += tuple(
                    (h - 1 - y if turn else y) * w + (w - 1 - x if mirror else x) for x, y in cells
                )
        return found

    def symmetries(self, state: Covered) -> Iterator[Covered]:
        for first in range(0, len(self.images), self.width * self.height):
            yield Covered(moved(state.covered, self.images, first), state.player)

    def format_move(self, state: Covered, move: int) -> str:
        second = self.second(state, move)
        return "".join(cell_name(cell, self.width, self.height) for cell in (move, second))

    def format_state(self, state: Covered) -> str:
        cells = range(self.width * self.height)
        board = "".join("#" if state.covered >> cell & 1 else "." for cell in cells)
        return f"{write_board(board, self.width)} {'VH'[state.player]}"

    def parse_state(self, text: str) -> Covered:
        example = self.format_state(self.start())
        board, player = split_mover(text, "VH", example)
        cells = read_board(board, self.width, self.height, "#.", example)
        covered = bitboard(cells, "#")
        if covered.bit_count() % 4 != 2 * player:
            raise TextError(
                "each domino covers two cells, and V has put one more when H is to move"
            )
        return Covered(covered, player)

    def picture(self, state: Covered) -> Picture:
        cells = range(self.width * self.height)
        pieces = {cell: "■" for cell in cells if state.covered >> cell & 1}
        clicks = {move: (move, self.second(state, move)) for move in self.moves(state)}
        columns, rows = LETTERS[: self.width], row_names(self.height)
        shapes = {"■": "closed"}
        return Picture.grid(
            self.width, self.height, pieces, clicks, columns, rows, surface="tiles", shapes=shapes
        )
