"""How a searched value bounds the true one: said once, for every table and every search.

A search with the window (α, β) only finds out what the window asks: a value in it is exact, one at
or below α may be too big, one at or above β too small (Knuth and Moore 1975).
"""

from __future__ import annotations

from typing import Final

from zermelo.contract.analysis import Bound
from zermelo.native import kernel

AT_LEAST: Final = 1  # two bits in a table, where 0 is no bound
AT_MOST: Final = 2
EXACT: Final = 3

WORDS: Final[dict[int, Bound]] = {AT_LEAST: "at least", AT_MOST: "at most", EXACT: "exact"}


@kernel
def bound_in(value: float, alpha: float, beta: float) -> int:
    """The bound that a value is of the true one, for a search with the window (α, β), α < β.

    >>> [WORDS[bound_in(value, 0, 2)] for value in (0, 1, 2)]
    ['at most', 'exact', 'at least']
    """
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT


@kernel
def decides(bound: int, value: float, alpha: float, beta: float) -> bool:
    """Whether a value with this bound tells all that the window (α, β) asks for.

    >>> decides(AT_LEAST, 2, 0, 2), decides(AT_LEAST, 1, 0, 2)
    (True, False)
    """
    if bound == EXACT:
        return True
    return value >= beta if bound == AT_LEAST else value <= alpha
