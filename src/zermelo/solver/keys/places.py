"""Where keys are among keys in order: a table of their leading bits, then halving."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

import numpy as np

from zermelo.native import Place, kernel, prefetch
from zermelo.native.arrays import Array
from zermelo.native.keys import bits_at, key_at
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.keys import keyarrays

FOUND: Final = -1
AHEAD: Final = 8  # keys for which memory is asked while others are looked up
HALF: Final = 1 << 31  # keys from which on places take 64 bits


class Ordered(NamedTuple):
    """Keys in order with what belongs to them, made ready to be looked up in.

    keys    in order, each once, one at least
    values  (keys): what belongs to each
    starts  int32 or int64: where those begin whose distance from the first key has these leading
            bits; one more for the end
    shift   how many bits are no leading ones
    """

    keys: Array
    values: Array
    starts: Array
    shift: int


@kernel
def write_starts(keys: Array, shift: int, starts: Array) -> None:
    """Write where keys start to have other leading bits, see `Ordered`."""
    first, written = key_at(keys, 0), 0
    for i in range(len(keys)):
        leading = bits_at(key_at(keys, i) - first, shift)
        while written <= leading:
            starts[written] = i
            written += 1


@kernel
def first_from(keys: Array, key: int, low: int, high: int) -> int:
    """The first place from `low` on whose key is `key` at least, by halving; `high` if none is."""
    while low < high:
        middle = low + high >> 1
        if key_at(keys, middle) < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def leading_of(known: Ordered, key: int) -> int:
    """The leading bits of a key's distance from the first; of one beyond the others, any."""
    first, last = key_at(known.keys, 0), key_at(known.keys, len(known.keys) - 1)
    return bits_at(min(max(key, first), last) - first, known.shift)


@kernel
def find(
    known: Ordered, starts: Place, in_word: int, keys: Place, asked: Array, places: Array
) -> int:
    """Write to `places` where the keys `asked`, in any order, are.

    Memory takes longer than the search: what later keys need is asked for meanwhile.

    starts   the address of the starts of what is known, and how many of them are `in_word`
    keys     that of the keys

    Returns FOUND, or the index of one that is not known.
    """
    count = len(asked)
    for soon in range(count + 2 * AHEAD):
        if soon < count:
            prefetch(starts, leading_of(known, key_at(asked, soon)) // in_word)
        if AHEAD <= soon < count + AHEAD:
            leading = leading_of(known, key_at(asked, soon - AHEAD))
            prefetch(keys, int(known.starts[leading]) * known.keys.ndim)
        i = soon - 2 * AHEAD
        if i >= 0:
            key = key_at(asked, i)
            leading = leading_of(known, key)
            low, high = int(known.starts[leading]), int(known.starts[leading + 1])
            places[i] = first_from(known.keys, key, low, high)
            if places[i] == len(known.keys) or key_at(known.keys, int(places[i])) != key:
                return i
    return FOUND


def addresses(known: Ordered) -> tuple[int, int, int]:
    """The arguments of `find` that say where arrays are."""
    return known.starts.ctypes.data, 8 // known.starts.itemsize, known.keys.ctypes.data


@kernel
def look_up(known: Ordered, asked: Array, tiers: Array, tier: int, answers: Array) -> int:
    """Write to `answers` what belongs to the keys `asked` whose tier is `tier`.

    Returns FOUND, or the index of one that is not known.
    """
    keys, values, starts, shift = known
    first, last = key_at(keys, 0), key_at(keys, len(keys) - 1)
    for i in range(len(asked)):
        if tiers[i] != tier:
            continue
        key = key_at(asked, i)
        if key < first or key > last:
            return i
        leading = bits_at(key - first, shift)
        low, high = int(starts[leading]), int(starts[leading + 1])
        low = first_from(keys, key, low, high)
        if low == len(keys) or key_at(keys, low) != key:
            return i
        answers[i] = values[low]
    return FOUND


def prepared(
    keys: Array,
    values: Array,
    kernels: Kernels,
    room: Callable[..., Array] = np.empty,
    near: int = 0,
) -> Ordered:
    """Keys in order, one at least, ready to be looked up in.

    room  makes an array
    near  how many of the bits that would tell most keys apart are no leading ones
    """
    span = key_at(keys, len(keys) - 1) - key_at(keys, 0)
    if len(keys) < keyarrays.FEW:
        return Ordered(keys, values, np.array([0, len(keys)], np.int32), span.bit_length())
    shift = max(span.bit_length() - len(keys).bit_length() + near, 0)
    kind = np.int32 if len(keys) < HALF else np.int64
    starts = room((span >> shift) + 2, kind)
    starts[-1] = len(keys)
    kernels.run(write_starts, keys, shift, starts)
    return Ordered(keys, values, starts, shift)
