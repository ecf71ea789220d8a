"""Amazons: queens that shoot; who cannot move any more has lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import LOSS, ONGOING, Game, cells
from zermelo.games.boardsymmetry import board_symmetries, moved
from zermelo.games.boardtext import bitboard, read_board, write_board
from zermelo.games.coordinates import LETTERS, cell_name, row_names
from zermelo.games.twocolours import split_mover
from zermelo.picture import Picture


class Field(NamedTuple):
    """Bitboards of the mover's amazons, of the other's, and of the cells that arrows closed."""

    own: int
    other: int
    closed: int
    player: int


class Amazons(Game[Field]):
    """An amazon moves like a chess queen and then shoots an arrow like one; its cell is closed.

    Neither amazons nor arrows go through amazons or closed cells. Who cannot move has lost. Each
    side has four amazons; White, below, begins. (Walter Zamkauskas, 1988)

    Bit y · size + x is the cell in column x and row y, from the upper left. A move is
    (origin · cells + target) · cells + cell of the arrow; its text is "d1-d7/g7", rows numbered
    from below. A position's text has the rows, "#" for closed cells, and who is to move.
    """

    size: int = 10

    def validate(self) -> None:
        if not 4 <= self.size <= 16:
            raise ParameterError("amazons: size should be 4 to 16, like 10")

    @cached_property
    def cells(self) -> int:
        """How many cells there are."""
        return self.size * self.size

    def start(self) -> Field:
        n, third = self.size, (self.size - 1) // 3
        white = (third, n - 1), (n - 1 - third, n - 1), (0, n - 1 - third), (n - 1, n - 1 - third)
        own = sum(1 << y * n + x for x, y in white)
        other = sum(1 << (n - 1 - y) * n + x for x, y in white)
        return Field(own, other, 0, 0)

    def moves(self, state: Field) -> Iterator[int]:
        open_cells = (1 << self.cells) - 1 & ~(state.own | state.other | state.closed)
        for origin in cells(state.own):
            for target in cells(self.reach(1 << origin, open_cells)):
                arrows = self.reach(1 << target, open_cells | 1 << origin)
                for arrow in cells(arrows):
                    yield (origin * self.cells + target) * self.cells + arrow

    def reach(self, pieces: int, open_cells: int) -> int:
        """The cells to which a queen on `pieces` can go."""
        return self.ray_up(pieces, open_cells) | self.ray_down(pieces, open_cells)

    def ray_up(self, pieces: int, open_cells: int) -> int:
        """Those of a higher number than the pieces: to the right and downwards."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            free = self.entered(open_cells, step)
            ray = pieces << step & free
            while ray:
                found |= ray
                ray = ray << step & free
        return found

    def ray_down(self, pieces: int, open_cells: int) -> int:
        """Those of a lower number: to the left and upwards."""
        found = 0
        for step in (1, self.size - 1, self.size, self.size + 1):
            free = self.entered(open_cells, -step)
            ray = pieces >> step & free
            while ray:
                found |= ray
                ray = ray >> step & free
        return found

    def entered(self, open_cells: int, step: int) -> int:
        """The open cells that a step so far can enter without leaving the board at a side."""
        if step in (1, self.size + 1, 1 - self.size):
            return open_cells & ~self.left
        if step in (-1, -self.size - 1, self.size - 1):
            return open_cells & ~(self.left << self.size - 1)
        return open_cells

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << y * self.size for y in range(self.size))

    def play(self, state: Field, move: int) -> Field:
        both, arrow = move // self.cells, move % self.cells
        own = state.own ^ (1 << both // self.cells) | 1 << both % self.cells
        return Field(state.other, own, state.closed | 1 << arrow, state.player ^ 1)

    def outcome(self, state: Field) -> int:
        open_cells = (1 << self.cells) - 1 & ~(state.own | state.other | state.closed)
        near = state.own | (state.own & ~self.left) >> 1
        near |= (state.own & ~(self.left << self.size - 1)) << 1
        near |= near << self.size | near >> self.size
        return ONGOING if near & open_cells else LOSS

    def evaluate(self, state: Field) -> float:
        """Cells that one's own amazons reach in one move − cells that the other's reach."""
        open_cells = (1 << self.cells) - 1 & ~(state.own | state.other | state.closed)
        own = self.reach(state.own, open_cells).bit_count()
        return (own - self.reach(state.other, open_cells).bit_count()) / (self.cells + 1)

    def remaining(self, state: Field) -> int:
        return self.cells - (state.own | state.other | state.closed).bit_count()

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry that keeps rows flat takes each cell."""
        symmetries = board_symmetries(self.size, self.size)
        own = self.start().own
        return sum((images for images in symmetries if moved(own, images, 0) == own), ())

    def symmetries(self, state: Field) -> Iterator[Field]:
        for first in range(0, len(self.images), self.cells):
            own = moved(state.own, self.images, first)
            other = moved(state.other, self.images, first)
            yield Field(own, other, moved(state.closed, self.images, first), state.player)

    def format_move(self, state: Field, move: int) -> str:
        both, arrow = divmod(move, self.cells)
        names = [cell_name(c, self.size, self.size) for c in (*divmod(both, self.cells), arrow)]
        return f"{names[0]}-{names[1]}/{names[2]}"

    def format_state(self, state: Field) -> str:
        pieces = self._pieces(state, "XO#")
        board = "".join(pieces.get(cell, ".") for cell in range(self.cells))
        return f"{write_board(board, self.size)} {'XO'[state.player]}"

    def parse_state(self, text: str) -> Field:
        example = self.format_state(self.start())
        board, player = split_mover(text, "XO", example)
        symbols = read_board(board, self.size, self.size, "XO#.", example)
        sides = [bitboard(symbols, "X"), bitboard(symbols, "O")]
        closed = bitboard(symbols, "#")
        if [side.bit_count() for side in sides] != [4, 4]:
            raise TextError(f"each side should have four amazons, like {example}")
        if closed.bit_count() % 2 != player:
            raise TextError(f"every move closes a cell, so that {'OX'[player]} should be to move")
        return Field(sides[player], sides[player ^ 1], closed, player)

    def _pieces(self, state: Field, symbols: str) -> dict[int, str]:
        first, second = (state.own, state.other)[:: -1 if state.player else 1]
        found = {}
        for cell in range(self.cells):
            for men, symbol in zip((first, second, state.closed), symbols, strict=True):
                if men >> cell & 1:
                    found[cell] = symbol
        return found

    def picture(self, state: Field) -> Picture:
        clicks = {}
        for move in self.moves(state):
            both, arrow = divmod(move, self.cells)
            clicks[move] = (*divmod(both, self.cells), arrow)
        columns, rows = LETTERS[: self.size], row_names(self.size)
        pieces = self._pieces(state, "●○■")
        shapes = {"●": "dark queen", "○": "light queen", "■": "closed"}
        return Picture.grid(
            self.size, self.size, pieces, clicks, columns, rows, surface="tiles", shapes=shapes
        )
