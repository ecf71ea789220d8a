"""Games on a rectangular board of bits: its sides, steps on it, and its symmetries."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from zermelo.contract.game import State
from zermelo.kit.boardlook import BoardLook
from zermelo.kit.boardsymmetry import board_symmetries, moved

# Ways of a step: columns to the right, rows down.
STRAIGHT: Final = ((1, 0), (0, 1), (-1, 0), (0, -1))
DIAGONAL: Final = ((1, 1), (-1, 1), (-1, -1), (1, -1))


class BoardGame(BoardLook[State]):
    """A game whose cell in column x and row y, from the upper left, is bit y · width + x.

    Where symmetries are asked for, a state's fields are bitboards but for the last, who is to move.
    """

    @cached_property
    def board(self) -> int:
        """All cells."""
        return (1 << self.area) - 1

    @cached_property
    def left(self) -> int:
        """The first column."""
        return sum(1 << first for first in range(0, self.area, self.shape[0]))

    @cached_property
    def right(self) -> int:
        """The last column."""
        return self.left << self.shape[0] - 1

    @cached_property
    def top(self) -> int:
        """The first row."""
        return (1 << self.shape[0]) - 1

    @cached_property
    def bottom(self) -> int:
        """The last row."""
        return self.top << self.area - self.shape[0]

    @cached_property
    def images(self) -> tuple[int, ...]:
        """The image of each cell under each symmetry of the start, one symmetry after another."""
        boards, kept = tuple(self.start())[:-1], []
        for images in board_symmetries(*self.shape):
            if all(moved(board, images, 0) == board for board in boards):
                kept.append(images)
        return sum(kept, ())

    def shifted(self, bits: int, right: int, down: int) -> int:
        """The cells one step on, to the right (1), left (−1) or neither (0), and up (−1) or down.

        Those that a step takes off the board at a side are left out, those above and below not.
        """
        if right:
            bits &= ~self.right if right > 0 else ~self.left
        step = down * self.shape[0] + right
        return bits << step if step > 0 else bits >> -step

    def wider(self, cells: int) -> int:
        """The cells with all their neighbours, straight and diagonal."""
        across = cells | (cells & ~self.right) << 1 | (cells & ~self.left) >> 1
        return (across | across << self.shape[0] | across >> self.shape[0]) & self.board

    def stepping(self, pieces: int, onto: int, right: int, down: int) -> int:
        """The pieces that one step this way takes to a cell of `onto`."""
        return pieces & self.shifted(onto, -right, -down)

    def hopping(self, pieces: int, over: int, onto: int, right: int, down: int) -> int:
        """The pieces that can hop this way over a cell of `over` to a cell of `onto` behind it."""
        return self.stepping(pieces, self.stepping(over, onto, right, down), right, down)
