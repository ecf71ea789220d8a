"""The basis of all searches: counters, the limit that stops a search, bounds, random numbers.

Counters are named ints shared between the search and its observer: a dict for plain runs, a
`Record` for native ones, which search on another thread with the GIL released. Compiled code passes
a record as a bare pointer; an array would cost two atomic operations a node.
"""

import random
from collections.abc import Iterator
from typing import Any, Final, TypedDict, cast

from zermelo.contract.analysis import Bound
from zermelo.errors import Stopped
from zermelo.native import kernel, may_go_on, switched_off
from zermelo.native.arrays import new_record

NODES: Final = "nodes"  # states visited
CUTOFFS: Final = "cutoffs"  # states evaluated at the depth limit
ENTRIES: Final = "entries"  # results stored in the table
HITS: Final = "hits"  # results read from the table
NODE_LIMIT: Final = "node_limit"  # the NODES at which a search stops; another thread can set 0


class Counts(TypedDict):
    """The counters: a dict in plain runs, a `Record` of 64-bit ints in native ones."""

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
    """Raise `Stopped` at the limit; call this before moves are tried, not in leaves.

    Most states are leaves: leaving them unchecked makes a search a tenth faster.
    """
    if at_limit(counts):
        raise Stopped


@kernel
def at_limit(counts: Counts) -> bool:
    """Whether the search has to stop."""
    return counts[NODES] >= counts[NODE_LIMIT] and not may_go_on()


# Bounds of values ---------------------------------------------------------------------------------
#
# A search with the window (α, β) answers only the window's question: a value inside is exact, a
# value at or below α may be too high, a value at or above β too low (Knuth and Moore 1975).


AT_LEAST: Final = 1  # a table stores a bound in two bits, where 0 means none
AT_MOST: Final = 2
EXACT: Final = 3

WORDS: Final[dict[int, Bound]] = {AT_LEAST: "at least", AT_MOST: "at most", EXACT: "exact"}


@kernel
def bound_in(value: float, alpha: float, beta: float) -> int:
    """The bound that a result of a search with the window (α, β), α < β, sets on the value.

    >>> [WORDS[bound_in(value, 0, 2)] for value in (0, 1, 2)]
    ['at most', 'exact', 'at least']
    """
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT


@kernel
def decides(bound: int, value: float, alpha: float, beta: float) -> bool:
    """Whether a value with this bound answers the question of the window (α, β).

    >>> decides(AT_LEAST, 2, 0, 2), decides(AT_LEAST, 1, 0, 2)
    (True, False)
    """
    if bound == EXACT:
        return True
    return value >= beta if bound == AT_LEAST else value <= alpha


# Random numbers -----------------------------------------------------------------------------------
#
# A multiply-with-carry generator of base 2³² (Marsaglia and Zaman 1991). Its state is one int
# below 2⁶², so that Python's unlimited ints and compiled ones of 64 bits agree without masks. With
# this multiplier, a · 2³² − 1 and a · 2³¹ − 1 are both prime: every seed starts somewhere on one
# of two cycles of about 2⁶⁰ numbers.


MULTIPLIER: Final = 698_769_069
LOW: Final = (1 << 32) - 1


def state_from_seed(seed: int | None) -> int:
    """A generator's state that depends on all bits of `seed`; random without a seed."""
    return next(states_from_seed(seed))


def states_from_seed(seed: int | None) -> Iterator[int]:
    """An endless sequence of generator states from `seed`; random without a seed."""
    source = random.Random(seed)
    while True:
        yield source.randrange(1, MULTIPLIER << 32)


@kernel
def next_chance(chance: int) -> int:
    """The generator's state after the state `chance`."""
    return MULTIPLIER * (chance & LOW) + (chance >> 32)


@kernel
def draw_number(chance: int, count: int) -> int:
    """The number from 0 to `count` − 1 that the state `chance` encodes; `count` is below 2³¹."""
    return ((chance ^ chance >> 32) & LOW) * count >> 32
