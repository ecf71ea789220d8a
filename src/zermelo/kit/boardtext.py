"""Texts of boards: rows from top to bottom, one symbol a cell, separated by "/"."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import TextError, clip


def write_board(cells: str, width: int) -> str:
    """The text of a board whose cells are given row by row.

    >>> write_board("X.O.X...O", 3)
    'X.O/.X./..O'
    """
    return "/".join(cells[first : first + width] for first in range(0, len(cells), width))


def read_board(text: str, width: int, height: int, symbols: str, example: str) -> str:
    """The cells of `text` row by row; raises `TextError` unless its shape and symbols are right."""
    rows = "".join(text.split()).split("/")
    count = "1 row" if height == 1 else f"{height} rows"
    right = f"{count} of {width} cells out of {' '.join(symbols)}, like {example}"
    if len(rows) != height or any(len(row) != width for row in rows):
        raise TextError(f"{clip(text)} has not the board's shape; right would be {right}")
    cells = "".join(rows)
    for symbol in cells:
        if symbol not in symbols:
            raise TextError(f"{clip(text)} has a cell {symbol!r}; right would be {right}")
    return cells


def bitboard(cells: str, symbol: str, places: Sequence[int] = range(1024)) -> int:
    """The bitboard of the cells that hold `symbol`: for cell i bit i, or another of `layout`.

    >>> bitboard("X.O.X", "X")
    17
    """
    pairs = zip(places, cells, strict=False)
    return sum(1 << place for place, found in pairs if found == symbol)


def split_mover(
    text: str, symbols: str, example: str, what: str = "who is to move"
) -> tuple[str, int]:
    """The text before its last letter, and the player for whom that letter stands."""
    text = text.strip()
    if text[-1:] not in tuple(symbols):
        right = " or ".join(symbols)
        raise TextError(f"{clip(text)} should end with {what}, {right}, like {example}")
    return text[:-1], symbols.index(text[-1])


def mover_after(first: int, second: int, example: str) -> int:
    """The player to move if X began and each move puts down one stone; bitboards of X and of O.

    >>> mover_after(0b1001, 0b10, "X.O")
    1
    """
    player = first.bit_count() - second.bit_count()
    if player not in (0, 1):
        raise TextError(f"X should have as many stones as O or one more, like {example}")
    return player
