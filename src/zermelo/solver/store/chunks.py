"""Tasks that write and read the arrays of a draft, on whatever machine they are done.

Each chunk is a file, which is replaced as a whole: what a lost task has written is written again.
"""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any, NamedTuple

from zermelo.errors import UsageError
from zermelo.solver.store.arrays import Kind, chunk_file, packed, require_zarr

Array = Any


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
        file = path / chunk_file(name, kind, number)
        file.parent.mkdir(exist_ok=True)
        draft = file.with_name(f"{file.name}.{uuid.uuid4().hex}.partial")
        draft.write_bytes(packed(items[begin : begin + kind.chunk]))
        draft.replace(file)
    inner = items[chunks.start * kind.chunk - first : chunks.stop * kind.chunk - first]
    edges = items[: chunks.start * kind.chunk - first], items[chunks.stop * kind.chunk - first :]
    return Written(inner[:: kind.chunk].copy(), tuple(edge.copy() for edge in edges))


def read_items(path: Path, name: str, kind: Kind, first: int, count: int) -> Array:
    """A task: some items of an array, from `first` on; `UsageError` for damage."""
    try:
        items = require_zarr().open_array(str(path / name), mode="r")[first : first + count]
    except Exception as error:  # whatever zarr and its codecs have against a chunk
        raise UsageError(f"{path / name} is damaged: {error}") from error
    if len(items) < count or (items == kind.nothing).any():
        raise UsageError(f"{path / name} is damaged: a part of it is missing")
    return items
