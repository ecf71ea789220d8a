"""Arrays of ints that kernels reach through a record, without a reference count at every call."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
Place: TypeAlias = "memoryview | int"  # the array itself in plain runs, its address in native ones


def array_at(place: Place) -> MutableSequence[int]:
    """The array of 64-bit ints at `place`.

    Compiled code passes an array with two atomic reference counts a call, which threads fight for;
    an int in a record costs nothing. The caller keeps the array alive meanwhile.
    """
    return place  # type: ignore[return-value]


def prefetch(place: Place, index: int) -> None:
    """Say that the word at `index` will be asked for soon; only native runs gain by it."""
