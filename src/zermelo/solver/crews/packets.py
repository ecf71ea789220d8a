"""Packets of arrays, joined and compressed, that tasks on different machines pass on to each other.

Neighbouring keys have most of their bytes in common, so they take a fifth of the network, and of
the disk when they are spilled.
"""

from __future__ import annotations

import itertools
import pickle
from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import require_extra
from zermelo.native.arrays import Array

FEW: Final = 1 << 10  # bytes of an array that are not worth compressing


class Packed(NamedTuple):
    """A value apart from its arrays: they are bytes, or compressed, behind their size."""

    content: bytes
    arrays: Sequence[Any]

    @classmethod
    def of(cls, value: Any, *, small: bool = False) -> Packed:
        """A value, compressed if `small`; if not, the processes of a machine share its arrays."""
        buffers: list[pickle.PickleBuffer] = []
        content = pickle.dumps(value, 5, buffer_callback=buffers.append)
        return cls(content, [_bytes_of(one, small=small) for one in buffers])

    def value(self) -> Any:
        """The value; its arrays are not marked as read-only, as those in Ray's store are.

        For these, all kernels would be compiled once more. No task writes to what it is given.
        """
        return pickle.loads(self.content, buffers=map(_memory, self.arrays))


def _bytes_of(buffer: pickle.PickleBuffer, *, small: bool) -> Any:
    codec, view = _codec(), memoryview(buffer)
    if small and FEW <= view.nbytes <= codec.MAX_BUFFERSIZE:
        return view.nbytes, codec.compress(view, b"lz4", 1, codec.SHUFFLE)
    return np.frombuffer(buffer.raw(), np.uint8)


def _memory(kept: Any) -> Array:
    """The memory for an array."""
    if isinstance(kept, np.ndarray):
        return np.asarray(_Lent(kept))
    size, content = kept
    room = np.empty(size, np.uint8)
    _codec().decompress(content, room)
    return room


@cache
def _codec() -> Any:
    """The module that compresses fastest, which comes with zarr; a thread works for itself."""
    with require_extra("solve", "a cluster passes on compressed arrays"):
        from numcodecs import blosc
    blosc.set_nthreads(1)
    return blosc


class _Lent:
    """The memory of an array, not marked as read-only."""

    def __init__(self, array: Array) -> None:
        self.array = array
        self.__array_interface__ = {
            **array.__array_interface__,
            "data": (array.ctypes.data, False),
        }


class Packet(NamedTuple):
    """Parts for several receivers, from several senders each, as one: joined arrays.

    columns  what the parts consist of, each joined; a part is an array, or a tuple of `columns`
    ends     where each part ends: those for a receiver follow each other
    single   whether a part is an array
    senders  how many there are
    """

    columns: tuple[Array, ...]
    ends: Array
    single: bool
    senders: int

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Packed:
        """A packet of arrays, or of tuples of arrays, by their receivers; compressed."""
        parts = list(itertools.chain.from_iterable(rows))
        single = isinstance(parts[0], np.ndarray)
        columns = [parts] if single else list(zip(*parts, strict=True))
        ends = np.cumsum(list(map(len, columns[0])))
        joined = tuple(map(np.concatenate, columns))
        return Packed.of(cls(joined, ends, single, len(rows[0])), small=True)

    def parts(self, receiver: int) -> list[Any]:
        """The arrays or tuples for one receiver, by their senders."""
        first, last = receiver * self.senders, (receiver + 1) * self.senders
        ends = self.ends[max(first - 1, 0) : last].tolist()
        cuts = list(itertools.pairwise(ends if first else [0, *ends]))
        columns = [[column[begin:end] for begin, end in cuts] for column in self.columns]
        return columns[0] if self.single else list(zip(*columns, strict=True))
