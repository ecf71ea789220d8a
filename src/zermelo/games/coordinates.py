"""Names of cells as chess players have them: letters for columns, numbers for rows from below."""

from __future__ import annotations

from typing import Final

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def cell_name(cell: int, width: int, height: int) -> str:
    """The name of a cell, counted row by row from the upper left.

    >>> cell_name(0, 8, 8), cell_name(63, 8, 8)
    ('a8', 'h1')
    """
    return f"{LETTERS[cell % width]}{height - cell // width}"


def row_names(height: int) -> list[str]:
    """The names of the rows from top to bottom."""
    return [str(height - y) for y in range(height)]
