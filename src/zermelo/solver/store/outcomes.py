"""A database of outcomes alone: of a numbered game who wins, and not how far the end is.

tier9408       uint8: the outcomes of five numbers in each byte, the first of them in its lowest
               digit to the base of three; those of 2²⁰ numbers are a chunk

A number that stands for no state has the outcome of the one before, which takes the least room.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np

from zermelo.native.arrays import Array
from zermelo.solver.score import ENDLESS, NOW, UNKNOWN
from zermelo.solver.store.arrays import Kind
from zermelo.solver.store.manifest import OUTCOME_ENCODINGS, OUTCOMES_VERSION
from zermelo.solver.store.numbers import CELLS_OF_CHUNK, SCORES, Cells, TierDraft, TierStates

OF_BYTE: Final = 5  # outcomes
KINDS: Final = 3  # of outcomes
NO_STATE: Final = KINDS  # the outcome of a number that stands for nothing
BYTES_OF_CHUNK: Final = -(-CELLS_OF_CHUNK // OF_BYTE)
LEVEL: Final = 15  # of zstd: a seventh smaller than at 1; 19 saves 1% more, in 2.5 times the time
KIND: Final = Kind("uint8", 255, BYTES_OF_CHUNK, level=LEVEL)


@cache
def outcome_cells() -> Cells:
    """Cells that say no more than the outcome: 0 a draw, 1 a win, 2 a loss, as of endless play."""
    scores = np.full(256, UNKNOWN, np.int16)
    scores[:KINDS] = 0, ENDLESS, -ENDLESS
    cells = np.zeros(SCORES, np.int32)
    cells[1 : NOW + 1], cells[-NOW:], cells[UNKNOWN & SCORES - 1] = 1, 2, NO_STATE
    return Cells(scores, cells, np.empty(0, np.uint8))


def packed_outcomes(outcomes: Array) -> Array:
    """The bytes of outcomes, NO_STATE among them."""
    places = np.arange(len(outcomes), dtype=np.int32)
    places[outcomes == NO_STATE] = 0
    digits = np.zeros((-(-len(outcomes) // OF_BYTE), OF_BYTE), np.uint8)
    digits.reshape(-1)[: len(outcomes)] = outcomes[np.maximum.accumulate(places)] % KINDS
    content = digits[:, OF_BYTE - 1].copy()
    for place in range(OF_BYTE - 2, -1, -1):
        content *= KINDS
        content += digits[:, place]
    return content


def outcomes_in(content: Array, count: int) -> Array:
    """So many outcomes, out of their bytes."""
    digits: Array = _digits()[content].reshape(-1)[:count]
    return digits


@cache
def _digits() -> Array:
    """The outcomes in each byte, the last of which may be none."""
    places = KINDS ** np.arange(OF_BYTE)
    digits = np.arange(256)[:, None] // places
    digits[:, :-1] %= KINDS
    return digits.astype(np.uint8)


def bytes_of(size: int) -> int:
    """The bytes that so many outcomes take, chunk by chunk."""
    chunks, rest = divmod(size, CELLS_OF_CHUNK)
    return chunks * BYTES_OF_CHUNK + -(-rest // OF_BYTE)


class OutcomeDraft(TierDraft):
    """The files of a database of outcomes that is not finished."""

    version, encodings = OUTCOMES_VERSION, OUTCOME_ENCODINGS

    def _may_grow(self) -> bool:
        return False

    def _kind(self) -> Kind:
        return KIND

    def _length(self, size: int) -> int:
        return bytes_of(size)


class OutcomeStates(TierStates):
    """Outcomes of tiers, as the cells of `outcome_cells`."""

    def tier(self, number: int) -> Array:
        """All cells of a tier."""
        return np.concatenate([self.chunk(number, at) for at in self.chunks(number)])

    def _cells(self) -> Cells:
        return outcome_cells()

    def _kind(self) -> Kind:
        return KIND

    def _length(self, size: int) -> int:
        return bytes_of(size)

    def chunk(self, tier: int, number: int) -> Array:
        """The cells of a chunk, from the disk."""
        count = min(self.tiers[tier]["size"] - number * CELLS_OF_CHUNK, CELLS_OF_CHUNK)
        return outcomes_in(self._array(tier).chunk(number), count)
