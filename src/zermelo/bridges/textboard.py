"""A picture of a position of which only a text is known, as games of OpenSpiel's have one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from zermelo.contract.picture import Picture

EMPTY: Final = ".-+_*"  # what stands for an empty cell, if the start has it, the likeliest first

Grid = tuple[str, ...]  # the rows of a board, a character for each cell


def grid_of(text: str, height: int, width: int) -> Grid:
    """The board of so many cells in a text, or all of the text where there is none.

    >>> grid_of("2bb\\n1w.\\n ab", 2, 2)
    ('bb', 'w.')
    """
    fields = re.sub(r"\d+", lambda digits: "." * int(digits[0]), text.split(" ")[0]).split("/")
    if len(fields) == height and all(len(row) == width for row in fields):
        return tuple(fields)  # as in chess
    rows = [row for line in text.splitlines() if (row := _row(line, width)) is not None]
    if len(rows) == height:
        return tuple(rows)
    return lines_of(text)


def lines_of(text: str) -> Grid:
    """All characters of a text, but for lines like "Current player: 0"."""
    return tuple(line for line in text.splitlines() if ":" not in line)


def _row(line: str, width: int) -> str | None:
    """The cells in a line; None for one that has no row, or names columns."""
    cells = line.strip()
    if " " in cells or len(cells) != width:
        cells = "".join(re.sub(r"^\d+|\d+$", "", cells).split())
    named = cells.isalnum() and len(set(cells)) == len(cells) > 1
    return cells if len(cells) == width and not (named and [*cells] == sorted(cells)) else None


def empty_of(grid: Grid) -> str:
    """The characters for an empty cell in the board at the start of a game."""
    there = "".join(grid)
    return next((sign for sign in EMPTY if sign in there), EMPTY[0])


def drawn(grid: Grid, empty: str, shape: tuple[int, int], after: Mapping[int, Grid]) -> Picture:
    """The picture of a board of `shape` = height, width.

    after  move → the board after it: from the difference follows where it is clicked
    """
    height, width = shape
    cells = _cells(grid, empty, shape)
    ways = {move: _clicks(cells, _cells(child, empty, shape)) for move, child in after.items()}
    alike = Counter(ways.values())
    clicks = {move: way for move, way in ways.items() if way and alike[way] == 1}
    return Picture.grid(width, height, cells, clicks, columns=(), rows=())


def _cells(grid: Grid, empty: str, shape: tuple[int, int]) -> dict[int, str]:
    """Cell → its sign, row by row."""
    height, width = shape
    return {
        y * width + x: sign
        for y, row in enumerate(grid[:height])
        for x, sign in enumerate(row[:width])
        if sign not in (empty, " ")
    }


def _clicks(before: Mapping[int, str], after: Mapping[int, str]) -> tuple[int, ...]:
    """Where one clicks for a move: what is put down, or a piece and where it goes; else nowhere."""
    put = [cell for cell in after if cell not in before]
    gone = [cell for cell in before if cell not in after]
    if not gone:
        return (put[0],) if len(put) == 1 else ()
    come = put or [cell for cell in after if after[cell] != before[cell]]
    if len(come) != 1:
        return ()
    moved = [cell for cell in gone if before[cell].lower() == after[come[0]].lower()]
    return (moved[0], come[0]) if len(moved) == 1 else ()


def size_of(grid: Sequence[str]) -> tuple[int, int]:
    """How many rows and columns of characters there are."""
    return len(grid), max(map(len, grid), default=1)
