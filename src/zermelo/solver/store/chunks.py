"""The arrays of a draft, chunk by chunk, and tasks that write and read them on whatever machine.

Each chunk is a file, which is replaced as a whole: what a lost task has written is written again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.process import disk
from zermelo.process.files import regular_bytes, replace_file
from zermelo.solver.store.arrays import (
    LARGEST,
    METADATA,
    MOST_METADATA,
    Kind,
    chunk_file,
    length_of,
    metadata,
    packed,
    unpacked,
)

PARTIAL = ".partial"  # ends the names of files that are not written to their end


class DraftArray:
    """An array of a draft at `path`, as zarr has it, which grows and may be written anywhere."""

    def __init__(self, path: Path, name: str, kind: Kind, length: int) -> None:
        self.path, self.name, self.kind, self.length = path, name, kind, length

    @classmethod
    def opened(cls, path: Path, name: str, kind: Kind) -> DraftArray:
        """One that is there; `UsageError` for damage."""
        try:
            content = regular_bytes(path / name / METADATA, MOST_METADATA)
        except OSError as error:
            raise UsageError(f"{path / name} is damaged: {error.strerror}") from None
        return cls(path, name, kind, length_of(content, kind, path / name))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.length // self.kind.chunk)

    def resize(self, length: int) -> None:
        """Have it hold so many items, and say so on disk."""
        disk.make_folder(self.path / self.name)
        write_metadata(self.path / self.name, metadata(self.kind, length))
        for number in range(-(-length // self.kind.chunk), self.chunks):
            disk.remove(self.path / chunk_file(self.name, self.kind, number))
        self.length = length

    def keep(self, first: int, end: int) -> None:
        """Forget chunks without an item of this part, of which a power cut may have left some."""
        size = self.kind.chunk
        kept = range(first // size, -(-end // size)) if first < end else range(0)
        folder = self.path / self.name / "c"
        for chunk in sorted(folder.iterdir()) if folder.is_dir() else ():
            if chunk.name.isdigit() and int(chunk.name) not in kept:
                disk.remove_tree(chunk)

    def items(self, first: int, end: int) -> Array:
        """A part of it, where what was never written is `nothing`; `UsageError` for damage."""
        size, end = self.kind.chunk, min(end, self.length)
        if first >= end:
            return np.full(self.kind.shape(0), self.kind.nothing, self.kind.dtype)
        numbers = range(first // size, -(-end // size))
        joined = np.concatenate([self._chunk(number) for number in numbers])
        return joined[first - numbers.start * size : end - numbers.start * size]

    def _chunk(self, number: int) -> Array:
        items = np.full(self.kind.shape(self.kind.chunk), self.kind.nothing, self.kind.dtype)
        place = self.path / chunk_file(self.name, self.kind, number)
        try:
            unpacked(regular_bytes(place, LARGEST), items)
        except FileNotFoundError:
            pass
        except (OSError, ValueError) as error:
            raise UsageError(f"{place} is damaged: {error}") from None
        return items


def write_metadata(folder: Path, content: dict[str, Any]) -> None:
    """The zarr.json of a group or an array."""
    text = json.dumps(content, indent=2).encode()
    replace_file(folder / METADATA, text, PARTIAL, disk.EVERYONES)


def write_chunk(path: Path, file: str, content: bytes) -> None:
    """A chunk's file below the draft at `path`."""
    disk.make_folder((path / file).parent)
    replace_file(path / file, content, PARTIAL, disk.EVERYONES)


class Written(NamedTuple):
    """The rest of a share whose whole chunks are written.

    heads  the first item of each of these
    edges  items before and behind them, which share a chunk with those of other shares
    """

    heads: Array
    edges: tuple[Array, Array]


def whole_chunks(kind: Kind, first: int, count: int) -> range:
    """The chunks all of whose items are among so many, from `first` on."""
    begin = -(-first // kind.chunk)
    return range(begin, max((first + count) // kind.chunk, begin))


def write_share(path: Path, name: str, kind: Kind, first: int, items: Array) -> Written:
    """A task: write the whole chunks of a share, whose items are those of an array from `first` on.

    Without a whole chunk all items are an edge.
    """
    chunks = whole_chunks(kind, first, len(items))
    if not chunks:
        return Written(items[:0], (items, items[:0]))
    for number in chunks:
        begin = number * kind.chunk - first
        content = packed(items[begin : begin + kind.chunk], kind.level)
        write_chunk(path, chunk_file(name, kind, number), content)
    low, high = chunks.start * kind.chunk - first, chunks.stop * kind.chunk - first
    heads = items[low : high : kind.chunk].copy()
    return Written(heads, (items[:low].copy(), items[high:].copy()))


def read_items(path: Path, name: str, kind: Kind, first: int, count: int) -> Array:
    """A task: some items of an array, from `first` on; `UsageError` for damage."""
    items = DraftArray.opened(path, name, kind).items(first, first + count)
    if len(items) < count or (items == kind.nothing).any():
        raise UsageError(f"{path / name} is damaged: a part of it is missing")
    return items
