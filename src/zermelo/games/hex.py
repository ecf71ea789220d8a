"""Hex: two players join their two sides of a rhombus of hexagons; there are no draws."""

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
