"""Regions of a board of bits: the cells that hang together, and where they are put."""

from __future__ import annotations

from collections.abc import Iterator


def regions(board: int, width: int, left: int) -> Iterator[int]:
    """The sets of cells of `board` that are connected along rows and columns.

    width  the number of columns
    left   the cells of the first column

    >>> list(regions(0b1011, 2, 0b0101)), list(regions(0b1001, 2, 0b0101))
    ([11], [1, 8])
    """
    right = left << width - 1
    while board:
        region, grown = 0, board & -board
        while region != grown:
            region = grown
            beside = (region & ~right) << 1 | (region & ~left) >> 1
            grown = (region | beside | region << width | region >> width) & board
        yield region
        board ^= region


def corner_shift(region: int, width: int, left: int) -> int:
    """By how many bits a region can go down, so that it lies in the upper left corner.

    width, left  as for `regions`

    >>> corner_shift(0b1100_0000, 4, 0b0001_0001)
    6
    """
    shift = ((region & -region).bit_length() - 1) // width * width
    while not region >> shift & left:
        shift += 1
    return shift
