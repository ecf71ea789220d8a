"""Arrays of ints that kernels reach through a record, without a reference count at every call."""

from __future__ import annotations

import ctypes
import sys
from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
WORDS: Final = sys.maxsize >> 4  # as many as fit: how long an array is its address does not say
Place: TypeAlias = "memoryview | int"  # the array itself in plain runs, its address in native ones


def array_at(place: Place) -> MutableSequence[int]:
    """The array of 64-bit ints at `place`.

    Compiled code passes an array with two atomic reference counts a call, which threads fight for;
    an int in a record costs nothing. The caller keeps the array alive meanwhile.
    """
    if isinstance(place, int):  # what began compiled goes on as plain Python
        return (ctypes.c_int64 * WORDS).from_address(place)  # type: ignore[return-value]
    return place  # type: ignore[return-value]


def prefetch(place: Place, index: int) -> None:
    """Say that the word at `index` will be asked for soon; only native runs gain by it."""
