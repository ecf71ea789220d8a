"""Pieces that go like a chess queen, on a board of bits."""

from __future__ import annotations

from zermelo.contract.game import State
from zermelo.kit.boardgame import BoardGame


class QueenGame(BoardGame[State]):
    """A game whose pieces go any number of open cells straight or diagonally."""

    def reach(self, pieces: int, open_cells: int) -> int:
        """The cells to which a queen on `pieces` can go."""
        return self.ray_up(pieces, open_cells) | self.ray_down(pieces, open_cells)

    def ray_up(self, pieces: int, open_cells: int) -> int:
        """The reachable cells with higher numbers: to the right and downwards."""
        result, width = 0, self.shape[0]
        for step in (1, width - 1, width, width + 1):
            free = self.entered(open_cells, step)
            ray = pieces << step & free
            while ray:
                result |= ray
                ray = ray << step & free
        return result

    def ray_down(self, pieces: int, open_cells: int) -> int:
        """The reachable cells with lower numbers: to the left and upwards."""
        result, width = 0, self.shape[0]
        for step in (1, width - 1, width, width + 1):
            free = self.entered(open_cells, -step)
            ray = pieces >> step & free
            while ray:
                result |= ray
                ray = ray >> step & free
        return result

    def entered(self, open_cells: int, step: int) -> int:
        """The open cells that a step can enter without crossing the edge of the board."""
        width = self.shape[0]
        if step in (1, width + 1, 1 - width):
            return open_cells & ~self.left
        if step in (-1, -width - 1, width - 1):
            return open_cells & ~self.right
        return open_cells
