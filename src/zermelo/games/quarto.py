"""Quarto: pieces with four properties; completing a line that shares one wins."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, Picture, cells
from zermelo.errors import TextError
from zermelo.kit.boards import BoardLook
from zermelo.kit.lines import board_lines

NONE = 16  # stands for the next piece when none is left
DIGITS = "0123456789ABCDEF"


class Given(NamedTuple):
    """Bitboards of the occupied cells, of the cells with each property, and of the pieces left.

    The last two fields are the piece to place and the player to move.
    """

    cells: int
    first: int
    second: int
    third: int
    fourth: int
    pieces: int
    given: int
    player: int


class Quarto(BoardLook[Given]):
    """Players place the piece they are given, and give the opponent the next one.

    There are 16 pieces, each with or without four properties: tall, dark, square, hollow. The
    player who completes a row, column or diagonal of four pieces that all have a property, or all
    lack it, wins; otherwise a full board is a draw. Since all first pieces are equivalent, the game
    begins with piece 0 given to player 1. (Blaise Müller, 1991)

    Cells are 4 · row + column, and the bits of a piece's number are its properties. A move is 17 ·
    cell + next piece, 16 when none is left; its text is "a1:F", the piece as a digit, or "a1". A
    position's text has the rows of digits and the piece given: "0.../..../..../.... F".
    """

    size = 4
    letters, movers, ending = DIGITS, f"{DIGITS}-", "the piece given"
    surface = "wood"
    shapes = {
        digit: f"{'' if piece & 1 else 'small '}{'dark' if piece & 2 else 'light'} "
        f"{'square' if piece & 4 else 'disc'}{' hollow' if piece & 8 else ''}"
        for piece, digit in enumerate(DIGITS)
    }

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
        """Whether the pieces of some full line share a property, or the lack of one."""
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
        """The occupied cells, and the rank of each piece among those left, in 61 bits."""
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
        """The n-th of these pieces, counted from 0."""
        for _ in range(n):
            pieces &= pieces - 1
        return (pieces & -pieces).bit_length() - 1

    def symmetries(self, state: Given) -> Iterator[Given]:
        for xor in range(16):  # a property and its opposite can change places
            yield self.renamed(state, xor)

    def renamed(self, state: Given, xor: int) -> Given:
        """The state with the properties in `xor` replaced by their opposites."""
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

    def path(self, state: Given, move: int) -> tuple[int, ...]:
        return (move // 17,)

    def format_move(self, state: Given, move: int) -> str:
        name, piece = super().format_move(state, move), move % 17
        return name if piece == NONE else f"{name}:{DIGITS[piece]}"

    def occupied(self, state: Given) -> dict[int, str]:
        return {cell: DIGITS[self.piece(state, cell)] for cell in cells(state.cells)}

    def last(self, state: Given) -> int:
        return state.given

    def from_bitboards(self, boards: Sequence[int], last: int) -> Given:
        if max(board.bit_count() for board in boards) > 1 or (last < NONE and boards[last]):
            raise TextError("each piece should occur only once, on the board or given")
        state = Given(0, 0, 0, 0, 0, 0xFFFF, NONE, 0)
        for piece, board in enumerate(boards):
            for cell in cells(board):
                state = self.play(state._replace(given=piece), 17 * cell + NONE)
        if (state.pieces == 0) != (last == NONE):
            right = "a digit, or - on a full board"
            raise TextError(f"the given piece should be {right}, as in {self.example}")
        return state._replace(given=last)

    def complete(self, state: Given) -> list[list[int]]:
        return [list(cells(line)) for line in self.lines if self.shares(state, line)]

    def picture(self, state: Given) -> Picture:
        """The pieces that are left stand on a shelf, and the one to place below it."""
        shelf = [(5 + x, y) for y in range(4) for x in range(4)]
        board, given = self.pictured(state), DIGITS[state.given : state.given + 1]
        left = cells(state.pieces & ~(1 << state.given))
        beside = {16 + piece: DIGITS[piece] for piece in left} | ({32: given} if given else {})
        gives = {move: (16 + move % 17,) if move % 17 < NONE else () for move in board.clicks}
        return replace(
            board,
            points=[*board.points, *shelf, (4, 5)],
            pieces={**board.pieces, **beside},
            clicks={move: (*cell, *gives[move]) for move, cell in board.clicks.items()},
            prompts=("", "give a piece to your opponent"),
            caption=f"piece to place: {given or 'none'}",
        )
