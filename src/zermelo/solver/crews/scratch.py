"""Arrays that a thread uses again and again: the system hands out new memory page by page."""

from __future__ import annotations

import math
import threading
from typing import Any, Final

import numpy as np

from zermelo.native.arrays import Array

KEPT_BYTES: Final = 1 << 24  # of an array: larger ones are new each time


class Scratch(threading.local):
    """Arrays by name; each is what it was given out as until its name is asked for again."""

    def __init__(self) -> None:
        self._held: dict[str, Array] = {}

    def array(self, name: str, shape: tuple[int, ...], kind: Any = np.int64) -> Array:
        """An array of any content."""
        needed = math.prod(shape) * np.dtype(kind).itemsize
        if needed > KEPT_BYTES:
            return np.empty(shape, kind)
        if name not in self._held or len(self._held[name]) < needed:
            self._held[name] = np.empty(needed, np.uint8)
        lent: Array = self._held[name][:needed].view(kind)
        return lent.reshape(shape)
