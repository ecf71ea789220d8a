"""Boards of points joined by lines, on which men slide; their symmetries come from the lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import ClassVar

from zermelo.contract.bits import cells
from zermelo.contract.picture import Picture
from zermelo.errors import ContractError
from zermelo.kit.twocolours import Men, MenGame

Links = Sequence[tuple[int, int]]


class GraphGame(MenGame):
    """Men slide along a line to an empty point; to define: `spots`, `links` and `start`.

    A move is origin · points + target; its text has the numbers of both, from 1: "1-3". A
    position's text has the points in this order and who is to move: "XX.OO X".
    """

    surface: ClassVar[str] = "wood"

    @property
    def links(self) -> Links:
        """The pairs of points that a line joins."""
        raise ContractError(f"{type(self).__name__} has to define links")

    @cached_property
    def shape(self) -> tuple[int, int]:
        return len(self.spots), 1

    @cached_property
    def near(self) -> tuple[int, ...]:
        """The points joined to each point."""
        return tuple(
            sum(1 << one + other - point for one, other in self.links if point in (one, other))
            for point in range(self.area)
        )

    @cached_property
    def images(self) -> tuple[int, ...]:
        return sum(automorphisms(self.area, self.links), ())

    def moves(self, state: Men) -> Iterator[int]:
        for origin in cells(state.own):
            for target in cells(self.targets(state, origin)):
                yield origin * self.area + target

    def targets(self, state: Men, origin: int) -> int:
        """The points that a man may go to from `origin`; by default all empty neighbours."""
        return self.near[origin] & self.free(state)

    def play(self, state: Men, move: int) -> Men:
        origin, target = move // self.area, move % self.area
        return Men(state.other, state.own ^ 1 << origin | 1 << target, state.player ^ 1)

    def path(self, state: Men, move: int) -> tuple[int, ...]:
        return divmod(move, self.area)

    def cell_name(self, cell: int) -> str:
        return str(cell + 1)

    def faults(self, state: Men) -> Iterator[str]:
        if [men.bit_count() for men in state[:2]] != [men.bit_count() for men in self.start()[:2]]:
            yield f"each side should have as many men as here: {self.example}"

    def picture(self, state: Men) -> Picture:
        return self.pictured(state, lines=self.links, cells=False, columns=(), rows=())


def automorphisms(points: int, links: Links) -> list[tuple[int, ...]]:
    """The images of all points under each symmetry of a graph, the identity first.

    >>> automorphisms(3, [(0, 1), (1, 2)])
    [(0, 1, 2), (2, 1, 0)]
    """
    joined = {*links, *((other, one) for one, other in links)}
    result: list[tuple[int, ...]] = [()]
    for point in range(points):
        result = [
            (*images, image)
            for images in result
            for image in range(points)
            if image not in images
            and all(
                ((point, earlier) in joined) == ((image, other) in joined)
                for earlier, other in enumerate(images)
            )
        ]
    return result
