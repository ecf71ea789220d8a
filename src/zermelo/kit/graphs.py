"""Boards of points and lines: men that slide along lines, groups of stones, and lines as moves."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, ClassVar

from zermelo.contract.bits import cells
from zermelo.contract.game import State
from zermelo.contract.picture import Picture
from zermelo.errors import ContractError
from zermelo.kit.boards import BoardGame, BoardLook
from zermelo.kit.pieces import Men, MenGame

Links = Sequence[tuple[int, int]]


class GraphGame(MenGame):
    """A game of men that slide along lines to empty points; define `spots`, `links` and `start`.

    A move is origin · points + target; its text numbers both points from 1: "1-3". A position's
    text has the points in order and the player to move: "XX.OO X".
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
        """The neighbours of each point."""
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
        """The points that a man at `origin` may move to; by default all empty neighbours."""
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
            yield f"each side should have as many men as in {self.example}"

    def picture(self, state: Men) -> Picture:
        names = {point: self.cell_name(point) for point in range(self.area)}
        return self.pictured(state, lines=self.links, cells=False, columns=(), rows=(), names=names)


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


class GroupGame(BoardGame[State]):
    """A game with groups of joined stones; by default rows and columns join them."""

    def neighbours(self, group: int) -> int:
        """The cells next to `group`, perhaps with some of the group itself."""
        beside = (group & ~self.right) << 1 | (group & ~self.left) >> 1
        return (beside | group << self.shape[0] | group >> self.shape[0]) & self.board

    def grown(self, group: int, stones: int) -> int:
        """The cells of `group` with all stones joined to them."""
        wider = group | self.neighbours(group) & stones
        while wider != group:
            group = wider
            wider = group | self.neighbours(group) & stones
        return group

    def groups(self, stones: int) -> Iterator[int]:
        """Each group of joined stones."""
        while stones:
            group = self.grown(stones & -stones, stones)
            yield group
            stones ^= group

    def corner_shift(self, group: int) -> int:
        """The shift in bits that moves a group to the upper left corner."""
        shift = ((group & -group).bit_length() - 1) // self.shape[0] * self.shape[0]
        while not group >> shift & self.left:
            shift += 1
        return shift

    def linked(self, stones: int, side: int, opposite: int) -> bool:
        """Whether a group of stones joins both sides."""
        return self.grown(stones & side, stones) & opposite != 0

    def chain(self, stones: int, side: int, opposite: int) -> list[int]:
        """A shortest chain of stones from one side to the other; empty if they are not linked."""
        rings = [stones & side]  # stones 0, 1, … steps from one side, until a ring meets the other
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


Place = tuple[int, int]


class StrokeGame(BoardLook[State]):
    """A game whose moves are lines, named by numbers from 1; define `links`.

    Bit i of a state's bitboards is the i-th line.
    """

    @property
    def links(self) -> Sequence[tuple[int, int]]:
        """The points that each line joins."""
        raise ContractError(f"{type(self).__name__} has to define links")

    @cached_property
    def drawn(self) -> Sequence[Sequence[Place]]:
        """The ends of each line in pictures, at even coordinates; by default `grown_upward`."""
        return grown_upward(self.links)

    @cached_property
    def corners(self) -> list[Place]:
        """All ends of lines, each once."""
        return list(dict.fromkeys(end for ends in self.drawn for end in ends))

    @cached_property
    def shape(self) -> tuple[int, int]:
        return len(self.drawn), 1

    @cached_property
    def spots(self) -> Sequence[Place]:
        return [((x + to_x) // 2, (y + to_y) // 2) for (x, y), (to_x, to_y) in self.drawn]

    def actions(self) -> Iterator[int]:
        yield from range(self.area)

    def cell_name(self, cell: int) -> str:
        return str(cell + 1)

    def pictured(self, state: State, **more: Any) -> Picture:
        """The picture of a position; its points are the middles of the lines, then their ends."""
        at = {corner: point for point, corner in enumerate(self.corners, self.area)}
        ends = [(at[one], at[other]) for one, other in self.drawn]
        given: dict[str, Any] = {
            "points": [*self.spots, *self.corners],
            "lines": ends,
            "strings": [
                (player, *ends[line])
                for player, lines in enumerate(self.bitboards(state))
                for line in cells(lines)
            ],
            "cells": False,
            "columns": (),
            "rows": (),
            "names": {line: self.cell_name(line) for line in range(self.area)},
        }
        return super().pictured(state, **given | more)


def grown_upward(links: Sequence[tuple[int, int]]) -> list[tuple[Place, Place]]:
    """The ends of each line, drawn upward from the ground, point 0.

    Each point is as many rows up as its distance in lines from the ground, in the column of the
    point below it or the next free one; a line to the ground is vertical.

    >>> grown_upward([(0, 1), (1, 2), (1, 3)])
    [((0, 4), (0, 2)), ((0, 2), (0, 0)), ((0, 2), (2, 0))]
    """
    spots, reached = {0: (0, 0)}, [0]
    for point in reached:
        for above in (one + other - point for one, other in links if point in (one, other)):
            if above not in spots:
                x, y = spots[point]
                while (x, y - 2) in spots.values():
                    x += 2
                spots[above] = x, y - 2
                reached.append(above)
    top = min(y for _, y in spots.values())
    drawn = []
    for one, other in links:
        end = spots[one or other][0], spots[one][1] - top
        drawn.append((end, (spots[other or one][0], spots[other][1] - top)))
    return drawn
