"""Hex: two players join their two sides of a rhombus of hexagons; there are no draws."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.contract.game import Picture, cells
from zermelo.kit.hexes import JoiningGame, Stones


class Hex(JoiningGame):
    """Players put a stone on any empty cell in turn; the first to join their two sides wins.

    Player X joins the upper side with the lower one, player O the left side with the right one.
    Each cell has six neighbours: those left and right, above and above to the right, below and
    below to the left. X begins; there is no swap. One of the two always wins. (Piet Hein 1942,
    John Nash 1948)
    """

    limits = {"size": range(1, 20)}

    def joins(self, stones: int, stone: int, player: int) -> int:
        """1 when the group of `stone` touches both sides, else 0."""
        group = self.grown(stone, stones)
        side, opposite = (self.left, self.right) if player else (self.top, self.bottom)
        return 1 if group & side and group & opposite else 0

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer than the other the mover still has to put to join its sides."""
        first = self.missing(state.first, state.second, self.top, self.bottom)
        second = self.missing(state.second, state.first, self.left, self.right)
        first, second = min(first, self.size), min(second, self.size)  # for sides that are cut
        ahead = first - second if state.player else second - first
        return (ahead + 0.5) / (self.size + 1)

    # The end that is in sight --------------------------------------------------------------------

    def foresee(self, state: Stones) -> int:
        """A stone that joins the mover's sides, or two cells of which either joins the other's."""
        if self.completing(state, state.player):
            return 1
        joins = self.completing(state, 1 - state.player)
        return -2 if joins & joins - 1 else 0

    @property
    def soonest_win(self) -> int:
        return 3

    @property
    def soonest_loss(self) -> int:
        return 4

    def candidates(self, state: Stones) -> Iterator[int]:
        """A cell that joins the mover's sides, or else the other's; or all cells."""
        empty = self.board & ~(state.first | state.second)
        joins = self.completing(state, state.player) or self.completing(state, 1 - state.player)
        for cell in cells(joins & -joins if joins else empty):
            yield cell

    def completing(self, state: Stones, player: int) -> int:
        """The empty cells with which a player joins its sides."""
        stones = state.second if player else state.first
        side, opposite = (self.left, self.right) if player else (self.top, self.bottom)
        here, there = self.grown(side & stones, stones), self.grown(opposite & stones, stones)
        joining = (self.neighbours(here) | side) & (self.neighbours(there) | opposite)
        return joining & self.board & ~(state.first | state.second)

    @cached_property
    def images(self) -> tuple[int, ...]:
        return (*range(self.area), *reversed(range(self.area)))

    def complete(self, state: Stones) -> list[list[int]]:
        if state.player:
            return [self.chain(state.first, self.top, self.bottom)] if state.joined else []
        return [self.chain(state.second, self.left, self.right)] if state.joined else []

    def picture(self, state: Stones) -> Picture:
        sides = (0, self.top), (0, self.bottom), (1, self.left), (1, self.right)
        seen = [(player, list(cells(side))) for player, side in sides]
        return replace(super().picture(state), sides=seen)
