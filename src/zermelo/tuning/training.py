"""Tables fitted to what searches of self-play said and how the games ended."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from zermelo.learned.layout import Layout
from zermelo.native import kernel
from zermelo.tuning.selfplay import CELLS, CHUNK, PLAYER

if TYPE_CHECKING:
    from zermelo.native.arrays import Array


def chunks_of(layout: Layout) -> int:
    """How many words of a row hold a board."""
    return -(-layout.area // CHUNK)


def entry_numbers(layout: Layout, rows: Array) -> Array:
    """[rows, patterns] the entry of each pattern in each row, among those of both players."""
    import numpy as np

    chunks = chunks_of(layout)
    cells = np.zeros((layout.area, len(rows)), np.int32)
    for place in range(len(layout.boards)):
        for bit in range(layout.area):
            words = rows[:, CELLS + place * chunks + bit // CHUNK]
            cells[bit] += layout.digits[place] * (words >> bit % CHUNK & 1).astype(np.int32)
    numbers = np.empty((len(rows), len(layout.patterns)), np.int32)
    at = rows[:, PLAYER] * (layout.entries if layout.players == 2 else 0)
    for index, bits in enumerate(layout.patterns):
        numbers[:, index] = at
        for digit, bit in enumerate(bits):
            numbers[:, index] += cells[bit] * layout.base**digit
        at = at + layout.base ** len(bits)
    return numbers


@kernel
def sweep(
    numbers: Any, order: Any, base: Any, targets: Any, weights: Any, steep: Any, rate: float
) -> float:
    """Move the weights towards the targets once for each row, in this order; the mean loss before.

    A sum s stands for the chance 1 / (1 + e^−2s) to win; the loss is the surprise at the target.
    Steps are divided by the root of the squares of a weight's own (AdaGrad, Duchi et al. 2011).
    """
    lost = 0.0
    for at in range(len(order)):
        row = order[at]
        total = base[row]
        for place in range(numbers.shape[1]):
            total += weights[numbers[row, place]]
        chance = 1 / (1 + math.exp(-2 * min(max(total, -15.0), 15.0)))
        lost -= targets[row] * math.log(chance) + (1 - targets[row]) * math.log(1 - chance)
        error = targets[row] - chance
        if rate > 0:
            for place in range(numbers.shape[1]):
                number = numbers[row, place]
                steep[number] += error * error
                weights[number] += rate * error / math.sqrt(steep[number])
    return lost / max(len(order), 1)
