"""Gomoku: five in a line on a 15 × 15 board."""

from dataclasses import field

from zermelo.games.mnk import MNK, Stones
from zermelo.kit.twocolours import STONES


class Gomoku(MNK):
    """Black and White take turns to put stones on 15 × 15 points; five or more in a line win.

    This is free gomoku: Black may do what White may, six in a line win as well, and a full board
    draws. (As OpenSpiel's gomoku; Black wins, Allis 1994)
    """

    width: int = field(default=15, init=False, repr=False)
    height: int = field(default=15, init=False, repr=False)
    k: int = field(default=5, init=False, repr=False)
    symbols, surface, shapes = "●○", "stones", STONES

    def evaluate(self, state: Stones) -> float:
        """Fives that only one player can still make, the more stones they have the better."""
        own = self.prospects(state.own, self.board & ~state.other, 1)
        other = self.prospects(state.other, self.board & ~state.own, 0)
        return (own - other) / (own + other + 64)

    def prospects(self, stones: int, room: int, tempo: int) -> int:
        """The worth of the fives in `room`; with the move, as if each had half a stone more."""
        worth = 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            ones, twos, fours = self.counted(stones, room, step)
            worth += (twos & ~ones).bit_count() * (2 + tempo)
            worth += (twos & ones).bit_count() * (12 + 12 * tempo)
            worth += fours.bit_count() * (48 + 200 * tempo)
        return worth

    def counted(self, stones: int, room: int, step: int) -> tuple[int, int, int]:
        """How many stones each five in `room` has, in binary: the ones, the twos, the fours.

        A five's bit is that of its first cell.
        """
        fives = room & room >> step
        fives &= fives >> 2 * step & room >> 4 * step
        second, third = stones >> step, stones >> 2 * step
        fourth, fifth = stones >> 3 * step, stones >> 4 * step
        low = stones ^ second ^ third
        carry = stones & second | third & (stones ^ second)
        ones = low ^ fourth ^ fifth
        other_carry = low & fourth | fifth & (low ^ fourth)
        return ones & fives, (carry ^ other_carry) & fives, carry & other_carry & fives

    def order(self, state: Stones, move: int) -> int:
        """First the cells with most stones beside them."""
        near = self.around << move >> self.stride + 1
        return (near & (state.own | state.other)).bit_count()

    @property
    def around(self) -> int:
        """The cell stride + 1 and those beside it."""
        return sum(0b111 << y * self.stride for y in range(3))
