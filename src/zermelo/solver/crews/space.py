"""Arrays of a share that is larger than its part of the memory: what does not fit lies in files.

The files have no name: their place on the disk is free again when the array or the process ends,
however that happens. Their pages are mapped, so that the system writes them and takes their memory
back whenever it is short; that costs little as long as they are used in order.
"""

from __future__ import annotations

import itertools
import math
import mmap
import os
import tempfile
import weakref
from typing import Any

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array

MIB = 1 << 20


class Space:
    """Makes arrays: in memory as long as all of them take no more than `memory` bytes."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        # By numbers: an array may end in any thread, and no size is lost when two do at once.
        self._held, self._spilled = dict[int, int](), dict[int, int]()
        self._numbers = itertools.count()

    @property
    def held(self) -> int:
        """Bytes in memory."""
        return sum(list(self._held.values()))

    @property
    def spilled(self) -> int:
        """Bytes in files."""
        return sum(list(self._spilled.values()))

    def array(self, shape: int | tuple[int, ...], kind: Any = np.int64) -> Array:
        """An array of any content."""
        sizes = (shape,) if isinstance(shape, int) else shape
        needed = math.prod(sizes) * np.dtype(kind).itemsize
        made: Array
        if self.held + needed > self.memory and needed:
            made, kept = _mapped(needed).view(kind).reshape(sizes), self._spilled
        else:
            made, kept = np.empty(sizes, kind), self._held
        number = next(self._numbers)
        kept[number] = needed
        weakref.finalize(made if made.base is None else made.base, kept.pop, number)
        return made

    def filled(self, shape: int | tuple[int, ...], value: int, kind: Any) -> Array:
        """An array of one value."""
        made = self.array(shape, kind)
        made.fill(value)
        return made


def _mapped(size: int) -> Array:
    """Bytes in a file; `UsageError` when the disk is full, which later would end the process."""
    folder = tempfile.gettempdir()
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            raise UsageError(
                f"a share of a tier does not fit into memory, and {folder} has no room for "
                f"{-(-size // MIB):,} MiB of it: {error.strerror}; allow more memory, or let "
                "TMPDIR name a directory with more room"
            ) from None
        return np.frombuffer(mmap.mmap(file.fileno(), size), np.uint8)
