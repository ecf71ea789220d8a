"""Hex: the groups of Y on a board of four sides, two for each player."""

from oracles.rules import Rules
from oracles.y import Y


class Hex(Y):
    size: int = 11

    begin = Rules.begin

    def wins(self, group: set, player: int) -> bool:
        """The first player joins the first row and the last, the second the columns."""
        return {0, self.size - 1} <= {cell[1 - player] for cell in group}
