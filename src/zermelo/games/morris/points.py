"""The board of a game of the Morris family as bitboards: constants of its rules."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING, Final

from zermelo.games.morris.board import MorrisBoard, board_for
from zermelo.games.morris.texts import NOWHERE, Men, MorrisTexts
from zermelo.kit.boards import moved

NOBODY: Final = 1 << NOWHERE  # the bitboard of it, on no board


class MorrisPoints(MorrisTexts):
    """Points, lines, neighbours and symmetries of the board, as tables for compiled code."""

    if TYPE_CHECKING:
        men: int

    @cached_property
    def layout(self) -> MorrisBoard:
        """The board on which so many men play."""
        return board_for(self.men)

    @cached_property
    def points(self) -> int:
        """How many points the board has."""
        return len(self.layout.points)

    @property
    def most_men(self) -> int:
        return self.men

    @cached_property
    def board(self) -> int:
        """All points."""
        return (1 << self.points) - 1

    @cached_property
    def lines(self) -> tuple[int, ...]:
        """The mills, each as the bitboard of its points."""
        return tuple(sum(1 << point for point in mill) for mill in self.layout.mills)

    @cached_property
    def spreads(self) -> tuple[int, ...]:
        """For each byte of a bitboard, then each value of it, its men line by line.

        Three bits for each mill, so that all lines are judged at once, see `spread`.
        """
        places = [
            sum(
                1 << 3 * line + mill.index(point)
                for line, mill in enumerate(self.layout.mills)
                if point in mill
            )
            for point in range(self.points)
        ] + [0] * (24 - self.points)
        return tuple(
            sum(places[8 * byte + bit] for bit in range(8) if value >> bit & 1)
            for byte in range(3)
            for value in range(256)
        )

    @cached_property
    def firsts(self) -> int:
        """The first bit of each line in a spread bitboard."""
        return sum(1 << 3 * line for line in range(len(self.lines)))

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """The bitboard of the point for each bit of a spread bitboard."""
        return tuple(1 << point for mill in self.layout.mills for point in mill)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """For each point, those it is joined with."""
        near = [0] * self.points
        for one, other in self.layout.joined:
            near[one] |= 1 << other
            near[other] |= 1 << one
        return tuple(near)

    @cached_property
    def partners(self) -> tuple[int, ...]:
        """For point p, from p · `width` on, the two other points of each mill; NOBODY fills up."""
        collected: list[int] = []
        for point in range(self.points):
            pairs = [line ^ 1 << point for line in self.lines if line >> point & 1]
            collected += pairs + [NOBODY] * (self.width - len(pairs))
        return tuple(collected)

    @cached_property
    def width(self) -> int:
        """The most mills that share a point."""
        return max(sum(line >> point & 1 for line in self.lines) for point in range(self.points))

    @cached_property
    def images(self) -> tuple[int, ...]:
        """Where each symmetry takes each point, `points` numbers a symmetry."""
        return sum(self.layout.symmetries, ())

    def symmetries(self, state: Men) -> Iterator[Men]:
        for first in range(0, len(self.images), self.points):
            own = moved(state.own, self.images, first)
            other = moved(state.other, self.images, first)
            yield Men(own, other, state.own_hand, state.other_hand, state.player)
