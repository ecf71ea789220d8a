"""Games about lines between points, each line drawn with its piece in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

from zermelo.contract.bits import cells
from zermelo.contract.game import State
from zermelo.contract.picture import Picture
from zermelo.errors import ContractError
from zermelo.kit.boardlook import BoardLook

Place = tuple[int, int]


class StrokeGame(BoardLook[State]):
    """A move is a line, of which bit i of a state's bitboards is the i-th; to define: `links`.

    Lines are called by their numbers, from 1.
    """

    @property
    def links(self) -> Sequence[tuple[int, int]]:
        """The points that each line joins."""
        raise ContractError(f"{type(self).__name__} has to define links")

    @cached_property
    def drawn(self) -> Sequence[Sequence[Place]]:
        """The ends of each line in pictures, at even numbers of units; by default
        lines grow upward, see `grown_upward`."""
        return grown_upward(self.links)

    @cached_property
    def corners(self) -> list[Place]:
        """The ends of all lines, each once."""
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
        """The picture of a position: the ends come after the middles of the lines."""
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

    A point is as many rows up as there are lines from it to the ground, in the column of the point
    below it or the next one that is free; a line stands on the ground below its other end.

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
    return [
        (
            (spots[one or other][0], spots[one][1] - top),
            (spots[other or one][0], spots[other][1] - top),
        )
        for one, other in links
    ]
