"""Packets of joined and compressed arrays, which tasks on different machines exchange.

Neighbouring keys share most of their bytes, so packets take a fifth of the network traffic, and
of the disk space when they are spilled.
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

FEW: Final = 1 << 10  # bytes of an array not worth compressing


class Packed(NamedTuple):
    """A value, and separately its arrays as bytes, or as compressed bytes after their size."""

    content: bytes
    arrays: Sequence[Any]

    @classmethod
    def of(cls, value: Any, *, small: bool = False) -> Packed:
        """Pack a value, compressed if `small`; if not, a machine's processes share its arrays."""
        buffers: list[pickle.PickleBuffer] = []
        content = pickle.dumps(value, 5, buffer_callback=buffers.append)
        return cls(content, [_bytes_of(one, small=small) for one in buffers])

    def value(self) -> Any:
        """The value, with arrays not marked read-only as those in Ray's store are.

        Read-only arrays would make all kernels compile again. No task writes to its arguments.
        """
        return pickle.loads(self.content, buffers=map(_memory, self.arrays))


def _bytes_of(buffer: pickle.PickleBuffer, *, small: bool) -> Any:
    codec, view = _codec(), memoryview(buffer)
    if small and FEW <= view.nbytes <= codec.MAX_BUFFERSIZE:
        return view.nbytes, codec.compress(view, b"lz4", 1, codec.SHUFFLE)
    return np.frombuffer(buffer.raw(), np.uint8)


def _memory(kept: Any) -> Array:
    """The memory of an array."""
    if isinstance(kept, np.ndarray):
        return np.asarray(_Lent(kept))
    size, content = kept
    room = np.empty(size, np.uint8)
    _codec().decompress(content, room)
    return room


@cache
def _codec() -> Any:
    """The fastest compressor that comes with zarr, used by each thread separately."""
    with require_extra("solve", "a cluster needs zarr's compression"):
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
    """Parts from several senders for several receivers, as one object: joined arrays.

    columns  the arrays of the parts, each joined; a part is an array, or a tuple of `columns`
    ends     where each part ends; a receiver's parts are adjacent
    single   whether a part is an array
    senders  the number of senders
    """

    columns: tuple[Array, ...]
    ends: Array
    single: bool
    senders: int

    @classmethod
    def of(cls, rows: Sequence[Sequence[Any]]) -> Packed:
        """Pack arrays or tuples of arrays, ordered by receiver; compressed."""
        parts = list(itertools.chain.from_iterable(rows))
        single = isinstance(parts[0], np.ndarray)
        columns = [parts] if single else list(zip(*parts, strict=True))
        ends = np.cumsum(list(map(len, columns[0])))
        joined = tuple(map(np.concatenate, columns))
        return Packed.of(cls(joined, ends, single, len(rows[0])), small=True)

    def parts(self, receiver: int) -> list[Any]:
        """The arrays or tuples for one receiver, in the order of senders."""
        first, last = receiver * self.senders, (receiver + 1) * self.senders
        ends = self.ends[max(first - 1, 0) : last].tolist()
        cuts = list(itertools.pairwise(ends if first else [0, *ends]))
        columns = [[column[begin:end] for begin, end in cuts] for column in self.columns]
        return columns[0] if self.single else list(zip(*columns, strict=True))
