"""The entries of a search's table that took the most work, to be put into another table later."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, Final

MOST: Final = 1 << 18  # entries that are kept


def most_worked(words: Any, work: Callable[[Any], Any], most: int = MOST) -> array[int]:
    """The entries with the most work, as keys and data in turn.

    words  of the table, where an entry is `key ^ data` and `data`; data 0 is no entry. Other
           threads may be writing: an entry that is half written names some other key, as it does
           for a search
    work   of the data in an array
    """
    import numpy as np

    entries = np.array(words, np.int64).reshape(-1, 2)
    entries = entries[entries[:, 1] != 0]
    if len(entries) > most:
        entries = entries[np.argpartition(work(entries[:, 1]), len(entries) - most)[-most:]]
    entries[:, 0] ^= entries[:, 1]
    return array("q", entries.tobytes())
