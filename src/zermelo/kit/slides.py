"""Rays on a board of bits, and the cells that a piece sees along them."""

from __future__ import annotations

from functools import cached_property

from zermelo.contract.game import State
from zermelo.kit.boardgame import DIAGONAL, STRAIGHT, BoardGame

# Ways of a ray: those to higher bits first; the next four are their opposites.
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))


class SlideGame(BoardGame[State]):
    """A game with pieces that slide along rows, columns and diagonals until they meet another."""

    @cached_property
    def rays(self) -> tuple[int, ...]:
        """All cells from a cell on, one way: way · cells + cell → bitboard."""
        collected = []
        for right, down in WAYS:
            for cell in range(self.area):
                ray = step = 1 << cell
                while step := self.shifted(step, right, down) & self.board:
                    ray |= step
                collected.append(ray ^ 1 << cell)
        return tuple(collected)

    @cached_property
    def steps(self) -> tuple[int, ...]:
        """How much higher the number of the next cell is each way."""
        return tuple(down * self.shape[0] + right for right, down in WAYS)

    @cached_property
    def king_steps(self) -> tuple[int, ...]:
        """The neighbours of each cell."""
        return self.around(STRAIGHT + DIAGONAL)

    @cached_property
    def knight_steps(self) -> tuple[int, ...]:
        """The cells a knight's move away from each cell."""
        return self.around(JUMPS)

    def around(self, steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
        """The cells that these steps reach from each cell."""
        width, height = self.shape
        return tuple(
            sum(
                1 << (y + down) * width + x + right
                for right, down in steps
                if 0 <= x + right < width and 0 <= y + down < height
            )
            for y in range(height)
            for x in range(width)
        )

    def seen(self, cell: int, way: int, occupied: int) -> int:
        """The cells on a ray up to the first occupied one, which is among them."""
        ray = self.rays[way * self.area + cell]
        blockers = ray & occupied
        if blockers == 0:
            return ray
        if way < 4:
            return ray & (blockers ^ blockers - 1)
        return ray & ~((1 << blockers.bit_length() - 1) - 1)

    def straight(self, cell: int, occupied: int) -> int:
        """The cells that a rook sees."""
        lower = self.seen(cell, 4, occupied) | self.seen(cell, 5, occupied)
        return self.seen(cell, 0, occupied) | self.seen(cell, 1, occupied) | lower

    def diagonal(self, cell: int, occupied: int) -> int:
        """The cells that a bishop sees."""
        lower = self.seen(cell, 6, occupied) | self.seen(cell, 7, occupied)
        return self.seen(cell, 2, occupied) | self.seen(cell, 3, occupied) | lower

    def toward(self, cell: int, goal: int, occupied: int) -> int:
        """The cells seen on the ray from a cell that has the goal; 0 if none of its rays has."""
        for way in range(8):
            if self.rays[way * self.area + cell] >> goal & 1:
                return self.seen(cell, way, occupied)
        return 0

    @cached_property
    def rows_through(self) -> tuple[int, ...]:
        """The row and the column of each cell, without it."""
        return tuple(self.straight(cell, 0) for cell in range(self.area))

    @cached_property
    def diagonals_through(self) -> tuple[int, ...]:
        """The diagonals of each cell, without it."""
        return tuple(self.diagonal(cell, 0) for cell in range(self.area))
