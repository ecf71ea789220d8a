"""Isolation: cells close once a piece has stood on them; the last to move wins."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import LOSS, ONGOING, WIN, cells, hashed
from zermelo.contract.parts import require_weights
from zermelo.errors import ParameterError, clip
from zermelo.kit.boards import COORDINATES, BoardGame, moved

LINES = ((1, 0), (0, 1), (1, 1), (1, -1))
JUMPS = tuple((x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y))


class Cells(NamedTuple):
    """Bitboards of the open cells, the mover's piece and the opponent's (0 before its first move).

    Bit = row · width + column.
    """

    open: int
    own: int
    other: int
    player: int


class Terms(NamedTuple):
    """The features of `Isolation`."""

    own_moves: float
    other_moves: float
    centre: float


Terms.other_moves.__doc__, Terms.centre.__doc__ = "the other's moves", "nearness to the centre"


class Isolation(BoardGame[Cells]):
    """Two pieces, A and B, move over open cells in turn; cells they leave stay closed.

    Each player's first move goes to any open cell. Then a piece slides like a chess queen, or jumps
    like a knight. A player who cannot move loses.

    blocked      cells that are closed from the start, like [[2, 1]]
    pieces       queen or knight
    coordinates  how moves are written: letters or numbers
    stuck        mover, or either: then the mover also wins if the opponent could not move
    own_moves    weight of each of the mover's moves
    other_moves  weight of each of the opponent's moves, subtracted
    centre       weight of the mover's lead over the opponent in half steps to the centre

    A move is the cell's bit, row · width + column; its text is "a1" for the lower left, or by
    numbers "column,row" from 0 at the upper left, as in `blocked`. A position's text has the rows
    from top to bottom, open cells ".", closed ones "#", and the player to move: "A.B/.#. A".
    """

    width: int = 3
    height: int = 2
    blocked: tuple[tuple[int, int], ...] = ()
    pieces: str = "queen"
    stuck: str = "mover"
    own_moves: float = 1.0
    other_moves: float = 1.0
    centre: float = 0.0
    coordinates: str = "letters"
    letters, symbols, movers, pair = "AB#", "AB■", "AB", "{column},{row}"
    shapes = {"■": "closed"}

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Cells:
        return Cells(self.board, 0, 0, 0)

    def moves(self, state: Cells) -> Iterator[int]:
        cells = self.reach(state.own, state.open)
        if self.either and self.reach(state.other, state.open) == 0:
            cells = 0
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell

    def play(self, state: Cells, move: int) -> Cells:
        cell = 1 << move
        return Cells(state.open & ~cell, state.other, cell, state.player ^ 1)

    def outcome(self, state: Cells) -> int:
        if self.reach(state.own, state.open) == 0:
            return LOSS
        if self.either and self.reach(state.other, state.open) == 0:
            return WIN
        return ONGOING

    @cached_property
    def board(self) -> int:
        """All cells that are not blocked."""
        blocked = sum(1 << y * self.width + x for x, y in self.blocked)
        return (1 << self.width * self.height) - 1 & ~blocked

    @cached_property
    def knights(self) -> bool:
        """Whether pieces jump instead of sliding."""
        return self.pieces == "knight"

    @cached_property
    def either(self) -> bool:
        """Whether the game is over when either player is stuck."""
        return self.stuck == "either"

    @cached_property
    def jumps(self) -> tuple[int, ...]:
        """For each cell, the cells a knight attacks from it."""
        return tuple(
            sum(self._bit(x + right, y + down) for right, down in JUMPS)
            for y in range(self.height)
            for x in range(self.width)
        )

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """At 4c to 4c + 3, the other cells in the row, column and two diagonals of cell c."""
        steps = [step for step in range(-62, 63) if step]
        return tuple(
            sum(self._bit(x + right * step, y + down * step) for step in steps)
            for y in range(self.height)
            for x in range(self.width)
            for right, down in LINES
        )

    def _bit(self, x: int, y: int) -> int:
        on_board = 0 <= x < self.width and 0 <= y < self.height
        return 1 << y * self.width + x if on_board else 0

    def reach(self, piece: int, open_cells: int) -> int:
        """The cells that `piece` can move to; `piece` is 0 as long as it is not on the board."""
        if piece == 0:
            return open_cells
        cell = piece.bit_length() - 1
        if self.knights:
            return self.jumps[cell] & open_cells
        cells = 0
        for i in range(4 * cell, 4 * cell + 4):
            cells |= slide(piece, self.lines[i], open_cells)
        return cells

    def other_to_move(self, state: Cells) -> Cells:
        return Cells(state.open, state.other, state.own, 1 - state.player)

    # Parameters ----------------------------------------------------------------------------------

    def validate(self) -> None:
        if min(self.width, self.height) < 1 or self.width * self.height > 63:
            raise ParameterError(
                "isolation: width and height should be at least 1 and the cells at most 63, "
                "like width=7, height=7"
            )
        cells = [(x, y) for x in range(self.width) for y in range(self.height)]
        for cell in self.blocked:
            if cell not in cells or not all(type(number) is int for number in cell):
                raise ParameterError(
                    f"isolation: blocked should list (column, row) pairs on the board, like "
                    f"{[cells[-1]]}, not {clip(repr(cell))}"
                )
        if len(set(self.blocked)) < len(self.blocked):
            raise ParameterError("isolation: blocked should list each cell only once")
        if len(self.blocked) == len(cells):
            raise ParameterError("isolation: blocked should leave a cell open")
        self.require_words(
            coordinates=COORDINATES, pieces=("queen", "knight"), stuck=("mover", "either")
        )
        require_weights("isolation", **{name: getattr(self, name) for name in Terms._fields})

    # Hints for search and solver -----------------------------------------------------------------

    def evaluate(self, state: Cells) -> float:
        """The weighted sum of the mover's moves − the opponent's, and of the mover's lead in half
        steps to the centre, divided by `scale`.
        """
        own = self.own_moves * self.reach(state.own, state.open).bit_count()
        worth = own - self.other_moves * self.reach(state.other, state.open).bit_count()
        if self.centre:  # a constant in compiled rules
            worth += self.centre * self.nearer(state)
        return worth / self.scale

    def features(self, state: Cells) -> Terms:
        """The terms of `evaluate`, divided by its denominator."""
        own, other = self.reach(state.own, state.open), self.reach(state.other, state.open)
        counts = own.bit_count(), -other.bit_count(), self.nearer(state)
        return Terms(counts[0] / self.scale, counts[1] / self.scale, counts[2] / self.scale)

    def nearer(self, state: Cells) -> int:
        """The mover's lead in half steps to the centre; 0 until both pieces are on the board."""
        if state.own == 0 or state.other == 0:
            return 0
        own, other = state.own.bit_length() - 1, state.other.bit_length() - 1
        return self.distances[other] - self.distances[own]

    @cached_property
    def distances(self) -> tuple[int, ...]:
        """The distance of each cell from the centre, along columns and rows, in half steps."""
        return tuple(
            abs(2 * x - self.width + 1) + abs(2 * y - self.height + 1)
            for y in range(self.height)
            for x in range(self.width)
        )

    @cached_property
    def scale(self) -> float:
        """A divisor, 64 or more, that keeps evaluations below 1."""
        return 64 * (max(self.own_moves, self.other_moves) + self.centre)

    def order(self, state: Cells, move: int) -> int:
        """Moves that leave the mover the most moves and the opponent the fewest come first."""
        cell = 1 << move
        open_cells = state.open & ~cell
        own = self.reach(cell, open_cells).bit_count()
        return own - self.reach(state.other, open_cells).bit_count()

    def remaining(self, state: Cells) -> int:
        return state.open.bit_count()

    @cached_property
    def index_bits(self) -> int:
        """The number of bits for a piece's cell, counted from 1, with 0 for none."""
        return (self.width * self.height).bit_length()

    @cached_property
    def packs(self) -> bool:
        """Whether a state fits into 63 bits: boards of up to 50 cells."""
        return self.width * self.height + 2 * self.index_bits <= 63

    def key(self, state: Cells) -> int:
        """The open cells and both pieces, the mover's first; their owners make no difference."""
        if not self.packs:
            return hashed((state.open, state.own, state.other))
        pieces = state.own.bit_length() << self.index_bits | state.other.bit_length()
        return state.open << 2 * self.index_bits | pieces

    def symmetries(self, state: Cells) -> Iterator[Cells]:
        for first in range(0, len(self.images), self.area):
            open_cells = moved(state.open, self.images, first)
            own = moved(state.own, self.images, first)
            yield Cells(open_cells, own, moved(state.other, self.images, first), state.player)

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from cells(self.board)

    def bitboards(self, state: Cells) -> tuple[int, ...]:
        first, second = (state.own, state.other)[:: -1 if state.player else 1]
        return first, second, (1 << self.area) - 1 & ~(state.open | first | second)

    def from_bitboards(self, boards: Sequence[int], player: int) -> Cells:
        *pieces, closed = boards
        on_board = (1 << self.area) - 1 & ~(closed | pieces[0] | pieces[1])
        return Cells(on_board, pieces[player], pieces[player ^ 1], player)

    def faults(self, state: Cells) -> Iterator[str]:
        """Faults that show that alternating moves cannot lead to the position."""
        if (state.open | state.own | state.other) & ~self.board:
            yield f"blocked cells should be '#': {self.example}"
        pieces, visited = self.bitboards(state)[:2], self.board & ~state.open
        plies = visited.bit_count()
        if [piece.bit_count() for piece in pieces] != [min(plies, 1), int(plies > 1)]:
            yield "A should be on the board after the first move, B after the second"
        mover = "AB"[plies % 2]
        if plies % 2 != state.player:
            yield f"{plies} cells were visited, so it should be {mover}'s turn"
        before = state.open | state.other
        origins = cells(visited & ~(state.own | state.other))
        if plies > 2 and not any(self.reach(1 << c, before) & state.other for c in origins):
            last = "BA"[state.player]
            yield f"{last} moved last, but cannot have come from any closed cell"


def slide(piece: int, line: int, open_cells: int) -> int:
    """The cells of `line` between `piece` and the nearest closed cell on either side."""
    closed = line & ~open_cells
    below = closed & piece - 1
    above = closed & -piece
    return line & (above & -above) - 1 & -(1 << below.bit_length())
