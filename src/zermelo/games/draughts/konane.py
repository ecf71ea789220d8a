"""Kōnane, Hawaiian checkers: stones capture by hopping along a line; the last to move wins."""

from collections.abc import Iterator
from functools import cached_property
from itertools import permutations

from zermelo.contract.game import cells
from zermelo.kit.boards import STRAIGHT
from zermelo.kit.graphs import GroupGame
from zermelo.kit.pieces import STONES, Men, MenGame


class Konane(MenGame, GroupGame[Men]):
    """A stone captures enemies by hopping over them to empty cells; a player who cannot move loses.

    At the start, black and white stones fill the board in a chequered pattern. Black removes a
    black stone from a corner or the middle, then White a white one next to the gap. After that,
    each move is one or more hops along a row or column, all in one direction. (Hawaii, before 1778)
    """

    size: int = 6
    limits = {"size": range(4, 9, 2)}
    shapes, surface = STONES, "wood"

    def start(self) -> Men:
        black = sum(1 << cell for cell in range(self.area) if (cell + cell // self.size) % 2 == 0)
        return Men(black, self.board ^ black, 0)

    @cached_property
    def openings(self) -> int:
        """The cells where Black may remove the first stone: the corners and the middle."""
        middle = self.size // 2 - 1
        square = (3 | 3 << self.size) << middle * (self.size + 1)
        return (self.top | self.bottom) & (self.left | self.right) | square

    def moves(self, state: Men) -> Iterator[int]:
        free = self.free(state)
        if free.bit_count() < 2:
            for cell in cells(state.own & (self.neighbours(free) if free else self.openings)):
                yield cell
        else:
            for right, down in STRAIGHT:
                step = 2 * (down * self.size + right)
                for origin in cells(self.hopping(state.own, state.other, free, right, down)):
                    target = origin + step
                    yield (origin + 1) * self.area + target
                    while self.hopping(1 << target, state.other, free, right, down):
                        target += step
                        yield (origin + 1) * self.area + target

    def play(self, state: Men, move: int) -> Men:
        if move < self.area:
            return Men(state.other, state.own ^ 1 << move, 1 - state.player)
        origin, target = move // self.area - 1, move % self.area
        step = 1 if origin // self.size == target // self.size else self.size
        taken = 0
        for cell in range(min(origin, target) + step, max(origin, target), 2 * step):
            taken |= 1 << cell
        return Men(state.other ^ taken, state.own ^ 1 << origin ^ 1 << target, 1 - state.player)

    def evaluate(self, state: Men) -> float:
        """The mover's lead in stones that can hop."""
        free, more = self.free(state), 0
        for right, down in STRAIGHT:
            more += self.hopping(state.own, state.other, free, right, down).bit_count()
            more -= self.hopping(state.other, state.own, free, right, down).bit_count()
        return more / (4 * self.area)

    def remaining(self, state: Men) -> int:
        return (state.own | state.other).bit_count()

    def actions(self) -> Iterator[int]:
        yield from range(self.area)
        for origin, target in permutations(range(self.area), 2):
            along = (target - origin) % 2 == 0 and origin // self.size == target // self.size
            if along or (target - origin) % (2 * self.size) == 0:
                yield (origin + 1) * self.area + target

    def faults(self, state: Men) -> Iterator[str]:
        start, (first, second) = self.start(), self.bitboards(state)
        if first & ~start.own or second & ~start.other:
            yield f"stones should be on cells of their own colour, like {self.example}"
        gaps = self.board ^ first ^ second
        if gaps.bit_count() < 2 and (
            gaps & ~(self.openings & start.own) or state.player != (gaps != 0)
        ):
            yield "X should begin by removing a stone from a corner or the middle"
