"""The symmetries of rectangular boards: mirror images, and on a square board quarter turns too."""

from __future__ import annotations

from itertools import product

Images = tuple[int, ...]


def board_symmetries(width: int, height: int, *, turns: bool = True) -> tuple[Images, ...]:
    """For each symmetry, the identity first, the cell to which it takes each cell, row by row.

    Without `turns` rows stay rows.

    >>> board_symmetries(2, 1)
    ((0, 1), (1, 0))
    """
    cells = [(x, y) for y in range(height) for x in range(width)]
    collected = []
    for turn, upside_down, mirror in product((False, True), repeat=3):
        if turn and (width != height or not turns):
            break
        places = [(y, x) if turn else (x, y) for x, y in cells]
        places = [(width - 1 - x if mirror else x, y) for x, y in places]
        places = [(x, height - 1 - y if upside_down else y) for x, y in places]
        collected.append(tuple(y * width + x for x, y in places))
    return tuple(dict.fromkeys(collected))


def moved(stones: int, images: Images, first: int) -> int:
    """The bitboard whose stone on cell c is on cell `images[first + c]`."""
    image = 0
    while stones:
        stone = stones & -stones
        image |= 1 << images[first + stone.bit_length() - 1]
        stones ^= stone
    return image
