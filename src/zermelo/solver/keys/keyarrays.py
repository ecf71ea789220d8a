"""Arrays of keys, of one word or two: made, put in order and searched. See `zermelo.native.keys`.

`like` is any array of keys of as many words.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from zermelo.native.arrays import Array
from zermelo.native.keys import LOW, WORD_BITS, key_at, put_key

SMALL = 1 << 12  # keys that are not worth cutting
FEW = 1 << 15  # keys that are not worth compiling what is faster with many


def room_for_keys(count: int, like: Array) -> Array:
    """An array for so many keys."""
    return np.empty((count, *like.shape[1:]), np.int64)


def array_of(keys: Sequence[int], like: Array) -> Array:
    """The array of these keys."""
    made = room_for_keys(len(keys), like)
    for index, key in enumerate(keys):
        put_key(made, index, key)
    return made


def in_order(keys: Array) -> Array:
    """The keys, the least first."""
    return np.sort(keys) if keys.ndim == 1 else keys[order_of(keys)]


def order_of(keys: Array) -> Array:
    """The places of the keys, that of the least first."""
    return np.argsort(keys) if keys.ndim == 1 else np.lexsort((keys[:, 1], keys[:, 0]))


def distinct(keys: Array) -> Array:
    """The keys in order, each once."""
    ordered = in_order(keys)
    new = np.ones(len(keys), bool)
    differ = ordered[1:] != ordered[:-1]
    new[1:] = differ if keys.ndim == 1 else differ.any(1)
    return ordered[new]


def pieces(keys: Any, most: int, members: int) -> list[Any]:
    """Keys cut into pieces of so many at most, one for each member of a crew if it is worth it."""
    size = max(min(most, -(-len(keys) // members)), SMALL)
    return [keys[first : first + size] for first in range(0, len(keys), size)]


def place_of(keys: Array, key: int, *, after: bool = False) -> int:
    """How many of `keys`, which are in order, are less than `key`, or `after`: not greater."""
    side: Any = "right" if after else "left"
    if keys.ndim == 1:
        return int(np.searchsorted(keys, key, side))
    upper, lower = keys[:, 0], keys[:, 1]
    first = int(np.searchsorted(upper, key >> WORD_BITS, "left"))
    last = int(np.searchsorted(upper, key >> WORD_BITS, "right"))
    return first + int(np.searchsorted(lower[first:last], key & LOW, side))


def places_of(keys: Array, wanted: Array) -> list[int]:
    """How many of `keys`, which are in order, are less than each of those `wanted`."""
    if keys.ndim == 1:
        places: Any = np.searchsorted(keys, wanted)
        return list(map(int, places))
    return [place_of(keys, key_at(wanted, index)) for index in range(len(wanted))]
