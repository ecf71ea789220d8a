"""The memory of searches: arrays of 64-bit ints, and records of them.

Compiled code takes numpy's. Plain runs have Python's own, so that they need not load numpy, and so
do browsers, where compiled code takes them too.
"""

from __future__ import annotations

import ctypes
import mmap
from array import array
from collections.abc import Iterable
from typing import Any

from zermelo.native.arrays import Place
from zermelo.native.kernel import IN_BROWSER


def new_words(size: int, fill: int = 0, *, native: bool) -> Any:
    """An array of so many ints, all of them `fill`."""
    if IN_BROWSER or not native:
        return array("q", [fill]) * size if fill or not size else _zeros(size)
    import numpy as np

    return np.zeros(size, np.int64) if fill == 0 else np.full(size, fill, np.int64)


def words_of(ints: Iterable[int], *, native: bool) -> Any:
    """An array of these ints."""
    if IN_BROWSER or not native:
        return array("q", ints)
    import numpy as np

    return np.array([*ints], np.int64)


def clear_words(words: Any, size: int) -> None:
    """Make the first ints of an array 0, so many of them."""
    words[:size] = _zeros(size) if isinstance(words, memoryview) else 0


def _zeros(size: int) -> memoryview:
    """So many zeros, for which memory is taken only as they are written to."""
    return memoryview(mmap.mmap(-1, 8 * size)).cast("q")


def place_of(words: Any, *, native: bool) -> Place:
    """The address or view by which kernels reach an array, see `array_at`."""
    if not native:
        return memoryview(words)
    return address_of(words) if IN_BROWSER else int(words.ctypes.data)


def address_of(words: Any) -> int:
    """Where an array of Python's own begins, 0 for an empty one."""
    return ctypes.addressof(ctypes.c_char.from_buffer(words)) if len(words) else 0


class Record:
    """Named ints for the compiled code of browsers, which finds them at `address`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._words = array("q", bytes(8 * len(names)))
        self._index = {name: index for index, name in enumerate(names)}
        self.names = names
        self.address = address_of(self._words)

    @property
    def kind(self) -> Any:
        """What it is to the compiler."""
        from zermelo.native.compiler.kinds import Struct

        fields = [(name, "i8", 8 * index) for index, name in enumerate(self.names)]
        return Struct(tuple(fields), 8 * len(self.names))

    def __getitem__(self, name: str) -> int:
        return self._words[self._index[name]]

    def __setitem__(self, name: str, value: int) -> None:
        self._words[self._index[name]] = value


def new_record(names: tuple[str, ...], *, native: bool) -> Any:
    """Named ints, all of them 0: a dict in plain runs, a numpy record for compiled code."""
    if not native:
        return dict.fromkeys(names, 0)
    if IN_BROWSER:
        return Record(names)
    import numpy as np

    return np.zeros(1, np.dtype([(name, np.int64) for name in names]))[0]
