"""Games on a rectangular board whose cells are bits: names of cells, symmetries, text and picture.

For games of your own as well: a subclass of `BoardGame` says who moves where, one of `MenGame`
(see `zermelo.kit.twocolours`) has nothing more to say about texts and symmetries either.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from zermelo.contract.game import Game, State
from zermelo.contract.picture import Picture
from zermelo.kit.boardsymmetry import board_symmetries, moved
from zermelo.kit.boardtext import bitboard, read_board, split_mover, write_board

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


class BoardGame(Game[State]):
    """A game whose cell in column x and row y, from the upper left, is bit y · width + x.

    The parameters `width` and `height`, or `size` for both, say how big the board is. Where
    symmetries are asked for, a state's fields are bitboards but for the last, who is to move.
    """

    @cached_property
    def shape(self) -> tuple[int, int]:
        """How many columns and rows there are."""
        size = getattr(self, "size", 0)
        return getattr(self, "width", size), getattr(self, "height", size)

    @cached_property
    def area(self) -> int:
        """How many cells there are."""
        return self.shape[0] * self.shape[1]

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.area) - 1

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << first for first in range(0, self.area, self.shape[0]))

    @cached_property
    def right(self) -> int:
        """The last column."""
        return self.left << self.shape[0] - 1

    @cached_property
    def top(self) -> int:
        """The first row."""
        return (1 << self.shape[0]) - 1

    @cached_property
    def bottom(self) -> int:
        """The last row."""
        return self.top << self.area - self.shape[0]

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry that leaves the start as it is takes each cell, one after another."""
        boards, kept = tuple(self.start())[:-1], []
        for images in board_symmetries(*self.shape):
            if all(moved(board, images, 0) == board for board in boards):
                kept.append(images)
        return sum(kept, ())

    def shifted(self, bits: int, right: int, down: int) -> int:
        """The cells one step on, to the right (1), left (−1) or neither (0), and up (−1) or down.

        Those that a step takes off the board at a side are left out, those above and below not.
        """
        if right:
            bits &= ~self.right if right > 0 else ~self.left
        step = down * self.shape[0] + right
        return bits << step if step > 0 else bits >> -step

    def row_name(self, row: int) -> str:
        """The name of a row, counted from the top: its number from below."""
        return str(self.shape[1] - row)

    def cell_name(self, cell: int) -> str:
        """The letter of a cell's column and the name of its row: "a1"."""
        row, column = divmod(cell, self.shape[0])
        return f"{LETTERS[column]}{self.row_name(row)}"

    def write(self, symbols: Mapping[int, str], player: str = "") -> str:
        """The text of a position: row by row the symbol of each cell, then who is to move."""
        cells = "".join(symbols.get(cell, ".") for cell in range(self.area))
        return f"{write_board(cells, self.shape[0])} {player}".rstrip()

    def read(self, text: str, symbols: str, players: str) -> tuple[list[int], int]:
        """Parse the output of `write`: the bitboard of each symbol, and which of `players` moves.

        Raises `TextError` for a text of another shape.
        """
        example = self.format_state(self.start())
        board, player = split_mover(text, players, example)
        cells = read_board(board, *self.shape, f"{symbols}.", example)
        return [bitboard(cells, symbol) for symbol in symbols], player

    def drawn(
        self,
        pieces: Mapping[int, str],
        clicks: Mapping[int, tuple[int, ...]],
        surface: str,
        shapes: Mapping[str, str],
        **more: Any,
    ) -> Picture:
        """The picture of a position, its columns lettered and its rows numbered."""
        width, height = self.shape
        rows = [self.row_name(row) for row in range(height)]
        return Picture.grid(
            width,
            height,
            pieces,
            clicks,
            LETTERS[:width],
            rows,
            surface=surface,
            shapes=shapes,
            **more,
        )


def pieces_on(boards: Mapping[str, int]) -> dict[int, str]:
    """Symbol → the bitboard of its cells, turned into cell → its symbol.

    >>> pieces_on({"X": 0b101, "O": 0b10})
    {0: 'X', 2: 'X', 1: 'O'}
    """
    return {
        cell: symbol
        for symbol, bits in boards.items()
        for cell in range(bits.bit_length())
        if bits >> cell & 1
    }
