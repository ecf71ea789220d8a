"""The arrays of a database: the exact content of their zarr.json, and how chunks are packed.

zarr can open far more than this project writes: older formats, types that are Python objects,
filters that run code. So a database's array is opened only if its zarr.json matches `metadata`; its
chunks are then read by `zermelo.solver.store.chunks`.

Each chunk of an array is a file, unless there are many: then a shard joins many of them, in a
file that zarr's codec `sharding_indexed` describes. A shard holds its chunks one after the other,
then the SHA-256 of each chunk, and last zarr's index of where they are. After comparing digests and
index with the manifest, a reader can trust a chunk without reading the rest of the file.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import UsageError, require_extra
from zermelo.native.arrays import Array
from zermelo.process.files import regular_bytes, regular_part
from zermelo.process.resources import require_room
from zermelo.solver.score import UNKNOWN

LARGEST: Final = 1 << 28  # the most bytes of a file that is read whole, or of a chunk
METADATA: Final = "zarr.json"
KEYS, SCORES, CHUNK_STARTS = "keys", "scores", "chunk_starts"
CHUNK: Final = 1 << 14  # states of a chunk, which is read whole when one is probed
LEVEL: Final = 1  # zstd's level: higher levels hardly make keys smaller
CHECKSUM_BYTES: Final = 4  # the size of the crc32c behind each chunk
MOST_METADATA: Final = 1 << 16  # the most bytes of a zarr.json
LOOSE: Final = 1 << 6  # an array of keys or scores with more chunks is stored in shards
SHARD: Final = 1 << 12  # chunks in a shard; an array of cells with more chunks is sharded
MOST_FILES: Final = 1 << 21  # the most files of a database: a manifest has room for their digests
MOST_CHUNKS: Final = SHARD * MOST_FILES // 2  # chunks in an array; two arrays share the files
MOST_STATES: Final = MOST_CHUNKS * CHUNK  # 7 · 10¹³
LITTLE: Final = {"configuration": {"endian": "little"}}
CRC: Final = {"name": "crc32c"}
GROUP: Final = {"attributes": {}, "zarr_format": 3, "node_type": "group"}


@dataclass(frozen=True)
class Kind:
    """A kind of array."""

    dtype: str  # numpy's type of its words
    nothing: int  # the value of an item without content
    chunk: int = CHUNK  # items of a chunk
    words: int = 1  # words of an item
    level: int = LEVEL  # zstd's level

    @property
    def loose(self) -> int:
        """The most chunks with a file each; more for unsigned cells, whose chunks are larger."""
        return SHARD if self.dtype.startswith("u") else LOOSE

    def count_files(self, length: int) -> int:
        """The number of files for an array of this length."""
        chunks = -(-length // self.chunk)
        return 1 + (-(-chunks // SHARD) if chunks > self.loose else chunks)

    def shape(self, length: int) -> tuple[int, ...]:
        """The shape of an array with this many items."""
        return (length,) if self.words == 1 else (length, self.words)


def kinds(words: int) -> dict[str, Kind]:
    """The arrays of a database with keys of `words` words, by name."""
    keys = Kind("int64", -1, words=words)
    return {KEYS: keys, SCORES: Kind("int16", UNKNOWN), CHUNK_STARTS: keys}


def require_zarr() -> Any:
    """The module zarr; raises a one-line `CapabilityError` if it is not installed."""
    with require_extra("solve", "a database needs zarr"):
        import zarr
    require_room()  # zarr starts a thread
    return zarr


def require_zstd() -> Any:
    """The module that unpacks zstd, which is part of zarr and loads faster."""
    with require_extra("solve", "a database needs zarr"):
        from numcodecs import zstd
    return zstd


def pack_chunk(items: Array, level: int) -> bytes:
    """A chunk in zarr's format, with the codecs that `metadata` names."""
    return with_checksum(bytes(require_zstd().Zstd(level=level, checksum=False).encode(items)))


def with_checksum(content: bytes) -> bytes:
    """The content followed by its crc32c."""
    from google_crc32c import value

    checksum: int = value(content)
    return content + checksum.to_bytes(CHECKSUM_BYTES, "little")


def without_checksum(content: bytes) -> bytes:
    """The content before its crc32c; `ValueError` if that is wrong."""
    inner = content[:-CHECKSUM_BYTES]
    if with_checksum(inner) != content:
        raise ValueError("its checksum differs")
    return inner


def decompress(content: bytes, items: Array) -> None:
    """Decompress zstd into `items`; `ValueError` unless it fits exactly."""
    try:
        require_zstd().decompress(content, items)
    except RuntimeError as error:
        raise ValueError(str(error)) from None


def metadata(kind: Kind, length: int, *, sharded: bool = False) -> dict[str, Any]:
    """The zarr.json of an array of this kind and length, with chunks in shards or in files."""
    chunk, shard = list(kind.shape(kind.chunk)), list(kind.shape(kind.chunk * SHARD))
    codecs: list[dict[str, Any]] = [
        {"name": "bytes"} | ({} if kind.dtype == "uint8" else LITTLE),
        {"name": "zstd", "configuration": {"level": kind.level, "checksum": False}},
        CRC,
    ]
    index = {"index_codecs": [{"name": "bytes"} | LITTLE, CRC], "index_location": "end"}
    sharding = {"chunk_shape": chunk, "codecs": codecs, **index}
    grid, naming = {"chunk_shape": shard if sharded else chunk}, "." if sharded else "/"
    return {
        "shape": list(kind.shape(length)),
        "data_type": kind.dtype,
        "chunk_grid": {"name": "regular", "configuration": grid},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": naming}},
        "fill_value": kind.nothing,
        "codecs": [{"name": "sharding_indexed", "configuration": sharding}] if sharded else codecs,
        "attributes": {},
        "zarr_format": 3,
        "node_type": "array",
        "storage_transformers": [],
    }


def read_metadata(path: Path) -> bytes:
    """The zarr.json of a draft's group or array at `path`; `UsageError` if missing."""
    try:
        return regular_bytes(path / METADATA, MOST_METADATA)
    except OSError as error:
        raise UsageError(f"{path} is damaged: {METADATA}: {error.strerror}") from None


def require_group(content: bytes, path: Path) -> None:
    """Raise `UsageError` unless this is the zarr.json of a group that Zermelo writes."""
    if _canonical_json(_parse_json(content)) != _canonical_json(GROUP):
        raise _not_ours(path)


def shape_of(content: bytes, kind: Kind, path: Path) -> tuple[int, bool]:
    """The array's length, and whether its chunks are in shards; `UsageError` for other formats."""
    match _parse_json(content):
        case {"shape": [length, *_]} as stored if (
            type(length) is int and 0 <= length <= MOST_CHUNKS * kind.chunk
        ):
            for sharded in (False, True):
                if _of_any_level(stored) == _of_any_level(metadata(kind, length, sharded=sharded)):
                    return length, sharded
    raise _not_ours(path)


def _parse_json(content: bytes) -> Any:
    try:
        return json.loads(content)
    except (ValueError, RecursionError):
        return None


def _canonical_json(content: Any) -> str:
    """A text that is equal for equal metadata, and distinguishes True from 1."""
    return json.dumps(content, sort_keys=True)


def _of_any_level(content: Any) -> str:
    """The text of `_canonical_json` without zstd's level, which later versions may change."""
    return re.sub(r'"level": [0-9]{1,2}\b', '"level": 0', _canonical_json(content))


def _not_ours(path: Path) -> UsageError:
    return UsageError(f"{path} is damaged: its {METADATA} is not in Zermelo's format")


# Files --------------------------------------------------------------------------------------------

ABSENT: Final = (1 << 64) - 1  # stands for a missing chunk in the index of a shard
DIGEST_BYTES: Final = 32


def digest(content: bytes) -> str:
    """The digest of a file's content."""
    return hashlib.sha256(content).hexdigest()


def chunk_file(name: str, words: int, number: int) -> str:
    """The name of a chunk's file within the database, as in zarr."""
    return f"{name}/c/{number}" + ("" if words == 1 else "/0")


def shard_file(name: str, words: int, number: int) -> str:
    """The name of a shard's file, different from all chunks' names."""
    return f"{name}/c.{number}" + ("" if words == 1 else ".0")


def is_shard(file: str) -> bool:
    """Whether a file of the database has the name of a shard."""
    return "/c." in file


class Shard(NamedTuple):
    """The chunks of a shard."""

    ends: Array  # int64: where each chunk ends in the file
    digests: bytes  # the joined digests of the chunks

    def span(self, place: int) -> tuple[int, int]:
        """The start of a chunk and its size; `IndexError` if the shard lacks it."""
        begin = int(self.ends[place - 1]) if place else 0
        return begin, int(self.ends[place]) - begin

    def digest(self, place: int) -> bytes:
        """The digest of a chunk."""
        return self.digests[DIGEST_BYTES * place : DIGEST_BYTES * (place + 1)]


def shard_tail(sizes: Sequence[int], digests: bytes) -> bytes:
    """The end of a shard whose chunks have these sizes and digests."""
    index = np.full((SHARD, 2), ABSENT, "<u8")
    ends = np.cumsum(sizes)
    index[: len(sizes), 0], index[: len(sizes), 1] = ends - sizes, sizes
    return digests + with_checksum(index.tobytes())


def read_shard(path: Path) -> tuple[Shard, str]:
    """A shard's chunks, and the digest of its end; `OSError` or `ValueError` for another file."""
    size = 16 * SHARD + CHECKSUM_BYTES
    index = regular_part(path, -size, size)
    spans = np.frombuffer(without_checksum(index), "<u8").reshape(-1, 2)
    sizes = spans[: np.count_nonzero(spans[:, 1] != ABSENT), 1]
    ends = np.cumsum(sizes)
    right = np.full_like(spans, ABSENT)
    right[: len(sizes)] = np.stack([ends - sizes, sizes], 1)
    if len(spans) != SHARD or (sizes > LARGEST).any() or (spans != right).any():
        raise ValueError("its index does not fit the sizes of its chunks")
    before = DIGEST_BYTES * len(sizes)
    digests = regular_part(path, -size - before, before)
    return Shard(ends.astype(np.int64), digests), digest(digests + index)
