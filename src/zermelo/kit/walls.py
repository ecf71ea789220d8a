"""The value of two rows where one player's dominoes are upright and the other's flat.

Domineering bounds the value of larger boards by tables of the walls of their thermographs
(Berlekamp, Conway and Guy 1982).
"""

import functools
from typing import Final

PARTS: Final = 16  # how many units of a wall or a heat make a move
HOTTEST: Final = 3 * PARTS  # the index of the last heat; heats go from −1 to 2
MEAN_AT: Final = 6  # the first bit of the mean in a result, above the index of the heat
LONGEST: Final = 8  # the largest length of two rows with known walls


@functools.lru_cache(maxsize=LONGEST)
def walls_of_two(length: int) -> list[int]:
    """For each set of free cells in two rows: its mean, and the index of its temperature.

    If the walls of the thermograph meet between two of the heats, the mean is rounded down.
    """
    import numpy as np

    upright = [(1 | 1 << length) << cell for cell in range(length)]
    flat = [3 << cell + row for row in (0, length) for cell in range(length - 1)]
    states = np.arange(4**length)
    free = sum(states >> bit & 1 for bit in range(2 * length))
    heats = np.arange(-PARTS, HOTTEST - PARTS + 1)
    left, right = np.zeros((2, len(states), len(heats)), np.int16)
    packed = np.zeros(len(states), np.int64)
    for count in range(2 * length + 1):
        at = states[free == count]
        low, high = (np.full((len(at), len(heats)), far, np.int16) for far in (-9999, 9999))
        for domino in upright:
            fits = at & domino == domino
            low[fits] = np.maximum(low[fits], right[at[fits] ^ domino] - heats)
        for domino in flat:
            fits = at & domino == domino
            high[fits] = np.minimum(high[fits], left[at[fits] ^ domino] + heats)
        # Above the heat where the options' walls meet, both walls are vertical.
        rows, meets = np.arange(len(low)), low <= high
        first = np.where(meets.any(1), meets.argmax(1), HOTTEST)
        between = low[rows, first] < high[rows, first]
        mast = np.where(between, high[rows, first - 1], high[rows, first])
        whole = np.clip(0, -(-low[:, 0] // PARTS) * PARTS, high[:, 0] // PARTS * PARTS)
        mast = np.where(meets[:, 0], whole, mast)[:, None]
        above = np.arange(len(heats)) >= first[:, None]
        left[at], right[at] = np.where(above, mast, low), np.where(above, mast, high)
        packed[at] = (mast[:, 0].astype(np.int64) << MEAN_AT) + first
    return [int(wall) for wall in packed]
