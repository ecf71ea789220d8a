"""Packets of joined arrays that tasks exchange, compressed between machines.

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
        """The value, with arrays that count as writable, unlike those in Ray's store.

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
        described = array.__array_interface__
        self.__array_interface__ = {**described, "data": (described["data"][0], False)}


class Packet(NamedTuple):
    """Pieces for several receivers, or from several senders, one after the other.

    columns  arrays that are cut at the same places
    ends     int64 (pieces): where each piece ends
    """

    columns: tuple[Array, ...]
    ends: Array

    @classmethod
    def of(cls, pieces: Sequence[tuple[Array, ...]]) -> Packet:
        """Join pieces, at least one, each a tuple of columns."""
        ends = np.cumsum([len(piece[0]) for piece in pieces])
        return cls(tuple(map(np.concatenate, zip(*pieces, strict=True))), ends)

    @property
    def counts(self) -> Array:
        """The length of each piece."""
        return np.diff(self.ends, prepend=0)

    def part(self, first: int, end: int) -> Packet:
        """The pieces from number `first` to `end`."""
        begin = int(self.ends[first - 1]) if first else 0
        ends = self.ends[first:end]
        return Packet(tuple(each[begin : int(ends[-1])] for each in self.columns), ends - begin)

    def pieces(self) -> list[tuple[Array, ...]]:
        """All pieces, each a tuple of columns."""
        cuts = list(itertools.pairwise([0, *self.ends.tolist()]))
        columns = ([column[begin:end] for begin, end in cuts] for column in self.columns)
        return list(zip(*columns, strict=True))


def by_receiver(packets: Sequence[Packet]) -> Packet:
    """The pieces of packets for the same receivers, ordered by receiver, then by packet."""
    if len(packets) == 1:
        return packets[0]
    rows = zip(*(packet.pieces() for packet in packets), strict=True)
    return Packet.of(list(itertools.chain.from_iterable(rows)))
