"""Tables of any size for rules: too large to be constants, and shared by all that is compiled."""

from __future__ import annotations

from functools import cached_property
from typing import Any


class table(cached_property[memoryview]):  # noqa: N801 - a decorator, like `property`
    """A cached property that is a memoryview of ints from 0 to 2³¹ − 1, of any length.

    Rules index it like a tuple. A tuple becomes a constant of the machine code; this stays where it
    is, in one place for all kernels of the game, and is made when one is first compiled with it.

    >>> class Squares:
    ...     @table
    ...     def squares(self):
    ...         return memoryview(array("i", [n * n for n in range(1000)]))
    >>> from array import array
    >>> Squares().squares[30]
    900
    """

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        value = super().__get__(instance, owner)
        if instance is not None and (value.format not in ("i", "B") or value.ndim != 1):
            raise TypeError(f"{self.attrname} should be a memoryview of ints or bytes")
        return value
