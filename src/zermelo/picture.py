"""What a position looks like: points, pieces, clicks and buttons, from which every surface draws.

A game's `picture(state)` returns a `Picture`; terminal text, SVG and the boards of notebook and
web page all come from it, so that a game is described once and drawn everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Picture:
    """One position: points on a plane, pieces on points, and how each move is made there.

    points  (x, y) of each point, x to the right, y downwards, one unit between neighbours
    pieces  point index → short symbol ("X", "●"); points not named are empty
    clicks  legal move → the point indices it is clicked through, in order
    buttons legal move without a point → what is on its button, "pass" for example
    lines   pairs of point indices joined by a drawn line (for boards played on lines)
    cells   True draws every point as a square cell, False as a dot
    columns labels of x = 0, 1, 2 …; none: no labels
    rows    labels of y = 0, 1, 2 …; none: no labels
    caption what belongs to the position and is on no point, pieces in hand for example
    aliases point → the point that a click there counts for, where no move is clicked there itself
    """

    points: Sequence[tuple[int, int]]
    pieces: Mapping[int, str] = field(default_factory=dict)
    clicks: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    lines: Sequence[tuple[int, int]] = ()
    cells: bool = True
    columns: Sequence[str] = ()
    rows: Sequence[str] = ()
    caption: str = ""
    aliases: Mapping[int, int] = field(default_factory=dict)
    buttons: Mapping[int, str] = field(default_factory=dict)

    @classmethod
    def grid(
        cls,
        width: int,
        height: int,
        pieces: Mapping[int, str],
        clicks: Mapping[int, tuple[int, ...]],
        columns: Sequence[str] | None = None,
        rows: Sequence[str] | None = None,
        aliases: Mapping[int, int] | None = None,
        buttons: Mapping[int, str] | None = None,
        caption: str = "",
    ) -> Picture:
        """A board of width × height cells, point = row · width + column, labelled from 0.

        >>> Picture.grid(2, 1, {0: "X"}, {1: (1,)}).points
        [(0, 0), (1, 0)]
        """
        points = [(x, y) for y in range(height) for x in range(width)]
        columns = [str(x) for x in range(width)] if columns is None else columns
        rows = [str(y) for y in range(height)] if rows is None else rows
        return cls(
            points,
            pieces,
            clicks,
            columns=columns,
            rows=rows,
            caption=caption,
            aliases=aliases or {},
            buttons=buttons or {},
        )
