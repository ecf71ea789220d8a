"""Lines of stones on a bitboard, found by shifting it over itself."""

from __future__ import annotations


def has_line(stones: int, stride: int, k: int) -> bool:
    """Whether `stones` hold k in a row, a column or a diagonal.

    Neighbours along a row are one bit apart, those along a column `stride` bits. Between one row
    and the next lies at least one bit that stays empty, so that no shifted board wraps around.
    """
    row = column = falling = rising = stones
    length = 1  # of the lines whose first stones are left: each step doubles it, the last less
    while length < k:
        step = min(length, k - length)
        row &= row >> step
        column &= column >> step * stride
        falling &= falling >> step * (stride + 1)
        rising &= rising >> step * (stride - 1)
        length += step
    return (row | column | falling | rising) != 0
