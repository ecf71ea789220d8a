"""m,n,k games: the first player with k stones in a line on an m × n board wins."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.errors import ParameterError, TextError
from zermelo.game import DRAW, LOSS, ONGOING, Game
from zermelo.games.boardsymmetry import board_symmetries, moved
from zermelo.games.boardtext import bitboard, read_board, write_board
from zermelo.picture import Picture


class Stones(NamedTuple):
    """Bitboards of the mover's stones and of the other's; bit = row · width + column."""

    own: int
    other: int
    player: int


class MNK(Game[Stones]):
    """X and O take turns on an empty cell; k in a row, column or diagonal win; a full board draws.

    A move is the cell's bit, row · width + column; its text is "row,column", from 0 at the upper
    left. A position's text has the rows from top to bottom, like "X.O/.X./..O": X began, so that
    the numbers of stones tell who is to move.
    """

    width: int = 3
    height: int = 3
    k: int = 3

    def validate(self) -> None:
        if min(self.width, self.height, self.k) < 1:
            raise ParameterError("mnk: width, height and k should be at least 1")
        if self.width * self.height > 63:
            raise ParameterError("mnk: width · height should be at most 63, like width=9, height=7")
        if self.k > max(self.width, self.height):
            longest = max(self.width, self.height)
            raise ParameterError(f"mnk: k should be at most {longest}, the board's longer side")

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.width * self.height) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """Every winning line as a bitboard."""
        cells = [(x, y) for y in range(self.height) for x in range(self.width)]
        ways = ((1, 0), (0, 1), (1, 1), (-1, 1))
        lines = (self._line(x, y, right, down) for x, y in cells for right, down in ways)
        return tuple(dict.fromkeys(line for line in lines if line))

    def _line(self, x: int, y: int, right: int, down: int) -> int:
        """The line of k cells from (x, y) on, 0 when it leaves the board."""
        x_end, y_end = x + right * (self.k - 1), y + down * (self.k - 1)
        if not (0 <= x_end < self.width and y_end < self.height):
            return 0
        return sum(1 << (y + down * i) * self.width + x + right * i for i in range(self.k))

    def start(self) -> Stones:
        return Stones(0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        cells = 0 if self.has_line(state.other) else self.board & ~(state.own | state.other)
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell

    def play(self, state: Stones, move: int) -> Stones:
        return Stones(state.other, state.own | 1 << move, state.player ^ 1)

    def outcome(self, state: Stones) -> int:
        if self.has_line(state.other):  # only who moved last can have completed a line
            return LOSS
        return DRAW if state.own | state.other == self.board else ONGOING

    def has_line(self, stones: int) -> bool:
        """Whether `stones` hold a winning line."""
        for line in self.lines:  # noqa: SIM110 - rules that use any() do not compile
            if stones & line == line:
                return True
        return False

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry of the board takes each cell, one symmetry after another."""
        return sum(board_symmetries(self.width, self.height), ())

    def symmetries(self, state: Stones) -> Iterator[Stones]:
        for first in range(0, len(self.images), self.width * self.height):
            own = moved(state.own, self.images, first)
            yield Stones(own, moved(state.other, self.images, first), state.player)

    def tier(self, state: Stones) -> int:
        """The number of stones."""
        return (state.own | state.other).bit_count()

    def format_move(self, state: Stones, move: int) -> str:
        return f"{move // self.width},{move % self.width}"

    def format_state(self, state: Stones) -> str:
        return write_board(self._symbols(state), self.width)

    def parse_state(self, text: str) -> Stones:
        example = self.format_state(self.play(self.start(), self.width * self.height // 2))
        cells = read_board(text, self.width, self.height, "XO.", example)
        first, second = bitboard(cells, "X"), bitboard(cells, "O")
        ahead = first.bit_count() - second.bit_count()
        if ahead not in (0, 1):
            raise TextError(f"X should have as many stones as O or one more, like {example}")
        state = Stones(second, first, 1) if ahead else Stones(first, second, 0)
        self._check_lines(state)
        return state

    def _check_lines(self, state: Stones) -> None:
        """Refuse lines that one last stone of the player who moved last cannot have completed."""
        mover, last = "XO"[state.player], "XO"[state.player ^ 1]
        if self.has_line(state.own):
            raise TextError(f"{mover} has a line, yet {last} moved last; a game ends at a line")
        stones = [1 << cell for cell in range(self.width * self.height) if state.other >> cell & 1]
        if stones and all(self.has_line(state.other & ~stone) for stone in stones):
            raise TextError(f"no one stone completes {last}'s lines; a game ends at the first line")

    def _symbols(self, state: Stones) -> str:
        first, second = (state.own, state.other)[:: -1 if state.player else 1]
        cells = range(self.width * self.height)
        return "".join("X" if first >> i & 1 else "O" if second >> i & 1 else "." for i in cells)

    def picture(self, state: Stones) -> Picture:
        pieces = {cell: s for cell, s in enumerate(self._symbols(state)) if s != "."}
        clicks = {move: (move,) for move in self.moves(state)}
        return Picture.grid(self.width, self.height, pieces, clicks)
