"""Memory that kernels share with Python: arrays of 64-bit ints, records of them, and keys.

A key, which solvers store and look up, is an int that is not negative. An array of keys is int64
(keys) for keys of 63 bits and int64 (keys, 2) for keys of 126, the upper word first:
the shape shows how many words a key has, even to compiled code.
"""

import ctypes
import mmap
import sys
from array import array
from collections.abc import Iterable, MutableSequence
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import numpy as np

Array: TypeAlias = "np.ndarray[Any, Any]"
WORDS: Final = sys.maxsize >> 4  # the number of ints assumed at an address: no array has more
SMALL, LARGE = 1 << 12, 1 << 19  # sizes in words from which arrays are mmaps, and use huge pages
Place: TypeAlias = "memoryview | int"  # an array in plain runs, its address in native runs


def array_at(place: Place) -> MutableSequence[int]:
    """The array of 64-bit ints at `place`.

    Passing an array to compiled code costs two atomic reference counts, which threads contend for;
    an int in a record costs nothing. The caller must keep the array alive.
    """
    if isinstance(place, int):  # an address, if a compiled run continues in plain Python
        return (ctypes.c_int64 * WORDS).from_address(place)  # type: ignore[return-value]
    return place  # type: ignore[return-value]


def prefetch(place: Place, index: int) -> None:
    """Load the word at `index` into the cache before its use; no effect in plain runs."""


def new_words(size: int, fill: int = 0) -> Any:
    """An array of `size` ints, each equal to `fill`."""
    return array("q", [fill]) * size if fill or not size else _zeros(size)


def words_of(ints: Iterable[int]) -> Any:
    """An array of these ints."""
    return array("q", ints)


def clear_words(words: Any, size: int) -> None:
    """Set the first `size` ints of an array to 0."""
    ctypes.memset(address_of(words), 0, 8 * size)


def new_records(kind: type[ctypes.Structure], size: int) -> Any:
    """An array of `size` records, filled with zeros."""
    return (kind * size).from_buffer(_zeros(-(-size * ctypes.sizeof(kind) // 8)))


def _zeros(size: int) -> memoryview:
    """An array of zeros; large arrays take up memory only where they are written."""
    if size < SMALL:
        return memoryview(array("q", bytes(8 * size)))
    if not hasattr(mmap, "MADV_HUGEPAGE"):
        return memoryview(mmap.mmap(-1, 8 * size)).cast("q")
    memory = mmap.mmap(-1, 8 * size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    if size >= LARGE:
        memory.madvise(mmap.MADV_HUGEPAGE)  # speeds up a search's random reads
    return memoryview(memory).cast("q")


def place_of(words: Any, *, native: bool) -> Place:
    """The argument that `array_at` turns into an array: its address if `native`, else a view."""
    return address_of(words) if native else memoryview(words)


def address_of(words: Any) -> int:
    """The address at which an array or a view begins; 0 for an empty one."""
    view = memoryview(words)
    if view.readonly:
        import numpy as np

        return int(np.frombuffer(view, np.uint8).ctypes.data)
    return ctypes.addressof(ctypes.c_char.from_buffer(view)) if view.nbytes else 0


class Record:
    """Named ints for compiled code, which finds them at `address`."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._words = array("q", bytes(8 * len(names)))
        self._index = {name: index for index, name in enumerate(names)}
        self.names = names
        self.address = address_of(self._words)

    def __getitem__(self, name: str) -> int:
        return self._words[self._index[name]]

    def __setitem__(self, name: str, value: int) -> None:
        self._words[self._index[name]] = value


def new_record(names: tuple[str, ...], *, native: bool) -> Any:
    """Named ints, all of them 0: a dict in plain runs, a `Record` for compiled code."""
    return Record(names) if native else dict.fromkeys(names, 0)


OUTSIDE: Final = -1  # not a key: the state is outside the layout
WORD_BITS: Final = 63
MOST_WORDS: Final = 2
LOW: Final = (1 << WORD_BITS) - 1  # mask for the lower word of a key
HALF: Final = (1 << 32) - 1
FACTORS: Final = (0x6C62272F, 0x3C6EF373)  # odd numbers with irregular bits, for hashes


def key_at(keys: Any, index: int) -> int:
    """The key at an index; OUTSIDE if both of its words are OUTSIDE."""
    if keys.ndim == 1:
        return int(keys[index])
    return int(keys[index, 0]) << WORD_BITS | int(keys[index, 1])


def put_key(keys: Any, index: int, key: int) -> None:
    """Store a key at an index."""
    if keys.ndim == 1:
        keys[index] = key
    else:
        keys[index, 0], keys[index, 1] = key >> WORD_BITS, key & LOW


def as_key(keys: Any, number: int) -> int:
    """An int of one word as a key with as many words as the keys in `keys`."""
    return number


def with_bits(key: int, bits: int, shift: int) -> int:
    """`key | bits << shift`: set the bits of a word in a key."""
    return key | bits << shift


def bits_at(key: int, shift: int) -> int:
    """The word of `key` that begins at bit `shift`."""
    return key >> shift & LOW


def one_word(key: int) -> int:
    """Hash `key` to one word that depends on all its bits; a key of one word stays as it is."""
    return fold_words(key >> WORD_BITS, key & LOW)


def fold_words(upper: int, lower: int) -> int:
    """Hash two words to one that depends on all their bits."""
    # The products fit in 63 bits, so that compiled and plain ints give the same hash.
    return lower ^ (upper & HALF) * FACTORS[0] ^ (upper >> 32) * FACTORS[1]
