"""Errors of compiled code: their numbers, and the exceptions of Python that they stand for.

Those below `FIRST_RAISED` that stand for no exception are limits of compiled code: the caller takes
a wider contract, or the rules run plain.
"""

from __future__ import annotations

from typing import Final

OVERFLOW: Final = 1  # an int beyond the widest words
CONTRACT: Final = 2  # a state outside what its contract says
MEMORY: Final = 3  # the arena is full
UNEQUAL: Final = 4  # what compiled code cannot compute as Python does
ENDLESS: Final = 5  # a loop of the rules that has gone round `ROUNDS` times
ZERO, SHIFT, INDEX, NONE_USED, MISSING, VALUE = range(10, 16)
NO_ITEM, UNSET, TOO_LARGE, DEEP, ASSERTED, TYPE = range(16, 22)
FIRST_RAISED: Final = 100  # classes that the rules raise themselves
ROUNDS: Final = 1 << 26  # of a loop in one call of a rule

EXCEPTIONS: Final[dict[int, type[BaseException]]] = {
    ZERO: ZeroDivisionError,
    SHIFT: ValueError,
    INDEX: IndexError,
    NONE_USED: AttributeError,
    MISSING: KeyError,
    VALUE: ValueError,
    NO_ITEM: StopIteration,
    UNSET: UnboundLocalError,
    TOO_LARGE: OverflowError,
    DEEP: RecursionError,
    ASSERTED: AssertionError,
    TYPE: TypeError,
}
