"""Lines of stones on a bitboard, found by shifting it over itself."""

from __future__ import annotations


def has_line(stones: int, stride: int, k: int) -> bool:
    """Whether `stones` hold k in a row, a column or a diagonal.

    Neighbours along a row are one bit apart, those along a column `stride` bits. Between one row
    and the next lies at least one bit that stays empty, so that no shifted board wraps around.
    """
    row = column = falling = rising = stones
    for _ in range(k - 1):
        row &= row >> 1
        column &= column >> stride
        falling &= falling >> stride + 1
        rising &= rising >> stride - 1
    return (row | column | falling | rising) != 0
