"""Ataxx: men multiply or jump, and flip all enemies next to them."""

from collections.abc import Iterator
from functools import cached_property

from zermelo.contract.game import cells
from zermelo.kit.pieces import Men, MenGame


class Ataxx(MenGame):
    """A man multiplies to an adjacent cell, or jumps two cells away; the player with more men wins.

    The target must be empty. Moves go straight or diagonally; a jump may also go like a knight's,
    and over anything. All enemies next to the new man are flipped. A player who cannot move passes;
    when neither can, or one has no men, the game is over. Black begins in the upper left and lower
    right corners. Endless play is a draw. (Dave Crummack and Craig Galley, Infection, 1988)
    """

    size: int = 7
    limits = {"size": range(3, 9)}
    caption = MenGame.tally

    def start(self) -> Men:
        first = self.left & self.top | self.right & self.bottom
        return Men(first, self.right & self.top | self.left & self.bottom, 0)

    def moves(self, state: Men) -> Iterator[int]:
        free = self.free(state)
        for cell in cells(self.wider(state.own) & free):
            yield cell
        for origin in cells(state.own):
            for target in cells(self.jumps[origin] & free):
                yield (origin + 1) * self.area + target
        if not self.movable(state.own, free) and state.own and self.movable(state.other, free):
            yield self.area

    def movable(self, men: int, free: int) -> bool:
        """Whether any of the men can move."""
        return self.wider(self.wider(men)) & free != 0

    @cached_property
    def jumps(self) -> tuple[int, ...]:
        """For each cell, the cells two columns or two rows away, and no further."""
        near = [self.wider(1 << cell) for cell in range(self.area)]
        return tuple(self.wider(cells) & ~cells for cells in near)

    def play(self, state: Men, move: int) -> Men:
        if move == self.area:
            return Men(state.other, state.own, 1 - state.player)
        own, turned = state.own | 1 << move % self.area, self.turned(state, move)
        if move > self.area:
            own ^= 1 << move // self.area - 1
        return Men(state.other ^ turned, own | turned, 1 - state.player)

    def turned(self, state: Men, move: int) -> int:
        """The enemies next to a man's target, to be flipped."""
        return self.wider(1 << move % self.area) & state.other

    def score(self, state: Men) -> int:
        own, other = state.own.bit_count(), state.other.bit_count()
        return (own > other) - (own < other)

    def evaluate(self, state: Men) -> float:
        return (state.own.bit_count() - state.other.bit_count()) / (self.area + 1)

    def order(self, state: Men, move: int) -> int:
        """Moves that flip the most men come first, and multiplying before jumping."""
        turned = 0 if move == self.area else self.turned(state, move).bit_count()
        return 2 * turned + (move < self.area)

    def progress(self, state: Men, move: int) -> bool:
        return move < self.area

    def tier(self, state: Men) -> int:
        return (state.own | state.other).bit_count()

    def actions(self) -> Iterator[int]:
        yield from range(self.area)
        for origin in range(self.area):
            for target in cells(self.jumps[origin]):
                yield (origin + 1) * self.area + target
        yield self.area

    def faults(self, state: Men) -> Iterator[str]:
        if state.other == 0:
            yield f"the player who moved last has no men; write a position like {self.example}"
