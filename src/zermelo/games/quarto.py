"""Quarto: pieces with four properties; who completes a line that shares one wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.bits import cells
from zermelo.contract.game import DRAW, LOSS, ONGOING, Game
from zermelo.contract.picture import Picture
from zermelo.errors import TextError, clip
from zermelo.kit.lines import board_lines

NONE = 16  # the piece that is given with the last cell
DIGITS = "0123456789ABCDEF"


class Given(NamedTuple):
    """Bitboards of the occupied cells, of those whose piece has each property, and of the pieces
    not on the board; the piece that the mover has been given, and who moves."""

    cells: int
    first: int
    second: int
    third: int
    fourth: int
    pieces: int
    given: int
    player: int


class Quarto(Game[Given]):
    """Players put the piece that they are given on the board, and give the other the next one.

    There are 16 pieces, each with or without four properties: tall, dark, square, hollow. Who
    completes a row, a column or a diagonal of four pieces that all have a property, or all lack
    it, wins; a full board without one is a draw. As all first pieces are alike, the game begins
    with piece 0 given to player 1. (Blaise Müller, 1991)

    Cells are 4 · row + column, pieces the numbers whose bits are the properties. A move is
    17 · cell + next piece, 16 when none is left; its text is "a1:F", rows from above, the piece as
    a digit, or "a1". A position's text has the rows of digits and the piece given:
    "0.../..../..../.... F".
    """

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Given:
        return Given(0, 0, 0, 0, 0, 0xFFFF, 0, 0)

    def moves(self, state: Given) -> Iterator[int]:
        if not self.won(state):
            left = state.pieces & ~(1 << state.given)
            for cell in range(16):
                if not state.cells >> cell & 1:
                    if left == 0:
                        yield 17 * cell + NONE
                    for piece in range(16):
                        if left >> piece & 1:
                            yield 17 * cell + piece

    def play(self, state: Given, move: int) -> Given:
        cell, piece = 1 << move // 17, state.given
        return Given(
            state.cells | cell,
            state.first | cell * (piece & 1),
            state.second | cell * (piece >> 1 & 1),
            state.third | cell * (piece >> 2 & 1),
            state.fourth | cell * (piece >> 3 & 1),
            state.pieces & ~(1 << piece),
            move % 17,
            state.player ^ 1,
        )

    def outcome(self, state: Given) -> int:
        if self.won(state):
            return LOSS
        return ONGOING if state.given < NONE else DRAW

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Bitboards of the ten lines."""
        return board_lines(4, 4, 4)

    def won(self, state: Given) -> bool:
        """Whether some line shares a property, or the lack of one."""
        for line in self.lines:
            if self.shares(state, line):
                return True
        return False

    def shares(self, state: Given, line: int) -> bool:
        """Whether the pieces of a full line share a property, or the lack of one."""
        if state.cells & line == line:
            for having in (state.first, state.second, state.third, state.fourth):
                if having & line == line or having & line == 0:
                    return True
        return False

    # Hints for the search ------------------------------------------------------------------------

    def remaining(self, state: Given) -> int:
        return 0 if self.won(state) else state.pieces.bit_count()

    def key(self, state: Given) -> int:
        """The occupied cells, and which of the pieces left each one took: 61 bits."""
        left, number, scale = 0xFFFF, 0, 1
        for cell in cells(state.cells):
            piece = self.piece(state, cell)
            number += scale * (left & (1 << piece) - 1).bit_count()
            scale *= left.bit_count()
            left ^= 1 << piece
        if state.given < NONE:
            number += scale * (left & (1 << state.given) - 1).bit_count()
        return number << 16 | state.cells

    def piece(self, state: Given, cell: int) -> int:
        """The piece on an occupied cell."""
        lower = (state.first >> cell & 1) + 2 * (state.second >> cell & 1)
        return lower + 4 * (state.third >> cell & 1) + 8 * (state.fourth >> cell & 1)

    # For the solver ------------------------------------------------------------------------------

    def unkey(self, key: int) -> Given:
        occupied, number = key & 0xFFFF, key >> 16
        left, first, second, third, fourth = 0xFFFF, 0, 0, 0, 0
        for cell in cells(occupied):
            piece = self.nth(left, number % left.bit_count())
            number //= left.bit_count()
            left ^= 1 << piece
            first |= (piece & 1) << cell
            second |= (piece >> 1 & 1) << cell
            third |= (piece >> 2 & 1) << cell
            fourth |= (piece >> 3) << cell
        given = self.nth(left, number) if left else NONE
        player = occupied.bit_count() % 2
        return Given(occupied, first, second, third, fourth, left, given, player)

    def nth(self, pieces: int, n: int) -> int:
        """The n-th of some pieces, from 0."""
        for _ in range(n):
            pieces &= pieces - 1
        return (pieces & -pieces).bit_length() - 1

    def symmetries(self, state: Given) -> Iterator[Given]:
        for xor in range(16):  # properties may change their names: what counts is what is alike
            yield self.renamed(state, xor)

    def renamed(self, state: Given, xor: int) -> Given:
        """The state with the properties in `xor` exchanged for their opposites."""
        pieces = 0
        for piece in range(16):
            if state.pieces >> piece & 1:
                pieces |= 1 << (piece ^ xor)
        return Given(
            state.cells,
            state.cells & ~state.first if xor & 1 else state.first,
            state.cells & ~state.second if xor & 2 else state.second,
            state.cells & ~state.third if xor & 4 else state.third,
            state.cells & ~state.fourth if xor & 8 else state.fourth,
            pieces,
            state.given if state.given == NONE else state.given ^ xor,
            state.player,
        )

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from range(17 * 16)

    def format_move(self, state: Given, move: int) -> str:
        cell, piece = move // 17, move % 17
        name = f"{'abcd'[cell % 4]}{cell // 4 + 1}"
        return name if piece == NONE else f"{name}:{DIGITS[piece]}"

    def format_state(self, state: Given) -> str:
        symbols = self._symbols(state)
        rows = "/".join("".join(symbols[4 * y : 4 * y + 4]) for y in range(4))
        return f"{rows} {'-' if state.given == NONE else DIGITS[state.given]}"

    def parse_state(self, text: str) -> Given:
        example = self.format_state(self.start())
        board, given = "".join(text.split())[:-1].split("/"), text.strip()[-1:]
        symbols = "".join(board)
        if [len(row) for row in board] != [4] * 4 or any(c not in f"{DIGITS}." for c in symbols):
            raise TextError(f"{clip(text)} should have four rows and a piece, like {example}")
        placed = [DIGITS.index(c) for c in symbols if c != "."]
        if len(set(placed)) < len(placed) or given in symbols.replace(".", ""):
            raise TextError("each piece should be there once, on the board or given")
        if given not in (DIGITS if len(placed) < 16 else "-"):
            raise TextError(f"the piece given should be a digit, or - on a full board: {example}")
        state = Given(0, 0, 0, 0, 0, 0xFFFF, NONE, 0)
        for cell, symbol in enumerate(symbols):
            if symbol != ".":
                state = self.play(state._replace(given=DIGITS.index(symbol)), 17 * cell + NONE)
        return state._replace(given=NONE if given == "-" else DIGITS.index(given))

    def _symbols(self, state: Given) -> list[str]:
        board = range(16)
        return [DIGITS[self.piece(state, c)] if state.cells >> c & 1 else "." for c in board]

    def picture(self, state: Given) -> Picture:
        board = [(x, y) for y in range(4) for x in range(4)]
        shelf = [(5 + x, y) for y in range(4) for x in range(4)]
        pieces = {cell: s for cell, s in enumerate(self._symbols(state)) if s != "."}
        left = state.pieces & ~(1 << state.given)
        pieces |= {16 + piece: DIGITS[piece] for piece in range(16) if left >> piece & 1}
        if state.given != NONE:
            pieces[32] = DIGITS[state.given]
        clicks = {
            move: (move // 17,) + ((16 + move % 17,) if move % 17 < NONE else ())
            for move in self.moves(state)
        }
        given = "none" if state.given == NONE else DIGITS[state.given]
        shapes = {
            DIGITS[piece]: f"{'' if piece & 1 else 'small '}{'dark' if piece & 2 else 'light'} "
            f"{'square' if piece & 4 else 'disc'}{' hollow' if piece & 8 else ''}"
            for piece in range(16)
        }
        return Picture(
            [*board, *shelf, (4, 5)],
            pieces,
            clicks,
            caption=f"piece to put down: {given}",
            complete=[list(cells(line)) for line in self.lines if self.shares(state, line)],
            surface="wood",
            shapes=shapes,
        )
