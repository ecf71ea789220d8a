"""Connect Four: discs fall to the bottom of a column; four in a line win."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo.contract.game import DRAW, LOSS, ONGOING, cells
from zermelo.contract.parts import require_weights
from zermelo.errors import ParameterError
from zermelo.kit.boards import BoardLook
from zermelo.kit.lines import has_line, lines_in


class Discs(NamedTuple):
    """Bitboards of the mover's discs and the opponent's; see `ConnectFour`."""

    own: int
    other: int
    player: int


class Terms(NamedTuple):
    """The features of `ConnectFour`, each the mover's count − the opponent's."""

    winning_cells: float
    middle: float


Terms.middle.__doc__ = "discs in the middle"


class ConnectFour(BoardLook[Discs]):
    """Players take turns to drop a disc into a column; k in a line in any direction win.

    A full board is a draw.

    k              the number of discs in a winning line
    winning_cells  weight of an empty cell that completes a line
    middle         weight of a disc in the middle columns

    Column x has the bits from x · (height + 1), lowest cell first; its last bit, above the board,
    stays empty, so that a shifted board never wraps into the next column. A move is the bit of the
    cell where the disc comes to rest; its text is the column, from "1". A position's text has the
    rows from top to bottom, with "X" for the first player: "...../...../...../..X../.XOO.". The
    numbers of discs determine the player to move.
    """

    width: int = 7
    height: int = 6
    k: int = 4
    winning_cells: float = 1.0
    middle: float = 0.0
    movers, symbols, surface, numbering = "", "●★", "frame", "columns"
    shapes = {"●": "red disc", "★": "starred yellow disc"}

    # The rules -----------------------------------------------------------------------------------

    @cached_property
    def stride(self) -> int:
        """The distance in bits from a cell to its neighbour in the next column."""
        return self.height + 1

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of each column."""
        return sum(1 << column * self.stride for column in range(self.width))

    @cached_property
    def board(self) -> int:
        return self.bottom * ((1 << self.height) - 1)

    def start(self) -> Discs:
        return Discs(0, 0, 0)

    def moves(self, state: Discs) -> Iterator[int]:
        # Adding a column's lowest bit carries through its discs to the first empty cell.
        cells = (state.own | state.other) + self.bottom & self.board
        if has_line(state.other, self.stride, self.k):
            cells = 0
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell

    def play(self, state: Discs, move: int) -> Discs:
        return Discs(state.other, state.own | 1 << move, state.player ^ 1)

    def outcome(self, state: Discs) -> int:
        if has_line(state.other, self.stride, self.k):  # only the last mover can have a line
            return LOSS
        return DRAW if state.own | state.other == self.board else ONGOING

    # Parameters ----------------------------------------------------------------------------------

    def validate(self) -> None:
        if min(self.width, self.height, self.k) < 1:
            raise ParameterError("connectfour: width, height and k should be at least 1")
        if self.width * (self.height + 1) > 63:
            raise ParameterError(
                "connectfour: width · (height + 1) should be at most 63, like width=9, height=6"
            )
        self.require_line(self.k)
        require_weights("connectfour", winning_cells=self.winning_cells, middle=self.middle)

    # Hints for the search ------------------------------------------------------------------------

    def evaluate(self, state: Discs) -> float:
        """The mover's lead in empty cells that complete a line, and in discs in the middle.

        The weighted sum is divided by 64 times the sum of the weights.
        """
        worth = self.winning_cells * self.won(state)
        if self.middle:  # a constant in compiled rules
            worth += self.middle * self.amid(state)
        return worth / self.scale

    def features(self, state: Discs) -> Terms:
        """The terms of `evaluate`, divided by its denominator."""
        return Terms(self.won(state) / self.scale, self.amid(state) / self.scale)

    def won(self, state: Discs) -> int:
        """The mover's lead in empty cells that complete a line."""
        own, other = self.wins_left(state)
        return own - other

    def wins_left(self, state: Discs) -> tuple[int, int]:
        """How many empty cells complete a line of the mover, and how many one of the opponent."""
        empty = self.board & ~(state.own | state.other)
        own = (self.threats(state.own) & empty).bit_count()
        return own, (self.threats(state.other) & empty).bit_count()

    def effect(self, state: Discs, move: int) -> str:
        """Words for new winning cells, two of which lie one above the other or none is playable."""
        own, discs = state.own | 1 << move, state.own | state.other | 1 << move
        if has_line(own, self.stride, self.k):
            return ""
        old, new = (self.threats(each) & ~discs for each in (state.own, own))
        for cell in cells(new & new >> 1 & ~(old & old >> 1)):
            return f"makes winning cells in column {cell // self.stride + 1}, one above the other"
        for cell in cells(new & ~old & ~(discs + self.bottom)):
            row, column = cell % self.stride + 1, cell // self.stride + 1
            return f"makes a winning cell at row {row} of column {column}"
        return ""

    def standing(self, state: Discs) -> dict[str, tuple[int, int]]:
        """Each side's discs in the middle."""
        own, other = ((discs & self.middles).bit_count() for discs in state[:2])
        return {"has {disc} in the middle": (own, other)}

    def amid(self, state: Discs) -> int:
        """The mover's lead in discs in the middle."""
        return (state.own & self.middles).bit_count() - (state.other & self.middles).bit_count()

    @cached_property
    def scale(self) -> float:
        """A divisor, 64 or more, that keeps evaluations below 1."""
        return 64 * (self.winning_cells + self.middle)

    @cached_property
    def middles(self) -> int:
        """The cells of the middle column, or of the two middle columns."""
        columns = {(self.width - 1) // 2, self.width // 2}
        return sum((1 << self.height) - 1 << column * self.stride for column in columns)

    def candidates(self, state: Discs) -> Iterator[int]:
        """A winning cell, else the cells after which the opponent cannot win at once, else all."""
        discs = state.own | state.other
        cells = discs + self.bottom & self.board
        wins = cells & self.threats(state.own) & ~discs
        cells = wins & -wins if wins else self.safe(state) or cells
        while cells:
            cell = cells & -cells
            yield cell.bit_length() - 1
            cells ^= cell

    soonest_win, soonest_loss = 3, 4  # in plies, if `foresee` returns 0

    def foresee(self, state: Discs) -> int:
        """1 for a win by the next disc, −2 for a loss by the opponent's next one, else 0."""
        discs = state.own | state.other
        if discs + self.bottom & self.board & self.threats(state.own) & ~discs:
            return 1
        return 0 if self.safe(state) else -2

    def safe(self, state: Discs) -> int:
        """The playable cells after which the opponent cannot win at once."""
        discs = state.own | state.other
        cells = discs + self.bottom & self.board
        threats = self.threats(state.other) & ~discs
        forced = cells & threats
        if forced & forced - 1:
            return 0
        if forced:
            cells = forced
        return cells & ~(threats >> 1)

    def threats(self, discs: int) -> int:
        """The cells that complete a line with `discs`; some of these cells may be occupied."""
        cells = self.board
        for _ in range(self.k - 1):  # in a column, the other discs are below
            cells = (cells & discs) << 1
        for step in (self.stride - 1, self.stride, self.stride + 1):
            for count in range(self.k):
                before = after = self.board
                for _ in range(count):
                    before = (before & discs) << step
                for _ in range(self.k - 1 - count):
                    after = (after & discs) >> step
                cells |= before & after
        return cells & self.board

    def order(self, state: Discs, move: int) -> int:
        """Moves with the most threats come first, then columns near the centre."""
        discs = state.own | state.other
        threats = self.threats(state.own | 1 << move) & ~discs
        centre = abs(2 * (move // self.stride) - (self.width - 1))
        return 64 * threats.bit_count() - centre

    def remaining(self, state: Discs) -> int:
        return (self.board & ~(state.own | state.other)).bit_count()

    def key(self, state: Discs) -> int:
        # The addition sets the bit above each column's discs; below it are the mover's discs.
        return (state.own | state.other) + state.own

    # For the solver ------------------------------------------------------------------------------

    def unkey(self, key: int) -> Discs:
        own = discs = 0
        for x in range(self.width):
            column = (key >> x * self.stride & (1 << self.stride) - 1) + 1
            above = 1 << column.bit_length() - 1
            own |= (column ^ above) << x * self.stride
            discs |= above - 1 << x * self.stride
        return Discs(own, discs ^ own, discs.bit_count() & 1)

    def symmetries(self, state: Discs) -> Iterator[Discs]:
        yield state
        yield Discs(self.mirrored(state.own), self.mirrored(state.other), state.player)

    def mirrored(self, discs: int) -> int:
        """Bitboard with the columns in opposite order."""
        column, image = (1 << self.stride) - 1, 0
        for x in range(self.width):
            image = image << self.stride | discs >> x * self.stride & column
        return image

    # For people and learners ---------------------------------------------------------------------

    def actions(self) -> Iterator[int]:
        yield from range(self.width)

    def action(self, state: Discs, move: int) -> int:
        return move // self.stride

    @cached_property
    def layout(self) -> tuple[int, ...]:
        """The bits of the cells, row by row from the upper left, as in texts and pictures."""
        rows = range(self.height - 1, -1, -1)
        return tuple(x * self.stride + y for y in rows for x in range(self.width))

    def faults(self, state: Discs) -> Iterator[str]:
        mover, last = "XO"[state.player], "XO"[state.player ^ 1]
        discs = state.own | state.other
        if discs & ~(discs << 1 | self.bottom):
            right = f"discs should fall to the bottom: {self.example}"
            yield f"a disc is floating; {right}"
        if has_line(state.own, self.stride, self.k):
            yield f"{mover} has a line, yet {last} moved last; the game ends with the first line"
        tops = [1 << cell for cell in cells(state.other & ~(discs >> 1))]
        if discs and all(has_line(state.other & ~top, self.stride, self.k) for top in tops):
            yield f"the game should have ended earlier: {last} has a line without the last disc"
        first = state.other if state.player else state.own
        if discs and not first & self.bottom:
            yield "X began, so one of the lowest discs should be X"

    def complete(self, state: Discs) -> list[list[int]]:
        return lines_in(state.other, self.stride, self.k)
