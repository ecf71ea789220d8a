"""m,n,k games and tic-tac-toe: k stones in a line on an m × n board win."""

from collections.abc import Iterator
from dataclasses import field
from functools import cached_property
from typing import Final, NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, cell_at, cells, hashed
from zermelo.errors import ParameterError
from zermelo.kit.boards import COORDINATES, BoardLook, board_symmetries, moved
from zermelo.kit.lines import has_line, lines_in, paired

FORESEEN: Final = 4  # the least k for which ends are foreseen
MOST_LINES: Final = 62  # the most lines for which to search a pairing


class Stones(NamedTuple):
    """Bitboards of the mover's stones and of the other's; see `MNK`."""

    own: int
    other: int
    player: int


class MNK(BoardLook[Stones]):
    """X and O take turns on an empty cell; k in a row, column or diagonal win.

    k            the number of stones in a winning line
    coordinates  how moves are written: letters or numbers

    Row y has the bits from y · (width + 1) on, left to right; its last bit, beside the board, stays
    empty, so that a shifted board never wraps into the next row. A move is the cell's bit; its text
    is "a1" for the lower left, or by numbers "row,column" from 0 at the upper left. A position's
    text has the rows from top to bottom, like "X.O/.X./..O". X begins, so the numbers of stones
    determine the player to move. A full board is a draw.
    """

    width: int = 3
    height: int = 3
    k: int = 3
    coordinates: str = "letters"
    movers, pair, surface = "", "{row},{column}", ""

    # The rules -----------------------------------------------------------------------------------

    @cached_property
    def stride(self) -> int:
        """The distance in bits from a cell to the one below."""
        return self.width + 1

    @cached_property
    def board(self) -> int:
        return sum(1 << cell for cell in self._cells)

    @cached_property
    def _cells(self) -> tuple[int, ...]:
        return tuple(y * self.stride + x for y in range(self.height) for x in range(self.width))

    def start(self) -> Stones:
        return Stones(0, 0, 0)

    def moves(self, state: Stones) -> Iterator[int]:
        if not has_line(state.other, self.stride, self.k):
            for cell in cells(self.board & ~(state.own | state.other)):
                yield cell

    def play(self, state: Stones, move: int) -> Stones:
        return Stones(state.other, state.own | 1 << move, state.player ^ 1)

    def outcome(self, state: Stones) -> int:
        if has_line(state.other, self.stride, self.k):  # only the last mover can have a line
            return LOSS
        return DRAW if state.own | state.other == self.board else ONGOING

    # Parameters ----------------------------------------------------------------------------------

    def validate(self) -> None:
        if min(self.width, self.height, self.k) < 1:
            raise ParameterError("mnk: width, height and k should be at least 1")
        if max(self.width, self.height) > 19:
            raise ParameterError("mnk: width and height should be at most 19")
        self.require_line(self.k)
        self.require_words(coordinates=COORDINATES)

    # Hints for the search ------------------------------------------------------------------------

    def move_count(self, state: Stones) -> int:
        if has_line(state.other, self.stride, self.k):
            return 0
        return self.remaining(state)

    def move_at(self, state: Stones, place: int) -> int:
        return cell_at(self.board & ~(state.own | state.other), place)

    def remaining(self, state: Stones) -> int:
        return (self.board & ~(state.own | state.other)).bit_count()

    @cached_property
    def packs(self) -> bool:
        """Whether both bitboards fit into 63 bits."""
        return 2 * self.bits <= 63

    @cached_property
    def bits(self) -> int:
        """The number of bits of a bitboard."""
        return self.stride * self.height

    def key(self, state: Stones) -> int:
        """Both bitboards, the mover's first; which player moves makes no difference."""
        if not self.packs:
            return hashed((state.own, state.other))
        return state.own << self.bits | state.other

    # Forced endings ------------------------------------------------------------------------------

    def has(self, capability: str) -> bool:
        """Whether this game defines `capability`; with short lines, it does not foresee ends."""
        foresees = capability not in ("foresee", "candidates") or self.k >= FORESEEN
        return super().has(capability) and foresees

    def foresee(self, state: Stones) -> int:
        """1 for a line at once, −2 if one stone cannot stop the opponent's lines, 3 for a fork.

        With lines of three or less, a search soon reaches the end, so nothing is foreseen.
        """
        if self.k < FORESEEN:
            return 0
        if self.completing(state.own, state.other):
            return 1
        lines = self.completing(state.other, state.own)
        if lines:
            return -2 if lines & lines - 1 else 0
        return 3 if self.forks(state.own, state.other) else 0

    def assured(self, state: Stones, value: int) -> int:
        """The number of free cells if one side can spoil all lines (see `paired`); else 0.

        The number is negative if that side is the opponent.
        """
        if len(self.lines) > MOST_LINES:
            return 0
        free = self.board & ~(state.own | state.other)
        if value > DRAW:
            return -free.bit_count() if paired(self.lines, state.other, free) else 0
        return free.bit_count() if paired(self.lines, state.own, free) else 0

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The bitboards of all winning lines."""
        ways = (1, self.stride, self.stride + 1, self.stride - 1)
        shapes = [sum(1 << i * way for i in range(self.k)) for way in ways]
        placed = (shape << cell for shape in shapes for cell in self._cells)
        return tuple(line for line in placed if line & self.board == line)

    @property
    def soonest_win(self) -> int:
        return 3 if self.k >= FORESEEN else 1

    @property
    def soonest_loss(self) -> int:
        return 4 if self.k >= FORESEEN else 1

    def candidates(self, state: Stones) -> Iterator[int]:
        """A cell that completes a line of the mover, or else of the opponent; else all cells."""
        empty = self.board & ~(state.own | state.other)
        lines = 0
        if self.k >= FORESEEN:
            lines = self.completing(state.own, state.other)
            lines = lines or self.completing(state.other, state.own)
        for cell in cells(lines & -lines if lines else empty):
            yield cell

    def completing(self, stones: int, other: int) -> int:
        """The empty cells that complete a line."""
        room, result = self.board & ~other, 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            one, _ = self.lacking(stones, room, step)
            for place in range(self.k):
                result |= one << place * step
        return result & room & ~stones

    def forks(self, stones: int, other: int) -> int:
        """The empty cells where a stone leaves two cells that complete a line."""
        room = self.board & ~other
        empty, once, twice = room & ~stones, 0, 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            _, two = self.lacking(stones, room, step)
            if two:
                for apart in range(1, self.k):
                    here = there = 0  # the first, and the second, empty cell of a line
                    for place in range(self.k - apart):
                        pair = (two << place * step) & empty & empty >> apart * step
                        here |= pair
                        there |= pair << apart * step
                    twice |= once & here
                    once |= here
                    twice |= once & there
                    once |= there
        return twice

    def lacking(self, stones: int, room: int, step: int) -> tuple[int, int]:
        """The first cells of the lines in `room` that lack one stone, and of those that lack two.

        Bits for each line count its missing cells: none, one or two.
        """
        none, one, two = room, 0, 0
        for place in range(self.k):
            none &= room >> place * step
        for place in range(self.k):
            filled = stones >> place * step
            two = two & filled | one & ~filled
            one = one & filled | none & ~filled
            none &= filled
        return one, two

    # For the solver ------------------------------------------------------------------------------

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each bit of the board under each symmetry, `bits` numbers for each."""
        images: list[int] = []
        for symmetry in board_symmetries(self.width, self.height):
            taken = dict(zip(self._cells, (self._cells[i] for i in symmetry), strict=True))
            images += [taken.get(bit, bit) for bit in range(self.bits)]
        return tuple(images)

    def symmetries(self, state: Stones) -> Iterator[Stones]:
        for first in range(0, len(self.images), self.bits):
            own = moved(state.own, self.images, first)
            yield Stones(own, moved(state.other, self.images, first), state.player)

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from self._cells

    @property
    def layout(self) -> tuple[int, ...]:
        return self._cells

    def faults(self, state: Stones) -> Iterator[str]:
        mover, last = "XO"[state.player], "XO"[state.player ^ 1]
        if has_line(state.own, self.stride, self.k):
            yield f"{mover} has a line, yet {last} moved last; the game ends with the first line"
        stones = [1 << cell for cell in cells(state.other)]
        if stones and all(has_line(state.other & ~stone, self.stride, self.k) for stone in stones):
            yield f"the game should have ended earlier: {last} has a line without the last stone"

    def complete(self, state: Stones) -> list[list[int]]:
        won = has_line(state.other, self.stride, self.k)
        return lines_in(state.other, self.stride, self.k) if won else []


class TicTacToe(MNK):
    """X and O take turns on a board of 3 × 3 cells; three in a line win."""

    width: int = field(default=3, init=False, repr=False)
    height: int = field(default=3, init=False, repr=False)
    k: int = field(default=3, init=False, repr=False)
    surface = "paper"
