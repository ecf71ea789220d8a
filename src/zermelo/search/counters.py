"""What a search counts while it runs, and the flag that stops it.

Counters are one row of ints shared between the search and whoever watches it: a list for plain
runs, an int64 array for native ones, which search on another thread with the GIL released.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.errors import Stopped
from zermelo.native import kernel

NODES: Final = 0  # states visited
CUTOFFS: Final = 1  # states judged by evaluation, or as 0, because the depth limit was reached
ENTRIES: Final = 2  # results stored in the table
HITS: Final = 3  # results found in the table
NODE_LIMIT: Final = 4  # stop when NODES reaches it; 0 for none
STOP: Final = 5  # set to 1 from outside to stop the search

Counts = Any  # list[int] when plain, one-dimensional int64 array when native


def new_counts(*, native: bool = False) -> Counts:
    """Counters at zero."""
    return np.zeros(8, np.int64) if native else [0] * 8


@kernel
def visit(counts: Counts) -> None:
    """Count one node; raises `Stopped` when the search has been told to stop."""
    counts[NODES] += 1
    if counts[STOP]:
        raise Stopped
