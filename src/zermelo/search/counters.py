"""Counters of a running search, and the limit that stops it.

Counters are named ints shared between the search and its observer: a dict for plain runs, a
numpy record for native ones, which search on another thread with the GIL released. A record, for
compiled code passes it as a bare pointer, where an array costs two atomic reference counts a node.
"""

from __future__ import annotations

from typing import Any, Final, TypedDict, cast

from zermelo.errors import Stopped
from zermelo.native import kernel, may_go_on, switched_off
from zermelo.native.arrays import new_record

NODES: Final = "nodes"  # states visited
CUTOFFS: Final = "cutoffs"  # states judged by evaluation where the depth limit cut
ENTRIES: Final = "entries"  # results stored in the table
HITS: Final = "hits"  # results found in the table
NODE_LIMIT: Final = "node_limit"  # stop when NODES reaches it; set to 0 from outside, stop now


class Counts(TypedDict):
    """The counters: a dict in plain runs, a numpy record of 64-bit ints in native ones."""

    nodes: int
    cutoffs: int
    entries: int
    hits: int
    node_limit: int


COUNTERS: Final = tuple(Counts.__annotations__)
NO_LIMIT: Final = (1 << 63) - 1


def new_counts(*, native: bool = False) -> Counts:
    """Counters at zero, without a limit."""
    counts: Any = new_record(COUNTERS, native=native and not switched_off())
    counts[NODE_LIMIT] = NO_LIMIT
    return cast(Counts, counts)


@kernel
def visit(counts: Counts) -> None:
    """Count one node."""
    counts[NODES] += 1


@kernel
def check_limit(counts: Counts) -> None:
    """Before a state's moves are tried: raises `Stopped` once the search has to stop.

    Most states are leaves, and what is not asked there makes a search a tenth faster.
    """
    if at_limit(counts):
        raise Stopped


@kernel
def at_limit(counts: Counts) -> bool:
    """Whether the search has to stop."""
    return counts[NODES] >= counts[NODE_LIMIT] and not may_go_on()
