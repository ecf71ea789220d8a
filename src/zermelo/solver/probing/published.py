"""The database of a published site: one file of gzip chunks; a probe reads only a few.

Reading it needs no numpy or zarr, which a page would have to load, and no solver: states and keys
follow from the packing in the manifest. `zermelo.solver.probing.publishing` writes it as two files:

    NAME.bin    chunks of equally many positions: their keys, if any, and scores, see `unpack_chunk`
    NAME.json   the facts in `Index`
"""

import hashlib
import json
import warnings
import zlib
from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final, NamedTuple, TypedDict

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import TextError
from zermelo.solver.score import NOW, UNKNOWN

Packing = dict[str, Any]


def ints_of(state: Iterable[Any]) -> Iterator[int]:
    """The ints of a state, including those of its tuples."""
    for item in state:
        if isinstance(item, tuple):
            yield from ints_of(item)
        else:
            yield item


def shape_state(example: Any, stored: Any) -> Any:
    """Convert JSON to a state, or part of one, shaped like `example`; `ValueError` if it can't."""
    if isinstance(example, tuple) != isinstance(stored, list):
        raise ValueError(f"{stored} does not have the shape of {example}")
    if not isinstance(example, tuple):
        return stored
    parts = [shape_state(inner, item) for inner, item in zip(example, stored, strict=True)]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def state_of(packing: Packing, example: Any, key: int) -> Any:
    """The state with this key, in the shape of `example`."""
    if "most" in packing:
        ints = []
        for most, size in zip(packing["most"], packing["size"], strict=True):
            ints.append(0)
            for _ in range(max(most, 1)):
                key, place = key >> size, key & (1 << size) - 1
                ints[-1] |= (1 << place >> 1) if most else place
        return _fill(example, iter(ints))
    ints = list(packing["lowest"])
    for item, first, largest, shift in _parts(packing):
        ints[item] += (key >> shift & largest) << first
    return _fill(example, iter(_flip_tied_bits(packing, ints)))


def _fill(example: Any, ints: Iterator[int]) -> Any:
    parts = [_fill(item, ints) if isinstance(item, tuple) else next(ints) for item in example]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def key_of(packing: Packing, state: Any) -> int:
    """The key of a state; OUTSIDE if the state does not fit the packing."""
    ints, key = list(ints_of(state)), 0
    if "most" in packing:
        shift = 0
        for number, most, size in zip(ints, packing["most"], packing["size"], strict=True):
            bits = enumerate(reversed(f"{number:b}"), 1)
            held = [place for place, bit in bits if bit == "1"] if most else [number]
            room = max(most, 1)
            if number < 0 or len(held) > room or max(held, default=0) >= 1 << size:
                return OUTSIDE
            for at, place in enumerate(held):
                key += place << shift + at * size
            shift += room * size
        return key
    changed = _flip_tied_bits(packing, ints)
    left = [number - low for number, low in zip(changed, packing["lowest"], strict=True)]
    for item, first, largest, shift in _parts(packing):
        bits = left[item] & largest << first
        left[item] -= bits
        key |= bits >> first << shift
    return OUTSIDE if any(left) else key


def _flip_tied_bits(packing: Packing, ints: list[int]) -> list[int]:
    lead = packing.get("lead", -1)
    if lead < 0 or ints[lead] & 1 == 0:
        return ints
    return [number ^ tied for number, tied in zip(ints, packing["tied"], strict=True)]


def _parts(packing: Packing) -> Iterator[tuple[int, int, int, int]]:
    """Runs of adjacent bits: the int's index, the first bit, the mask, and the place in a key."""
    count = len(packing["lowest"])
    item, first = packing.get("item", range(count)), packing.get("first", [0] * count)
    return zip(item, first, packing["largest"], packing["shift"], strict=True)


# Packings -----------------------------------------------------------------------------------------

CACHED: Final = 128  # chunks in a reader's memory
WORD_BITS: Final = 63  # the bits that a word of a key may use
GZIP: Final = 16 + zlib.MAX_WBITS  # tells zlib to expect gzip's header
OUTSIDE: Final = -1  # no key

Read = Callable[..., bytes]  # a function that takes the name of a file


class Index(TypedDict):
    """The part of a database that a page loads first."""

    file: str  # the name of the file with the chunks
    start: list[Any]  # the (first) state that was solved, as lists
    solution: dict[str, Any]  # the results of solving, see `zermelo.solver.solution`
    chunk: int  # positions in each chunk; the last one may have fewer
    # how states become keys, as in the database's manifest; None if states have numbers
    packing: dict[str, Any] | None
    # each tier's number, the place of its first position, and its size
    tiers: list[tuple[int, int, int]]
    ends: list[int]  # the end of each chunk in the file, in bytes
    digests: list[str]  # SHA-256 of each chunk, in hexadecimal digits
    firsts: list[int]  # the first key of each chunk; empty if states have numbers


class Chunk(NamedTuple):
    """Consecutive positions: their scores, and their keys unless states have numbers."""

    keys: Sequence[int]
    scores: Sequence[int]


class PublishedDatabase:
    """A solved game for queries in a page, like a `Database` elsewhere.

    index   the name of the file with the `Index`, which is read on first use
    digest  SHA-256 of that file, in hexadecimal digits
    whole   a function that reads a file, given its name
    part    a function that takes an offset and a size, too; both raise `OSError` on failure

    Damaged or unreadable files cause a warning; queries then raise `TextError`, as for a position
    that the database does not contain.
    """

    def __init__(self, game: Game, index: str, digest: str, whole: Read, part: Read) -> None:
        self.game, self.path = game, Path(index)
        self._digest, self._whole, self._part = digest, whole, part
        self._chunk = lru_cache(CACHED)(self._read_chunk)

    @cached_property
    def index(self) -> Index:
        """The index, read on first use."""
        index: Index = json.loads(_read_verified(self.path.as_posix(), self._digest, self._whole))
        return index

    @property
    def manifest(self) -> dict[str, Any]:
        """The published part of the database's manifest."""
        return {"solution": self.index["solution"]}

    @cached_property
    def start(self) -> Any:
        """The (first) state from which the game was solved."""
        return shape_state(self.game.start(), self.index["start"])

    @cached_property
    def _tiers(self) -> dict[int, tuple[int, int]]:
        return {tier: (first, count) for tier, first, count in self.index["tiers"]}

    def score(self, state: Any) -> int | None:
        """The score of `state` for its mover, or None if no play from the starts reaches it."""
        game: Any = self.game
        tier, packing, size = int(game.tier(state)), self.index["packing"], self.index["chunk"]
        first, count = self._tiers.get(tier, (0, 0))
        if packing is None and tier not in self._tiers:
            outcome = game.outcome(state)
            return outcome * NOW if outcome != ONGOING and not game.tier_size(tier) else None
        if packing is None:
            index = game.index(state)
            if not 0 <= index < count:
                return None
            chunk, inner = divmod(first + index, size)
            score = self._chunk(chunk).scores[inner]
            return None if score == UNKNOWN else score
        key = min(keys_of(game, packing, state))
        if key == OUTSIDE or not count:
            return None
        low, high = first // size, (first + count - 1) // size
        number = bisect_right(self.index["firsts"], key, low + 1, high + 1) - 1
        keys, scores = self._chunk(number)
        begin = max(first - number * size, 0)
        end = min(first + count - number * size, len(keys))
        place = bisect_left(keys, key, begin, end)
        return scores[place] if place < end and keys[place] == key else None

    def _read_chunk(self, number: int) -> Chunk:
        file, ends = self.index["file"], self.index["ends"]
        first = ends[number - 1] if number else 0
        digest, size = self.index["digests"][number], ends[number] - first
        content = _read_verified(file, digest, self._part, first, size)
        return unpack_chunk(content, words_of(self.index["packing"]))


def _read_verified(name: str, digest: str, read: Read, *part: int) -> bytes:
    """Read a file, or a part of one; `TextError` unless the content has this digest."""
    try:
        content = read(name, *part)
    except OSError as error:
        raise _unusable(f"{name} cannot be read: {error}") from error
    if hashlib.sha256(content).hexdigest() != digest:
        raise _unusable(f"{name} is damaged: its checksum is not {digest[:16]}…")
    return content


def _unusable(why: str) -> TextError:
    warnings.warn(why, stacklevel=3)
    return TextError(why)


# Chunks ------------------------------------------------------------------------------------------


def unpack_chunk(content: bytes, words: int) -> Chunk:
    """Unpack a gzip chunk whose keys have `words` words. It contains, for each word, the upper one
    first, the 64-bit differences between successive keys; then the 16-bit scores.
    """
    raw = zlib.decompress(content, GZIP)
    count = len(raw) // (8 * words + 2)
    steps = [array("q", raw[8 * count * word :][: 8 * count]) for word in range(words)]
    columns = [list(accumulate(each)) for each in steps]
    scores = array("h", raw[8 * count * words :])
    if words < 2:
        return Chunk(columns[0] if columns else (), scores)
    pairs = zip(*columns, strict=True)
    return Chunk([upper << WORD_BITS | lower for upper, lower in pairs], scores)


# Keys --------------------------------------------------------------------------------------------


def words_of(packing: Packing | None) -> int:
    """The number of words in a key; 0 if states have numbers instead."""
    return 0 if packing is None else int(packing.get("words", 1))


def keys_of(game: Game, packing: Packing, state: Any) -> set[int]:
    """The keys of a state and, if symmetric states share an entry, of its images; the entry has
    the least key. OUTSIDE stands for a key of a state that does not fit the packing.
    """
    each = (state, *(game.symmetries(state) if packing["fold"] else ()))
    return {game.key(one) if packing["own_key"] else key_of(packing, one) for one in each}
