"""What searches keep their memory in: arrays of 64-bit ints, and records of them.

Compiled code takes numpy's. Plain runs have Python's own, so that they need not load numpy.
"""

from __future__ import annotations

import mmap
from array import array
from collections.abc import Iterable
from typing import Any


def new_words(size: int, fill: int = 0, *, native: bool) -> Any:
    """An array of so many ints, all of them `fill`."""
    if not native:
        return array("q", [fill]) * size if fill or not size else _zeros(size)
    import numpy as np

    return np.zeros(size, np.int64) if fill == 0 else np.full(size, fill, np.int64)


def words_of(ints: Iterable[int], *, native: bool) -> Any:
    """An array of these ints."""
    if not native:
        return array("q", ints)
    import numpy as np

    return np.array([*ints], np.int64)


def clear_words(words: Any, size: int) -> None:
    """Make the first ints of an array 0, so many of them."""
    words[:size] = _zeros(size) if isinstance(words, memoryview) else 0


def _zeros(size: int) -> memoryview:
    """So many zeros, for which memory is taken only as they are written to."""
    return memoryview(mmap.mmap(-1, 8 * size)).cast("q")


def new_record(names: tuple[str, ...], *, native: bool) -> Any:
    """Named ints, all of them 0: a dict in plain runs, a numpy record for compiled code."""
    if not native:
        return dict.fromkeys(names, 0)
    import numpy as np

    return np.zeros(1, np.dtype([(name, np.int64) for name in names]))[0]
