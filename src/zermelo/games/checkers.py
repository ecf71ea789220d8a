"""Checkers on 8 × 8 squares: men jump over men, and kings move both ways."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar, NamedTuple

from zermelo.contract.game import LOSS, ONGOING, Picture
from zermelo.errors import TextError
from zermelo.kit.boards import BoardLook
from zermelo.kit.pieces import MEN

# Square n, from 0, has bit n + n // 8: the bits 8, 17 and 26 stay empty, and so the two squares
# below any square are 4 and 5 bits further on, the two above it 5 and 4 bits back.
SQUARES = tuple(square + square // 8 for square in range(32))
BOARD = sum(1 << bit for bit in SQUARES)
TOP, BOTTOM = 0b1111, 0b1111 << 31
CENTRE = sum(1 << SQUARES[square] for square in (9, 10, 13, 14, 17, 18, 21, 22))
EDGE = TOP | BOTTOM | sum(1 << SQUARES[square] for square in (4, 11, 12, 19, 20, 27))


class Draughtsmen(NamedTuple):
    """Bitboards of the mover's pieces, the opponent's, and all kings; and the player to move."""

    own: int
    other: int
    kings: int
    player: int


class Checkers(BoardLook[Draughtsmen]):
    """Men step diagonally forward and capture by jumping; a player who cannot move loses.

    A man jumps over an adjacent enemy onto the empty square behind it. A player who can jump must,
    and keeps jumping with the same man as long as it can, along any route. A man that reaches the
    far row becomes a king, which ends its move; kings also step and jump backward. Black, at the
    top, begins. Endless play is a draw; a match may have its own rules for draws.

    A move is a step, or a whole sequence of jumps: 2 · (64 · path + origin), one more for jumps,
    where the path has a base-4 digit for each step after a leading 1: 0 to 3 for down left, down
    right, up left and up right. Its text names the squares, numbered from 1 as usual: "9-13",
    "9x18x25". A position's text has the eight rows of dark squares, b and w for men, B and W for
    kings, and the player to move: "bbbb/bbbb/bbbb/..../..../wwww/wwww/wwww B".
    """

    width, height = 4, 8
    letters, symbols, movers = "bwBW", "●○♚♔", "BW"
    shapes = {**MEN, "♚": "dark king", "♔": "light king"}
    worths: ClassVar[dict[str, int]] = {"king": 2}  # in men
    layout = SQUARES

    # The rules -----------------------------------------------------------------------------------

    def start(self) -> Draughtsmen:
        black = sum(1 << bit for bit in SQUARES[:12])
        return Draughtsmen(black, sum(1 << bit for bit in SQUARES[20:]), 0, 0)

    def step(self, pieces: int, way: int) -> int:
        """The squares one step from `pieces` in direction `way`, without steps off the board."""
        if way == 0:
            return pieces << 4 & BOARD
        if way == 1:
            return pieces << 5 & BOARD
        return pieces >> 5 & BOARD if way == 2 else pieces >> 4 & BOARD

    def runners(self, state: Draughtsmen, way: int) -> int:
        """The mover's pieces that may move in this direction."""
        forward = way < 2 if state.player == 0 else way >= 2
        return state.own if forward else state.own & state.kings

    def steppers(self, state: Draughtsmen, way: int) -> int:
        """The mover's pieces with an empty square in this direction."""
        free = BOARD & ~(state.own | state.other)
        return self.runners(state, way) & self.step(free, 3 - way)

    def jumpers(self, state: Draughtsmen) -> int:
        """The mover's pieces that can capture."""
        free, result = BOARD & ~(state.own | state.other), 0
        for way in range(4):
            back = 3 - way
            result |= self.runners(state, way) & self.step(
                state.other & self.step(free, back), back
            )
        return result

    def moves(self, state: Draughtsmen) -> Iterator[int]:
        jumpers = self.jumpers(state)
        if jumpers == 0:
            for way in range(4):
                pieces = self.steppers(state, way)
                while pieces:
                    piece = pieces & -pieces
                    yield 2 * (64 * (4 + way) + piece.bit_length() - 1)
                    pieces ^= piece
        while jumpers:
            piece = jumpers & -jumpers
            jumpers ^= piece
            # Depth first over the sequences of jumps: `way` is the next direction to try.
            at, path, way, taken, ends = piece, 1, 0, 0, False
            while path > 1 or way < 4:
                if way == 4:
                    if ends:
                        yield 2 * (64 * path + piece.bit_length() - 1) + 1
                    way, path, ends = path % 4, path // 4, False
                    over = self.step(at, 3 - way)
                    at, taken, way = self.step(over, 3 - way), taken ^ over, way + 1
                else:
                    over = self.over(state, piece, at, way) & ~taken
                    if over:
                        at, taken = self.step(over, way), taken | over
                        path, ends = 4 * path + way, True
                        way = 4 if self.crowned(state, piece, at) else 0
                    else:
                        way += 1

    def over(self, state: Draughtsmen, piece: int, at: int, way: int) -> int:
        """The enemy that `piece`, now at `at`, can jump in this direction; 0 if there is none."""
        if self.runners(state, way) & piece == 0:
            return 0
        over = self.step(at, way) & state.other
        landing = self.step(over, way) & ~(state.own & ~piece | state.other)
        return over if landing else 0

    def crowned(self, state: Draughtsmen, piece: int, at: int) -> bool:
        """Whether `piece` is a man that becomes a king at `at`."""
        far = TOP if state.player else BOTTOM
        return state.kings & piece == 0 and at & far != 0

    def play(self, state: Draughtsmen, move: int) -> Draughtsmen:
        piece, path = 1 << move // 2 % 64, move // 128
        at, taken = piece, 0
        for digit in range((path.bit_length() - 3) // 2, -1, -1):
            way = path >> 2 * digit & 3
            at = self.step(at, way)
            if move & 1:
                taken |= at
                at = self.step(at, way)
        kings = state.kings & ~(piece | taken)
        if state.kings & piece or self.crowned(state, piece, at):
            kings |= at
        return Draughtsmen(state.other & ~taken, state.own ^ piece | at, kings, state.player ^ 1)

    def outcome(self, state: Draughtsmen) -> int:
        for way in range(4):
            if self.steppers(state, way):
                return ONGOING
        return ONGOING if self.jumpers(state) else LOSS

    # Hints for search and solver -----------------------------------------------------------------

    def evaluate(self, state: Draughtsmen) -> float:
        """The mover's lead in men, kings (worth more if few are left), good places, free steps."""
        men = state.own.bit_count() - state.other.bit_count()
        kings = (state.own & state.kings).bit_count() - (state.other & state.kings).bit_count()
        left = (state.own | state.other).bit_count()
        worth = self.placed(state.own, state.own & state.kings, state.player)
        worth -= self.placed(state.other, state.other & state.kings, state.player ^ 1)
        worth += self.mobility(state)
        return ((32 * men + 16 * kings) * 36 / (12 + left) + worth) / 1024

    def placed(self, side: int, kings: int, player: int) -> int:
        """The value of a side's progress, guards of the home row, and places of kings."""
        men = side & ~kings
        guards = (men & (BOTTOM if player else TOP)).bit_count()
        kings_placed = 3 * (kings & CENTRE).bit_count() - 8 * (kings & EDGE).bit_count()
        return self.advance(men, player) + 4 * guards + kings_placed

    def standing(self, state: Draughtsmen) -> dict[str, tuple[int, int]]:
        """Each side's kings and guards of the home row."""
        own, other, kings = state.own, state.other, state.kings
        home, far = (BOTTOM, TOP) if state.player else (TOP, BOTTOM)
        guards = (own & ~kings & home).bit_count(), (other & ~kings & far).bit_count()
        crowned = (own & kings).bit_count(), (other & kings).bit_count()
        return {"has {king}": crowned, "guards the home row with {man}": guards}

    def mobility(self, state: Draughtsmen) -> int:
        """The mover's lead in steps to empty squares."""
        turned = Draughtsmen(state.other, state.own, state.kings, state.player ^ 1)
        free, steps = BOARD & ~(state.own | state.other), 0
        for way in range(4):
            beside = self.step(free, 3 - way)
            steps += (self.runners(state, way) & beside).bit_count()
            steps -= (self.runners(turned, way) & beside).bit_count()
        return steps

    def advance(self, men: int, player: int) -> int:
        """How far the men have advanced in all, counted in pairs of rows."""
        rows = 0
        for pair in range(4):
            count = (men >> 9 * pair & 0xFF).bit_count()
            rows += count * (3 - pair if player else pair)
        return rows

    def tier(self, state: Draughtsmen) -> int:
        """A number that grows with each capture, and with each man that becomes a king."""
        pieces = state.own | state.other
        return state.kings.bit_count() - 2 * pieces.bit_count()

    # For matches and learners --------------------------------------------------------------------

    def progress(self, state: Draughtsmen, move: int) -> bool:
        return move & 1 == 1 or not state.kings >> move // 2 % 64 & 1

    def actions(self) -> Iterator[int]:
        for origin in SQUARES:
            for way in range(4):
                if self.step(1 << origin, way):
                    yield 2 * (64 * (4 + way) + origin)
            yield from (2 * (64 * path + origin) + 1 for path in self._jumps(1 << origin, 1, 0))

    def _jumps(self, at: int, path: int, taken: int) -> Iterator[int]:
        """The paths that extend `path` by jumps from `at`, never capturing a piece twice."""
        for way in range(4):
            over = self.step(at, way)
            landing = self.step(over, way)
            if landing and not over & taken:
                yield 4 * path + way
                yield from self._jumps(landing, 4 * path + way, taken | over)

    # For people ----------------------------------------------------------------------------------

    def path(self, state: Draughtsmen, move: int) -> tuple[int, ...]:
        """The squares that the piece visits, in order."""
        squares, path = [move // 2 % 64], move // 128
        for digit in range((path.bit_length() - 3) // 2, -1, -1):
            at = 1 << squares[-1]
            for _ in range(1 + move % 2):
                at = self.step(at, path >> 2 * digit & 3)
            squares.append(at.bit_length() - 1)
        return tuple(squares)

    def cell_name(self, cell: int) -> str:
        return str(SQUARES.index(cell) + 1)

    def format_move(self, state: Draughtsmen, move: int) -> str:
        return ("x" if move & 1 else "-").join(map(self.cell_name, self.path(state, move)))

    def bitboards(self, state: Draughtsmen) -> tuple[int, ...]:
        first, second = (state.own, state.other)[:: -1 if state.player else 1]
        men = first & ~state.kings, second & ~state.kings
        return (*men, first & state.kings, second & state.kings)

    def from_bitboards(self, boards: Sequence[int], player: int) -> Draughtsmen:
        black, white, *kings = boards
        sides = black | kings[0], white | kings[1]
        if max(side.bit_count() for side in sides) > 12:
            raise TextError(f"each side has at most 12 pieces, like {self.example}")
        if black & BOTTOM | white & TOP:
            raise TextError("a man on the far row is a king, written as a capital letter")
        return Draughtsmen(sides[player], sides[player ^ 1], kings[0] | kings[1], player)

    @cached_property
    def point_of(self) -> dict[int, int]:
        """The cell of the whole board, row by row, for each bit."""
        rows = ((bit, *divmod(square, 4)) for square, bit in enumerate(SQUARES))
        return {bit: 8 * row + 2 * column + 1 - row % 2 for bit, row, column in rows}

    @property
    def spots(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(8) for x in range(8)]

    def picture(self, state: Draughtsmen) -> Picture:
        names = {point: self.cell_name(bit) for bit, point in self.point_of.items()}
        return self.pictured(state, columns=(), rows=(), names=names)
