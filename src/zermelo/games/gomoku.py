"""Gomoku: five in a line on a 15 × 15 board."""

from collections.abc import Iterator
from dataclasses import field
from typing import Final

from zermelo.contract.game import cells
from zermelo.games.mnk import MNK, Stones
from zermelo.kit.pieces import STONES

Planes = tuple[int, int, int, int, int, int, int]  # board i has bit i of each cell's number
COLD: Final = (0, 0, 0, 0, 0, 0, 0)
SHAPES: Final = {  # words for the best `rank` that a move gains, and for the best two
    (3,): "makes an open four", (2, 2): "makes two fours", (2, 1): "makes a four and an open three",
    (1, 1): "makes two open threes", (1,): "makes an open three",
}  # fmt: skip


class Gomoku(MNK):
    """Black and White take turns to put a stone on 15 × 15 points; five or more in a line win.

    This is freestyle gomoku: Black has no restrictions, six in a line also win, and a full board is
    a draw. (As OpenSpiel's gomoku; Black wins, Allis 1994)
    """

    width: int = field(default=15, init=False, repr=False)
    height: int = field(default=15, init=False, repr=False)
    k: int = field(default=5, init=False, repr=False)
    symbols, surface, shapes = "●○", "stones", STONES

    def evaluate(self, state: Stones) -> float:
        """The mover's lead in fives that only one player can still make, weighted by stones."""
        own = self.prospects(state.own, self.board & ~state.other, 1)
        other = self.prospects(state.other, self.board & ~state.own, 0)
        return (own - other) / (own + other + 64)

    def prospects(self, stones: int, room: int, tempo: int) -> int:
        """The value of the fives in `room`; `tempo` is 1 for the mover, whose fives count more."""
        worth = 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            ones, twos, fours = self.counted(stones, room, step)
            worth += (twos & ~ones).bit_count() * (2 + tempo)
            worth += (twos & ones).bit_count() * (12 + 12 * tempo)
            worth += fours.bit_count() * (48 + 200 * tempo)
        return worth

    def counted(self, stones: int, room: int, step: int) -> tuple[int, int, int]:
        """The number of stones in each five in `room`, as three bitboards: ones, twos and fours.

        A five's bit is that of its first cell.
        """
        fives = room & room >> step
        fives &= fives >> 2 * step & room >> 4 * step
        second, third = stones >> step, stones >> 2 * step
        ones, twos, fours = sums(stones, second, third, stones >> 3 * step, stones >> 4 * step)
        return ones & fives, twos & fives, fours & fives

    def standing(self, state: Stones) -> dict[str, tuple[int, int]]:
        """Each side's threes, and its twos, in fives without an enemy stone."""
        own, other = self.groups(state.own, state.other), self.groups(state.other, state.own)
        counts = zip(("three", "two"), own, other, strict=True)
        return {f"has {{{name}}} left to extend": (mine, theirs) for name, mine, theirs in counts}

    def groups(self, stones: int, other: int) -> tuple[int, int]:
        """The numbers of threes and of twos in fives without a stone of `other`."""
        found: tuple[set[int], set[int]] = (set(), set())
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            ones, twos, _ = self.counted(stones, self.board & ~other, step)
            for kind, fives in zip(found, (twos & ones, twos & ~ones), strict=True):
                kind |= {stones & spread(1 << five, step) for five in cells(fives)}
        return len(found[0]), len(found[1])

    # Forced endings ------------------------------------------------------------------------------

    def foresee(self, state: Stones) -> int:
        if self.completing(state.own, state.other):
            return 1
        lines = self.completing(state.other, state.own)
        if lines:
            return -2 if lines & lines - 1 else 0
        threes = self.extending(state.own, state.other)
        return 3 if threes and self.forks(state.own, state.other) else 0

    def completing(self, stones: int, other: int) -> int:
        """The empty cells that complete a five."""
        return self.short_by(0, stones, other)

    def extending(self, stones: int, other: int) -> int:
        """The empty cells of fives with three stones, where one more makes a four."""
        return self.short_by(1, stones, other)

    def short_by(self, more: int, stones: int, other: int) -> int:
        """The empty cells of fives that lack one stone, or two if `more`."""
        room, down = self.board & ~other, self.stride
        row = self.lacking(stones, room, 1)[more]
        column = self.lacking(stones, room, down)[more]
        falling = self.lacking(stones, room, down + 1)[more]
        rising = self.lacking(stones, room, down - 1)[more]
        if not (row | column | falling | rising):
            return 0
        fives = spread(row, 1) | spread(column, down)
        return (fives | spread(falling, down + 1) | spread(rising, down - 1)) & ~stones

    def lacking(self, stones: int, room: int, step: int) -> tuple[int, int]:
        """The fives of one direction that lack one stone, and those that lack two."""
        ones, twos, fours = self.counted(stones, room, step)
        return fours & ~ones, twos & ones

    # For people ----------------------------------------------------------------------------------

    def effect(self, state: Stones, move: int) -> str:
        """Words for an open four, an open three, or several fours and open threes at once."""
        if self.completing(state.own, state.other) >> move & 1:
            return ""
        after, steps = state.own | 1 << move, (1, self.stride - 1, self.stride, self.stride + 1)
        ranks = [[self.rank(s, state.other, step) for s in (state.own, after)] for step in steps]
        gained = sorted((new for old, new in ranks if new > old), reverse=True)
        return SHAPES.get(tuple(gained[:2]), SHAPES.get(tuple(gained[:1]), ""))

    def rank(self, stones: int, other: int, step: int) -> int:
        """The best shape in one direction: 3 open four, 2 four, 1 open three, 0 none of these."""
        room = self.board & ~other
        fours, threes = self.lacking(stones, room, step)
        if fours:
            return 2 + ((spread(fours, step) & room & ~stones).bit_count() > 1)
        cells_left = cells(spread(threes, step) & room & ~stones)
        return int(any(self.rank(stones | 1 << cell, other, step) == 3 for cell in cells_left))

    # The hottest cells come first ----------------------------------------------------------------

    def loud(self, state: Stones, move: int) -> bool:
        """No move is loud: the hottest ones come first anyway, and few moves answer a threat."""
        return False

    def candidates(self, state: Stones) -> Iterator[int]:
        """A cell that completes the mover's five, or else the opponent's; else all, hottest first.

        If the opponent threatens a fork, only moves that make a four or stop it: all others lose.
        """
        empty = self.board & ~(state.own | state.other)
        fives = self.completing(state.own, state.other)
        fives = fives or self.completing(state.other, state.own)
        if fives:
            yield (fives & -fives).bit_length() - 1
        else:
            left = self.meeting(state.own, state.other) & empty or empty & -empty
            _, _, ones, twos, fours, eights, sixteens = self.heat(state)
            for heat in range(31, -1, -1):
                these = left & (sixteens if heat & 16 else ~sixteens)
                if these:
                    these &= eights if heat & 8 else ~eights
                    these &= fours if heat & 4 else ~fours
                    these &= twos if heat & 2 else ~twos
                    these &= ones if heat & 1 else ~ones
                    left ^= these
                    for cell in cells(these):
                        yield cell

    def meeting(self, own: int, other: int) -> int:
        """The cells where a stone makes a four, or stops all of the opponent's current forks.

        A stone stops a fork on its own cell, or on one of the two cells that would complete fives.
        """
        forks, met = self.forks(other, own), self.board
        if not forks:
            return met
        while forks:
            fork = forks & -forks
            forks ^= fork
            ends = self.completing(other | fork, own)
            third = ends & ends - 1
            met &= fork if third & third - 1 else fork | ends
        return met | self.extending(own, other)

    def heat(self, state: Stones) -> Planes:
        """The importance of each cell, from the fives through it that only one player can make.

        A five with two stones counts 4 times as much as one with a single stone; fives with three
        count 16 times as much, but once per direction. The mover's fives count twice.
        """
        own, other, down = self.board & ~state.other, self.board & ~state.own, self.stride
        heat = self.warmed(COLD, state.own, own, 1)
        heat = self.warmed(heat, state.own, own, down - 1)
        heat = self.warmed(heat, state.own, own, down)
        halves, ones, twos, fours, eights, more, most = self.warmed(heat, state.own, own, down + 1)
        heat = self.warmed(
            (0, halves, ones, twos, fours, eights, more | most), state.other, other, 1
        )
        heat = self.warmed(heat, state.other, other, down - 1)
        heat = self.warmed(heat, state.other, other, down)
        return self.warmed(heat, state.other, other, down + 1)

    def warmed(self, heat: Planes, stones: int, room: int, step: int) -> Planes:
        """The sum of `heat` and the heat of a player's fives in one direction."""
        ones, twos, fours = self.counted(stones, room, step)
        a, b, c, d, e, f, g = plus(heat, covered(ones & ~twos & ~fours, step))
        c, d, e, f, g, over, more = plus((c, d, e, f, g, 0, 0), covered(twos & ~ones, step))
        g |= over | more
        threes = spread(twos & ones, step)
        e, f, g, over, _, _, _ = plus((e, f, g, 0, 0, 0, 0), (threes, 0, 0))
        return a, b, c, d, e, f, g | over


def sums(a: int, b: int, c: int, d: int, e: int) -> tuple[int, int, int]:
    """How many of the five ints have each bit set, as three ints: the ones, the twos, the fours."""
    low = a ^ b ^ c
    carry, other_carry = a & b | c & (a ^ b), low & d | e & (low ^ d)
    return low ^ d ^ e, carry ^ other_carry, carry & other_carry


def spread(lines: int, step: int) -> int:
    """All cells of the fives with these first cells."""
    lines |= lines << step
    return lines | lines << 2 * step | lines << 3 * step


def covered(lines: int, step: int) -> tuple[int, int, int]:
    """How many fives that begin in `lines` cover each cell: ones, twos and fours, as in `sums`."""
    third = lines << 2 * step
    return sums(lines, lines << step, third, lines << 3 * step, lines << 4 * step)


def plus(planes: Planes, number: tuple[int, int, int]) -> Planes:
    """The sum of two numbers for each cell, where a sum that is too large keeps its highest bit."""
    a, b, c, d, e, f, g = planes
    ones, twos, fours = number
    a, carry = a ^ ones, a & ones
    b, carry = b ^ twos ^ carry, b & twos | carry & (b ^ twos)
    c, carry = c ^ fours ^ carry, c & fours | carry & (c ^ fours)
    d, carry = d ^ carry, d & carry
    e, carry = e ^ carry, e & carry
    f, carry = f ^ carry, f & carry
    return a, b, c, d, e, f, g | carry
