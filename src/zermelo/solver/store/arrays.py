"""The arrays of a database: what their zarr.json says, to the letter, and how chunks are read.

zarr can open far more than this project writes: older formats, types that are Python objects,
filters that run code. So nothing of a database is opened before its zarr.json is found to be one
that `metadata` describes; chunks are then read here, each checked against its digest.

Tasks write and read the chunks of a draft on whatever machine. Each is a file, which is replaced as
a whole: what a lost task has written is written again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import UsageError, require_extra
from zermelo.native.arrays import Array
from zermelo.process import disk
from zermelo.process.files import regular_bytes, replace_file
from zermelo.process.resources import require_room
from zermelo.solver.score import UNKNOWN

LARGEST: Final = 1 << 28  # bytes of one file


class Sealed:
    """Reads files below `path`, none but those whose content has the digest it should have.

    digests  SHA-256, in hexadecimal digits, by the files' names below `path`

    Reading raises `UsageError` for a file that is missing, changed or exchanged for another.
    """

    def __init__(self, path: Path, digests: Mapping[str, str]) -> None:
        self.path, self.digests = path, digests

    def read(self, name: str) -> bytes:
        """The content of one file."""
        content = self._content(name)
        wanted = self.digests.get(name, "none")
        if content is None or digest(content) != wanted:
            raise UsageError(
                f"{self.path / name} is damaged or missing: its checksum is not {wanted[:16]}…"
            )
        return content

    def is_there(self, name: str) -> bool:
        """Whether anything is there, sound or not: reading says what is no file."""
        return (self.path / name).exists()

    def _content(self, name: str) -> bytes | None:
        try:
            return regular_bytes(self.path / name, LARGEST)
        except OSError:
            return None


def digest(content: bytes) -> str:
    """The digest of a file's content."""
    return hashlib.sha256(content).hexdigest()


def digests(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The digests of the files `names` below `path`, as a manifest keeps them."""
    return {name: digest((path / name).read_bytes()) for name in sorted(names)}


METADATA: Final = "zarr.json"
KEYS, SCORES, CHUNK_STARTS = "keys", "scores", "chunk_starts"
CHUNK: Final = 1 << 14  # states; read as a whole when one of them is probed
LEVEL: Final = 1  # of zstd: higher ones hardly make keys smaller
CHECKSUM_BYTES: Final = 4  # of crc32c, behind each chunk
MOST_METADATA: Final = 1 << 16  # bytes of a zarr.json
MOST_CHUNKS: Final = 1 << 20  # of an array,
MOST_STATES: Final = MOST_CHUNKS * CHUNK  # 17 billion: what has more is not read
LITTLE: Final = {"configuration": {"endian": "little"}}
GROUP: Final = {"attributes": {}, "zarr_format": 3, "node_type": "group"}


@dataclass(frozen=True)
class Kind:
    """One kind of array: the numpy type of its words, what stands for none, items of a chunk, the
    words of an item, and the level at which zstd packs them."""

    dtype: str
    nothing: int
    chunk: int = CHUNK
    words: int = 1
    level: int = LEVEL

    def shape(self, length: int) -> tuple[int, ...]:
        """The shape of an array of so many items."""
        return (length,) if self.words == 1 else (length, self.words)


def kinds(words: int) -> dict[str, Kind]:
    """The arrays of a database with keys of so many words, by their names."""
    keys = Kind("int64", -1, words=words)
    return {KEYS: keys, SCORES: Kind("int16", UNKNOWN), CHUNK_STARTS: keys}


def require_zarr() -> Any:
    """The module zarr, or `CapabilityError` with one clear line when it is not installed."""
    with require_extra("solve", "a database needs zarr"):
        import zarr
    require_room()  # it starts a thread
    return zarr


def require_zstd() -> Any:
    """The module that unpacks zstd, which comes with zarr and is loaded sooner."""
    with require_extra("solve", "a database needs zarr"):
        from numcodecs import zstd
    return zstd


def pack_chunk(items: Array, level: int) -> bytes:
    """A chunk as zarr writes it by the codecs that `metadata` names."""
    from google_crc32c import value

    content = require_zstd().Zstd(level=level, checksum=False).encode(items)
    checksum: int = value(content)
    return bytes(content) + checksum.to_bytes(CHECKSUM_BYTES, "little")


def unpack_chunk(content: bytes, items: Array) -> None:
    """Write the items of a chunk into `items`; `ValueError` where the checksum is another."""
    from google_crc32c import value

    inner, checksum = content[:-CHECKSUM_BYTES], content[-CHECKSUM_BYTES:]
    if value(inner).to_bytes(CHECKSUM_BYTES, "little") != checksum:
        raise ValueError("its checksum is another")
    decompress(inner, items)


def decompress(content: bytes, items: Array) -> None:
    """Write what zstd has packed into `items`; `ValueError` unless it is as much as has room."""
    zstd = require_zstd()
    try:
        zstd.decompress(content, items)
    except RuntimeError as error:
        raise ValueError(str(error)) from None


def metadata(kind: Kind, length: int) -> dict[str, Any]:
    """The zarr.json of an array of this kind and length."""
    chunk = list(kind.shape(kind.chunk))
    return {
        "shape": list(kind.shape(length)),
        "data_type": kind.dtype,
        "chunk_grid": {
            "name": "regular",
            "configuration": {"chunk_shape": chunk},
        },
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "fill_value": kind.nothing,
        "codecs": [
            {"name": "bytes"} | ({} if kind.dtype == "uint8" else LITTLE),
            {"name": "zstd", "configuration": {"level": kind.level, "checksum": False}},
            {"name": "crc32c"},
        ],
        "attributes": {},
        "zarr_format": 3,
        "node_type": "array",
        "storage_transformers": [],
    }


def require_group(content: bytes, path: Path) -> None:
    """Raise `UsageError` unless this is the zarr.json of a group that we write."""
    if _canonical_json(_parse_json(content)) != _canonical_json(GROUP):
        raise _not_ours(path)


def length_of(content: bytes, kind: Kind, path: Path) -> int:
    """The length of the array with this zarr.json; `UsageError` unless it is one that we write."""
    stored = _parse_json(content)
    shape = stored.get("shape") if isinstance(stored, dict) else None
    length = shape[0] if isinstance(shape, list) and shape else None
    if type(length) is not int or not 0 <= length <= MOST_CHUNKS * kind.chunk:
        raise _not_ours(path)
    if _of_any_level(stored) != _of_any_level(metadata(kind, length)):
        raise _not_ours(path)
    return length


def require_arrays(path: Path, words: int) -> None:
    """Raise `UsageError` unless every zarr.json below `path` is one that zarr may be given.

    words  of a key
    """
    try:
        require_group(regular_bytes(path / METADATA, MOST_METADATA), path)
        for name, kind in kinds(words).items():
            length_of(regular_bytes(path / name / METADATA, MOST_METADATA), kind, path / name)
    except OSError as error:
        raise UsageError(f"{path} is damaged: {error.filename or path}: {error.strerror}") from None


def _parse_json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _canonical_json(content: Any) -> str:
    """Equal for equal metadata, with True kept apart from 1."""
    return json.dumps(content, sort_keys=True)


def _of_any_level(content: Any) -> str:
    """The same, whatever the level: a later version may pack harder, and unpacks all the same."""
    return re.sub(r'"level": [0-9]{1,2}\b', '"level": 0', _canonical_json(content))


def _not_ours(path: Path) -> UsageError:
    return UsageError(f"{path} is damaged: its {METADATA} is not as Zermelo writes it")


def chunk_file(name: str, kind: Kind, number: int) -> str:
    """The name of a chunk's file below the database, as zarr has it."""
    return f"{name}/c/{number}" + ("" if kind.words == 1 else "/0")


class ChunkedArray:
    """An array below `path`, as zarr has it: chunks in a file each."""

    def __init__(self, path: Path, name: str, kind: Kind, length: int) -> None:
        self.path, self.name, self.kind, self.length = path, name, kind, length

    def __len__(self) -> int:
        return self.length

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-self.length // self.kind.chunk)

    def items(self, first: int, end: int) -> Array:
        """A part of it, where what was never written is `nothing`; `UsageError` for damage."""
        size, end = self.kind.chunk, min(end, self.length)
        numbers = range(first // size, -(-end // size)) if first < end else range(0)
        items = np.full(self.kind.shape(len(numbers) * size), self.kind.nothing, self.kind.dtype)
        for at, number in enumerate(numbers):
            file = chunk_file(self.name, self.kind, number)
            try:
                self._unpack(file, items[at * size : (at + 1) * size])
            except UsageError:
                raise
            except (OSError, ValueError) as error:
                raise UsageError(f"{self.path / file} is damaged: {error}") from None
        begin = first - numbers.start * size
        return items[begin : begin + max(end - first, 0)]

    def _unpack(self, file: str, items: Array) -> None:
        """Write the items of a chunk's file into `items`, which has room for no more."""
        raise NotImplementedError


class StoredArray(ChunkedArray):
    """An array of a finished database; each chunk is compared with its digest."""

    def __init__(self, files: Sealed, name: str, kind: Kind) -> None:
        self.files = files
        content = files.read(f"{name}/{METADATA}")
        super().__init__(files.path, name, kind, length_of(content, kind, files.path / name))

    def chunk(self, number: int) -> Array:
        """The items of one chunk; raises `UsageError` for damage."""
        return self.items(number * self.kind.chunk, (number + 1) * self.kind.chunk)

    def whole(self) -> Array:
        """All items."""
        return self.items(0, self.length)

    def _unpack(self, file: str, items: Array) -> None:
        decompress(self.files.read(file)[:-CHECKSUM_BYTES], items)


# Arrays of a draft --------------------------------------------------------------------------------

PARTIAL = ".partial"  # ends the names of files that are not written to their end


class DraftArray(ChunkedArray):
    """An array of a draft, which grows and may be written anywhere."""

    @classmethod
    def open(cls, path: Path, name: str, kind: Kind) -> DraftArray:
        """One that is there; `UsageError` for damage."""
        try:
            content = regular_bytes(path / name / METADATA, MOST_METADATA)
        except OSError as error:
            raise UsageError(f"{path / name} is damaged: {error.strerror}") from None
        return cls(path, name, kind, length_of(content, kind, path / name))

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

    def _unpack(self, file: str, items: Array) -> None:
        with contextlib.suppress(FileNotFoundError):
            unpack_chunk(regular_bytes(self.path / file, LARGEST), items)


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
        content = pack_chunk(items[begin : begin + kind.chunk], kind.level)
        write_chunk(path, chunk_file(name, kind, number), content)
    low, high = chunks.start * kind.chunk - first, chunks.stop * kind.chunk - first
    heads = items[low : high : kind.chunk].copy()
    return Written(heads, (items[:low].copy(), items[high:].copy()))


def read_items(path: Path, name: str, kind: Kind, first: int, count: int) -> Array:
    """A task: some items of an array, from `first` on; `UsageError` for damage."""
    items = DraftArray.open(path, name, kind).items(first, first + count)
    if len(items) < count or (items == kind.nothing).any():
        raise UsageError(f"{path / name} is damaged: a part of it is missing")
    return items
