"""Hex: two players connect their two sides of a rhombus of hexagons; there are no draws."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from zermelo.contract.game import Picture, cells
from zermelo.kit.hexes import JoiningGame, Stones


class Hex(JoiningGame):
    """Players fill empty cells in turn; the first to connect their two sides wins.

    Player X connects the top and bottom sides, player O the left and right sides. Each cell has six
    neighbours: left and right, above and to the upper right, below and to the lower left. X begins;
    there is no swap. One player always wins. (Piet Hein 1942, John Nash 1948)
    """

    limits = {"size": range(1, 20)}

    def own_sides(self, player: int) -> int:
        return self.left | self.right if player else self.top | self.bottom

    def joins(self, stones: int, stone: int, player: int) -> int:
        """1 if the group of `stone` touches both sides, else 0."""
        group = self.grown(stone, stones)
        side, opposite = (self.left, self.right) if player else (self.top, self.bottom)
        return 1 if group & side and group & opposite else 0

    def evaluate(self, state: Stones) -> float:
        """How many stones fewer than the opponent the mover needs to connect the sides."""
        first = self.missing(state.first, state.second, self.top, self.bottom)
        second = self.missing(state.second, state.first, self.left, self.right)
        first, second = min(first, self.size), min(second, self.size)  # for sides that are cut off
        ahead = first - second if state.player else second - first
        return (ahead + 0.5) / (self.size + 1)

    # Forced endings ------------------------------------------------------------------------------

    soonest_win, soonest_loss = 3, 4  # in plies, if `foresee` returns 0

    def foresee(self, state: Stones) -> int:
        """1 if one stone joins the mover's sides, −2 if either of two joins the other's, else 0."""
        if self.completing(state, state.player):
            return 1
        joins = self.completing(state, 1 - state.player)
        return -2 if joins & joins - 1 else 0

    def assured(self, state: Stones, value: int) -> int:
        """Plies to a win over bridges that nobody can cut, below 0 to a loss; 0 if unknown."""
        ways, plies = self.links(state, state.player)
        if ways:
            return plies + 1 if ways == 1 else plies - 1
        ways, plies = self.links(state, 1 - state.player)
        return -plies if ways > 1 else 0

    def links(self, state: Stones, player: int) -> tuple[int, int]:
        """How safely bridges link a player's sides, and the plies to fill them all.

        2 if nobody can cut them, 1 if the player must first make the linking move, 0 if there is no
        link. The plies are counted with the other player to move; with 1, after the linking move.
        """
        stones = state.second if player else state.first
        side, opposite = (self.left, self.right) if player else (self.top, self.bottom)
        empty = self.board & ~(state.first | state.second)
        reached, here, free = self.bridged(side, stones, empty)
        if reached & opposite:
            return 2, empty.bit_count() - free.bit_count()
        _, there, free = self.bridged(opposite, stones, free)
        ways, plies = (here & there & free).bit_count(), empty.bit_count() - free.bit_count()
        return (2, plies + 2) if ways > 1 else (ways, plies)

    def bridged(self, side: int, stones: int, free: int) -> tuple[int, int, int]:
        """The stones linked to `side`, the cells next to them, and the free cells no bridge uses.

        A bridge is two free cells, each next to two groups: either cell links the groups.
        """
        reached = self.grown(side & stones, stones)
        apart, beside = stones & ~reached, side | self.neighbours(reached)
        while apart:
            group = self.grown(apart & -apart, stones)
            apart ^= group
            joins = beside & self.neighbours(group) & free
            second = joins & joins - 1
            if second:
                free &= ~(joins & -joins | second & -second)
                beside |= self.neighbours(group)
                reached |= group
                apart = stones & ~reached
        return reached, beside, free

    def candidates(self, state: Stones) -> Iterator[int]:
        """A cell that connects the mover's sides, or else the opponent's; else all cells."""
        empty = self.board & ~(state.first | state.second)
        joins = self.completing(state, state.player) or self.completing(state, 1 - state.player)
        for cell in cells(joins & -joins if joins else empty):
            yield cell

    def completing(self, state: Stones, player: int) -> int:
        """The empty cells that connect a player's sides."""
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
