"""The chunks of arrays: read from a finished database, or read and written in a draft.

A draft has a file for each of an array's first chunks, and for a chunk that is not full yet. The
other full chunks that a task writes share a file, called a run, until all chunks of a shard exist.
Each file is replaced as a whole and synced when it is written: if a task is lost or killed,
its output is written again.
"""

import contextlib
import hashlib
import json
import math
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Self

import numpy as np

from zermelo.errors import UsageError
from zermelo.native.arrays import Array
from zermelo.process import disk
from zermelo.process.files import regular_bytes, regular_part, replace_file
from zermelo.solver.store import arrays
from zermelo.solver.store.arrays import Kind, Shard

Each = Callable[[Callable[..., Any], Sequence[Any]], Iterable[Any]]
SHARDS: Final = 64  # shards whose index a reader remembers


class Sealed:
    """Reads files within `path` and compares their SHA-256 with `digests`, in hexadecimal by file
    name; for a shard, the digest of its end, which has the chunks' digests. Raises `UsageError`
    for a file that is missing, changed or replaced.
    """

    def __init__(self, path: Path, digests: Mapping[str, str]) -> None:
        self.path, self.digests = path, digests
        self._shard = lru_cache(SHARDS)(self._read_shard)

    def read(self, name: str) -> bytes:
        """The content of one file."""
        content = None
        with contextlib.suppress(OSError):
            content = regular_bytes(self.path / name, arrays.LARGEST)
        if content is None or arrays.digest(content) != self.digests.get(name, "none"):
            raise self._damage(name)
        return content

    def chunk(self, name: str, words: int, number: int) -> bytes:
        """The content of an array's chunk, which is a file or a part of one."""
        shard, place = divmod(number, arrays.SHARD)
        file = arrays.shard_file(name, words, shard)
        if file not in self.digests:
            return self.read(arrays.chunk_file(name, words, number))
        return self._part(file, place)

    def compare(self, name: str) -> int:
        """Compare all of a file with its digests; return the number of its chunks."""
        if not arrays.is_shard(name):
            self.read(name)
            return int("/c/" in name)
        count = len(self._shard(name).ends)
        for place in range(count):
            self._part(name, place)
        return count

    def missing(self) -> list[str]:
        """The names of missing files; reading will show other faults."""
        return [name for name in self.digests if not (self.path / name).exists()]

    def _part(self, file: str, place: int) -> bytes:
        shard = self._shard(file)
        try:
            content = regular_part(self.path / file, *shard.span(place))
        except (OSError, IndexError):
            content = b""
        if hashlib.sha256(content).digest() != shard.digest(place):
            raise self._damage(file)
        return content

    def _read_shard(self, file: str) -> Shard:
        try:
            shard, seal = arrays.read_shard(self.path / file)
        except (OSError, ValueError):
            raise self._damage(file) from None
        if seal != self.digests[file]:
            raise self._damage(file)
        return shard

    def _damage(self, name: str) -> UsageError:
        wanted = self.digests.get(name, "none")
        return UsageError(
            f"{self.path / name} is damaged or missing: its checksum is not {wanted[:16]}…"
        )


def digests(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The digests of the files `names` within `path`, for a manifest."""
    return {
        name: arrays.read_shard(path / name)[1]
        if arrays.is_shard(name)
        else arrays.digest((path / name).read_bytes())
        for name in sorted(names)
    }


class ChunkedArray:
    """An array in zarr's format, in a directory below `path`."""

    def __init__(self, path: Path, name: str, kind: Kind, length: int) -> None:
        self.path, self.name, self.kind, self.length = path, name, kind, length

    def __len__(self) -> int:
        return self.length

    @property
    def chunks(self) -> int:
        """The number of chunks."""
        return -(-self.length // self.kind.chunk)

    def items(self, first: int, end: int) -> Array:
        """A part of the array; unwritten items are `nothing`. `UsageError` for damage."""
        size, end = self.kind.chunk, min(end, self.length)
        numbers = range(first // size, -(-end // size)) if first < end else range(0)
        items = np.full(self.kind.shape(len(numbers) * size), self.kind.nothing, self.kind.dtype)
        for at, number in enumerate(numbers):
            try:
                content = self.content(number)
                if content is not None:
                    arrays.decompress(content, items[at * size : (at + 1) * size])
            except UsageError:
                raise
            except (OSError, ValueError) as error:
                file = self.path / arrays.chunk_file(self.name, self.kind.words, number)
                raise UsageError(f"{file} is damaged: {error}") from None
        begin = first - numbers.start * size
        return items[begin : begin + max(end - first, 0)]

    def content(self, number: int) -> bytes | None:
        """A chunk packed by zstd, without checksum; None if it was never written."""
        raise NotImplementedError


class StoredArray(ChunkedArray):
    """An array of a finished database; each chunk is compared with its digest."""

    def __init__(self, files: Sealed, name: str, kind: Kind) -> None:
        self.files = files
        content = files.read(f"{name}/{arrays.METADATA}")
        length, _ = arrays.shape_of(content, kind, files.path / name)
        super().__init__(files.path, name, kind, length)

    def chunk(self, number: int) -> Array:
        """The items of one chunk; raises `UsageError` for damage."""
        return self.items(number * self.kind.chunk, (number + 1) * self.kind.chunk)

    def content(self, number: int) -> bytes:
        """A chunk packed by zstd, without checksum."""
        return self.files.chunk(self.name, self.kind.words, number)[: -arrays.CHECKSUM_BYTES]


# Arrays of a draft --------------------------------------------------------------------------------

PARTIAL: Final = ".partial"  # ends the names of incomplete files
SIZE: Final = "<i8"  # the type of the chunks' sizes, which follow the chunks of a run


class DraftArray(ChunkedArray):
    """An array of a draft, which grows and may be written anywhere."""

    def __init__(
        self, path: Path, name: str, kind: Kind, length: int, *, sharded: bool = False
    ) -> None:
        super().__init__(path, name, kind, length)
        self.folder = path / name / "c"  # holds the chunks outside shards
        self.sharded = sharded  # whether it is complete and its zarr.json names shards
        self.made = set[int]()  # the numbers of complete shards
        self._shard = lru_cache(SHARDS)(lambda file: arrays.read_shard(self.path / file)[0])

    @classmethod
    def open(cls, path: Path, name: str, kind: Kind) -> Self:
        """Open an existing array; `UsageError` for damage."""
        length, sharded = arrays.shape_of(arrays.read_metadata(path / name), kind, path / name)
        return cls(path, name, kind, length, sharded=sharded)

    def resize(self, length: int) -> None:
        """Change the number of items, also on disk."""
        disk.make_folder(self.path / self.name)
        write_metadata(self.path / self.name, arrays.metadata(self.kind, length))
        if length < self.length:
            self.keep(0, length)
        self.length, self.sharded = length, False

    def keep(self, first: int, end: int) -> None:
        """Drop the chunks outside this part; a power cut may have left some."""
        low, high = first // self.kind.chunk, -(-end // self.kind.chunk)
        for chunks, file in self.loose_files():
            if first == end or chunks.stop <= low or chunks.start >= high:
                disk.remove_tree(file)

    def make_shards(self, first: int, end: int, do: Each, *, ended: bool = False) -> None:
        """Make the shards whose items are all in this part; `do` does a task for many lists of
        arguments. If the array has `ended` here, its last shard may have fewer items, and its
        zarr.json names shards.
        """
        if self.chunks <= self.kind.loose:
            return
        size = arrays.SHARD * self.kind.chunk
        whole = range(-(-first // size), -(-end // size) if ended else end // size)
        given = self.path.resolve(), self.name, self.kind, self.length
        left = [(*given, number) for number in whole if number not in self.made]
        self.made.update(do(make_shard, left))
        if ended:
            described = arrays.metadata(self.kind, self.length, sharded=True)
            write_metadata(self.path / self.name, described)
            self.sharded = True
            with contextlib.suppress(OSError):  # a lost task may still be writing to it
                disk.remove_folder(self.folder)

    def files(self) -> Iterator[str]:
        """The names of all files of the array."""
        yield f"{self.name}/{arrays.METADATA}"
        count = -(-self.chunks // arrays.SHARD) if self.sharded else self.chunks
        name_of = arrays.shard_file if self.sharded else arrays.chunk_file
        yield from (name_of(self.name, self.kind.words, number) for number in range(count))

    def items(self, first: int, end: int) -> Array:
        """A part of the array; unwritten items are `nothing`. `UsageError` for damage."""
        self.find_runs()
        return super().items(first, end)

    def find_runs(self) -> None:
        """List the runs that exist now."""
        self._runs = sorted(
            (each.start, each.stop, file) for each, file in self.loose_files() if "-" in file.name
        )

    def content(self, number: int) -> bytes | None:
        """A chunk packed by zstd, without its checksum, which is compared first."""
        stored = self.read_packed(number)
        return None if stored is None else arrays.without_checksum(stored)

    def read_packed(self, number: int) -> bytes | None:
        """The bytes of a chunk as stored, None if it is not stored; call `find_runs` first."""
        at = bisect(self._runs, (number, math.inf)) - 1
        with contextlib.suppress(FileNotFoundError):  # the chunk may just have moved to its shard
            if at >= 0 and number < self._runs[at][1]:
                first, end, file = self._runs[at]
                table = np.dtype(SIZE).itemsize * (end - first)
                sizes = np.frombuffer(regular_part(file, -table, table), SIZE)
                if len(sizes) != end - first or (sizes < 0).any() or (sizes > arrays.LARGEST).any():
                    raise ValueError("it is cut off")
                return regular_part(file, int(sizes[: number - first].sum()), sizes[number - first])
        with contextlib.suppress(FileNotFoundError):
            return regular_bytes(
                self.path / arrays.chunk_file(self.name, self.kind.words, number), arrays.LARGEST
            )
        shard, place = divmod(number, arrays.SHARD)
        name = arrays.shard_file(self.name, self.kind.words, shard)
        if not (self.path / name).exists():
            return None
        return regular_part(self.path / name, *self._shard(name).span(place))

    def write(self, first: int, items: Array, each: Each = map) -> None:
        """Write `items` from index `first` on, so that a power cut can lose only names in
        `folder`; `each`, a function like `map`, packs the chunks.
        """
        end, size, kind = first + len(items), self.kind.chunk, self.kind

        def packed_chunk(number: int) -> tuple[int, bytes]:
            begin = number * size
            low, high = max(first, begin), min(end, begin + size)
            chunk = np.full(kind.shape(size), kind.nothing, kind.dtype)
            if high - low < size:
                there = self.items(begin, begin + size)
                chunk[: len(there)] = there
            chunk[low - begin : high - begin] = items[low - first : high - first]
            return number, arrays.pack_chunk(chunk, kind.level)

        whole, run = whole_chunks(kind, first, len(items)), list[bytes]()  # whole chunks are final
        disk.make_folder(self.folder)
        for number, content in each(packed_chunk, range(first // size, -(-end // size))):
            if number < kind.loose or number not in whole:
                file = self.path / arrays.chunk_file(self.name, kind.words, number)
                disk.make_folder(file.parent)
                _write_file(file, content)
                if file.parent != self.folder:
                    disk.sync_folder(file.parent)
                continue
            run.append(content)
            if (number + 1) % arrays.SHARD == 0 or number + 1 == whole.stop:
                sizes = np.array([*map(len, run)], SIZE).tobytes()
                _write_file(self.folder / f"{number + 1 - len(run)}-{number + 1}", [*run, sizes])
                run.clear()

    def loose_files(self) -> Iterator[tuple[range, Path]]:
        """The files or folders of chunks outside shards, each with its chunks."""
        for file in sorted(self.folder.iterdir()) if self.folder.is_dir() else ():
            first, _, end = file.name.partition("-")
            if first.isdigit() and (end.isdigit() or not end):
                yield range(int(first), int(end or int(first) + 1)), file


def write_metadata(folder: Path, content: dict[str, Any]) -> None:
    """Write the zarr.json of a group or array."""
    _write_file(folder / arrays.METADATA, json.dumps(content, indent=2).encode())


def _write_file(file: Path, content: bytes | Iterable[bytes]) -> None:
    replace_file(file, content, PARTIAL, disk.EVERYONES, lasting=True)


def make_shard(path: Path, name: str, kind: Kind, length: int, number: int) -> int:
    """A task: join a shard's chunks if not done yet; return its number. `UsageError` for damage."""
    array = DraftArray(path, name, kind, length)
    file = path / arrays.shard_file(name, kind.words, number)
    first = number * arrays.SHARD
    chunks = range(first, min(first + arrays.SHARD, array.chunks))
    if not file.exists():
        array.find_runs()
        _write_file(file, _contents_of_shard(array, chunks))
        disk.sync_folder(file.parent)
    for found, loose in array.loose_files():
        if chunks.start <= found.start < chunks.stop:
            disk.remove_tree(loose)
    return number


def _contents_of_shard(array: DraftArray, chunks: range) -> Iterator[bytes]:
    sizes, seals = list[int](), list[bytes]()
    for number in chunks:
        try:
            content = array.read_packed(number)
            arrays.without_checksum(content or b"")
        except (OSError, ValueError):
            content = None
        if content is None:
            raise UsageError(f"{array.path / array.name} is damaged: a part of it is missing")
        sizes.append(len(content))
        seals.append(hashlib.sha256(content).digest())
        yield content
    yield arrays.shard_tail(sizes, b"".join(seals))


def whole_chunks(kind: Kind, first: int, count: int) -> range:
    """The chunks whose items are all among the `count` items from `first` on."""
    begin = -(-first // kind.chunk)
    return range(begin, max((first + count) // kind.chunk, begin))


def write_share(
    path: Path, name: str, kind: Kind, first: int, items: Array
) -> tuple[Array, tuple[Array, Array]]:
    """A task: write the full chunks of a share, whose items begin at `first` in the array. Returns
    the first item of each chunk, and the items before and after these chunks, which share a chunk
    with other shares' items; without a full chunk, all items come before.
    """
    chunks = whole_chunks(kind, first, len(items))
    if not chunks:
        return items[:0], (items, items[:0])
    low, high = chunks.start * kind.chunk - first, chunks.stop * kind.chunk - first
    DraftArray(path, name, kind, first + high).write(first + low, items[low:high])
    return items[low : high : kind.chunk].copy(), (items[:low].copy(), items[high:].copy())


def read_items(path: Path, name: str, kind: Kind, first: int, count: int) -> Array:
    """A task: some items of an array, from `first` on; `UsageError` for damage."""
    items = DraftArray.open(path, name, kind).items(first, first + count)
    if len(items) < count or (items == kind.nothing).any():
        raise UsageError(f"{path / name} is damaged: a part of it is missing")
    return items
