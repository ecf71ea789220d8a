"""Small games with ints of more than one word, written as newcomers write them."""

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from zermelo import LOSS, ONGOING, WIN, Game


class Marks(NamedTuple):
    boards: tuple[int, int]
    player: int


class WideLine(Game[Marks]):
    """The first player with three neighbouring cells in a row wins; masks are a constant tuple."""

    length: int = 200

    @cached_property
    def threes(self) -> tuple[int, ...]:
        return tuple(7 << cell for cell in range(self.length - 2))

    def start(self) -> Marks:
        return Marks((0, 0), 0)

    def moves(self, state: Marks) -> Iterator[int]:
        if self.outcome(state) == ONGOING:
            for cell in range(self.length):
                if not (state.boards[0] | state.boards[1]) >> cell & 1:
                    yield cell

    def play(self, state: Marks, move: int) -> Marks:
        first, second = state.boards
        if state.player == 0:
            return Marks((first | 1 << move, second), 1)
        return Marks((first, second | 1 << move), 0)

    def outcome(self, state: Marks) -> int:
        for three in self.threes:
            if state.boards[state.player ^ 1] & three == three:
                return LOSS
        return ONGOING

    def evaluate(self, state: Marks) -> float:
        marks = 0  # one word, to begin with
        for board in state.boards:
            marks |= board
        return (state.boards[state.player].bit_length() + marks.bit_count()) / 1000


class SlicedLine(WideLine):
    """The same game with slices, searches and negative indices of constant tuples of wide ints."""

    length: int = 90

    def evaluate(self, state: Marks) -> float:
        known = state.boards[state.player] in self.threes[1:] + self.threes[:1]
        return (known + (self.threes[-1] == self.threes[-2] << 1) + len(self.threes[::2])) / 1000


class Sum(NamedTuple):
    total: int
    left: int
    player: int


class Growing(Game[Sum]):
    """Each move triples or squares a number; an even number at the end wins. Ints get very wide."""

    plies: int = 8

    def start(self) -> Sum:
        return Sum(3, self.plies, 0)

    def moves(self, state: Sum) -> Iterator[int]:
        if state.left:
            yield 0
            yield 1
            yield 2

    def play(self, state: Sum, move: int) -> Sum:
        total = state.total
        if move == 0:
            total = total * 3 + 1
        elif move == 1:
            total = total**2
        else:
            total = total // 7 - total % 5
        return Sum(total, state.left - 1, state.player ^ 1)

    def outcome(self, state: Sum) -> int:
        if state.left:
            return ONGOING
        return WIN if state.total % 2 == 0 else LOSS


class GrowingInPlace(Growing):
    """The same game with `_replace`."""

    def play(self, state: Sum, move: int) -> Sum:
        later = state._replace(left=state.left - 1, player=state.player ^ 1)
        if move == 0:
            return later._replace(total=state.total * 3 + 1)
        if move == 1:
            return later._replace(total=state.total**2)
        return state._replace(
            total=state.total // 7 - state.total % 5, player=later.player, left=later.left
        )


class Coded(NamedTuple):
    code: int
    player: int


CODE = (1 << 100) - 1
FACTOR = 0x9E3779B97F4A7C15F39CC0605  # odd
INVERSE = pow(FACTOR, -1, 1 << 100)


class CodedTug(Game[Coded]):
    """Pull a knot to your end, by one step or, once, by three; states need 100 bits."""

    size: int = 8

    def start(self) -> Coded:
        return self.coded(self.size // 2, 0, 0)

    def coded(self, place: int, jumped: int, player: int) -> Coded:
        """A position; `jumped` has a bit for each player who has used the jump."""
        return Coded((place + 4 << 2 | jumped) * FACTOR & CODE, player)

    def number(self, state: Coded) -> int:
        return state.code * INVERSE & CODE

    def place(self, state: Coded) -> int:
        return (self.number(state) >> 2) - 4

    def moves(self, state: Coded) -> Iterator[int]:
        if 0 < self.place(state) < self.size:
            yield 1
            yield -1
            if not self.number(state) >> state.player & 1:
                yield 3 if state.player == 0 else -3

    def play(self, state: Coded, move: int) -> Coded:
        jumped = self.number(state) & 3
        if abs(move) == 3:
            jumped |= 1 << state.player
        return self.coded(self.place(state) + move, jumped, state.player ^ 1)

    def outcome(self, state: Coded) -> int:
        place = self.place(state)
        if 0 < place < self.size:
            return ONGOING
        return WIN if (place <= 0) == (state.player == 1) else LOSS

    def tier(self, state: Coded) -> int:
        return (self.number(state) & 3).bit_count()


class Seldom(NamedTuple):
    marks: int
    left: int
    player: int


class SeldomSeen(Game[Seldom]):
    """Nineteen of twenty moves lose at once; the other move sets a bit far from the previous."""

    plies: int = 12

    def start(self) -> Seldom:
        return Seldom(1 << 120, self.plies, 0)

    def moves(self, state: Seldom) -> Iterator[int]:
        if state.left:
            for move in range(20):
                yield move

    def play(self, state: Seldom, move: int) -> Seldom:
        if move:
            return Seldom(state.marks, 0, state.player ^ 1)
        bit = 1 << 9 * state.left
        return Seldom(state.marks | bit, state.left - 1, state.player ^ 1)

    def outcome(self, state: Seldom) -> int:
        if state.left:
            return ONGOING
        return WIN if state.marks & 1 << 9 == 0 else LOSS


class Strides(NamedTuple):
    first: int
    second: int
    third: int
    player: int


class Striding(Game[Strides]):
    """Three runners go one, two or three cells at a time; a player who cannot run on loses.

    All bits of a state change, and few are set."""

    far: int = 60

    def start(self) -> Strides:
        return Strides(1 << self.far, 1 << 2 * self.far, 1 << 3 * self.far, 0)

    def moves(self, state: Strides) -> Iterator[int]:
        for step in (3, 2, 1):
            if state.first >> step:
                yield step

    def play(self, state: Strides, move: int) -> Strides:
        return Strides(
            state.first >> move, state.second >> 2 * move, state.third >> 3 * move, state.player ^ 1
        )
