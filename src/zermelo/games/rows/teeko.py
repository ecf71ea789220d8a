"""Teeko: players place four men each, then move them, to form a line or a square."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.contract.game import cells
from zermelo.kit.lines import LineGame, board_lines
from zermelo.kit.pieces import Men
from zermelo.kit.ranking import TwoColours

MEN = 4


class Teeko(LineGame, TwoColours[Men]):
    """Players place four men each, then move them; a line or a 2 × 2 square of four wins.

    When all eight are on the board, a man moves to an adjacent empty cell, straight or diagonally.
    Black begins. With good play the game never ends, which is a draw. (John Scarne, 1937; solved
    by Guy Steele, 1998)
    """

    size = 5
    most_men = MEN

    @cached_property
    def lines(self) -> tuple[int, ...]:
        squares = (0b1100011 << corner for corner in range(self.area - 6) if corner % 5 < 4)
        return (*board_lines(5, 5, MEN), *squares)

    def moves(self, state: Men) -> Iterator[int]:
        free = 0 if self.lined(state.other) else self.free(state)
        if state.own.bit_count() < MEN:
            for cell in cells(free):
                yield cell
        else:
            for origin in cells(state.own):
                for target in cells(self.wider(1 << origin) & free):
                    yield (origin + 1) * self.area + target

    def play(self, state: Men, move: int) -> Men:
        own = state.own | 1 << move % self.area
        if move >= self.area:
            own ^= 1 << move // self.area - 1
        return Men(state.other, own, 1 - state.player)

    def order(self, state: Men, move: int) -> int:
        """Moves to the middle of the board come first."""
        x, y = move % self.area % 5, move % self.area // 5
        return -abs(x - 2) - abs(y - 2)

    def key(self, state: Men) -> int:
        """Both bitboards, the mover's first; the player to move makes no difference."""
        return state.own << self.area | state.other

    # Numbers of positions -------------------------------------------------------------------------

    @property
    def points(self) -> int:
        return self.area

    def tier(self, state: Men) -> int:
        """The number of men on the board."""
        return state.own.bit_count() + state.other.bit_count()

    def sectors(self, tier: int) -> Iterator[Men]:
        if tier <= 2 * MEN:
            yield Men(tier // 2, tier - tier // 2, tier % 2)

    def retreats(self, state: Men) -> Iterator[Men]:
        if self.tier(state) == 2 * MEN and not self.lined(state.own):
            for target in cells(state.other):
                for origin in cells(self.wider(1 << target) & self.free(state)):
                    others = state.other ^ 1 << target | 1 << origin
                    yield Men(others, state.own, 1 - state.player)

    def actions(self) -> Iterator[int]:
        yield from range(self.area)
        for origin in range(self.area):
            for target in cells(self.wider(1 << origin) & ~(1 << origin)):
                yield (origin + 1) * self.area + target

    def faults(self, state: Men) -> Iterator[str]:
        first, second = (men.bit_count() for men in self.bitboards(state))
        if first - second not in (0, 1) or first > MEN:
            yield f"X should have as many men as O or one more, at most four, like {self.example}"
        if first + second < 2 * MEN and first - second != state.player:
            yield "the number of men doesn't fit the player to move; X begins"
        if self.lined(state.own):
            yield "the player to move already has four together, so the game is over"
