"""Groups of stones: neighbouring cells, joined stones, and chains from side to side."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.contract.game import State
from zermelo.kit.boardgame import BoardGame


class GroupGame(BoardGame[State]):
    """A game in which it matters which stones are joined; by default along rows and columns."""

    def neighbours(self, group: int) -> int:
        """The cells beside the cells of `group`, and some of its own."""
        beside = (group & ~self.right) << 1 | (group & ~self.left) >> 1
        return (beside | group << self.shape[0] | group >> self.shape[0]) & self.board

    def grown(self, group: int, stones: int) -> int:
        """The cells of `group` and all stones joined to them."""
        wider = group | self.neighbours(group) & stones
        while wider != group:
            group = wider
            wider = group | self.neighbours(group) & stones
        return group

    def groups(self, stones: int) -> Iterator[int]:
        """The groups of joined stones, one after another."""
        while stones:
            group = self.grown(stones & -stones, stones)
            yield group
            stones ^= group

    def corner_shift(self, group: int) -> int:
        """The number of bits by which a group moves down to reach the upper left corner."""
        shift = ((group & -group).bit_length() - 1) // self.shape[0] * self.shape[0]
        while not group >> shift & self.left:
            shift += 1
        return shift

    def linked(self, stones: int, side: int, opposite: int) -> bool:
        """Whether some group joins both sides."""
        return self.grown(stones & side, stones) & opposite != 0

    def chain(self, stones: int, side: int, opposite: int) -> list[int]:
        """A shortest chain of stones from one side to the other; none if they are not linked."""
        rings = [stones & side]  # by steps from the one side; the last touches the other
        seen = rings[0]
        while not seen & opposite:
            if not (ring := self.neighbours(rings[-1]) & stones & ~seen):
                return []
            rings.append(ring)
            seen |= ring
        near, chain = opposite, list[int]()
        for ring in reversed(rings):
            stone = ring & near & -(ring & near)
            chain.append(stone.bit_length() - 1)
            near = self.neighbours(stone)
        return chain
