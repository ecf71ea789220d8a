"""Create, sort and search arrays of keys of one word or two. See `zermelo.native.arrays`.

Pairs of words are sorted by digits, the last first (Knuth, TAOCP 3, 5.2.5). `like` is any array of
keys with the same number of words.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.native import Place, kernel, prefetch
from zermelo.native.arrays import LOW, MOST_WORDS, WORD_BITS, Array, bits_at, key_at, put_key
from zermelo.solver.crews.crew import Kernels

Room = Callable[..., Array]  # makes arrays, like np.empty
SMALL = 1 << 12  # the fewest keys worth a piece or share of their own
FEW = 1 << 15  # the fewest keys for which compiling pays


def room_for_keys(count: int, like: Array) -> Array:
    """An array for `count` keys."""
    return np.empty((count, *like.shape[1:]), np.int64)


def array_of(keys: Sequence[int], like: Array) -> Array:
    """An array of these keys."""
    made = room_for_keys(len(keys), like)
    for index, key in enumerate(keys):
        put_key(made, index, key)
    return made


def order_of(keys: Array) -> Array:
    """The indexes of the keys in ascending order."""
    return np.argsort(keys) if keys.ndim == 1 else np.lexsort((keys[:, 1], keys[:, 0]))


def distinct(keys: Array) -> Array:
    """The keys sorted, without repetition."""
    ordered = np.sort(keys) if keys.ndim == 1 else keys[order_of(keys)]
    new = np.ones(len(keys), bool)
    differ = ordered[1:] != ordered[:-1]
    new[1:] = differ if keys.ndim == 1 else differ.any(1)
    return ordered[new]


def pieces(keys: Any, most: int, members: int) -> list[Any]:
    """Cut keys into pieces of up to `most` keys, at least one per member if there are enough."""
    size = max(min(most, -(-len(keys) // members)), SMALL)
    return [keys[first : first + size] for first in range(0, len(keys), size)]


def place_of(keys: Array, key: int) -> int:
    """The number of sorted `keys` below `key`."""
    if keys.ndim == 1:
        return int(np.searchsorted(keys, key))
    upper, lower = keys[:, 0], keys[:, 1]
    first = int(np.searchsorted(upper, key >> WORD_BITS, "left"))
    last = int(np.searchsorted(upper, key >> WORD_BITS, "right"))
    return first + int(np.searchsorted(lower[first:last], key & LOW))


def places_of(keys: Array, wanted: Array) -> list[int]:
    """The number of sorted `keys` below each of `wanted`."""
    if keys.ndim == 1:
        places: Any = np.searchsorted(keys, wanted)
        return list(map(int, places))
    return [place_of(keys, key_at(wanted, index)) for index in range(len(wanted))]


FOUND: Final = -1
AHEAD: Final = 8  # keys whose memory loads while others are looked up
HALF: Final = 1 << 31  # with this many keys, places take 64 bits


class Ordered(NamedTuple):
    """Sorted keys, prepared for lookups: by a table of leading bits, then by bisection."""

    keys: Array  # one or more keys, sorted and distinct
    # int32 or int64: for each value of the leading bits of a key's distance from the first key, the
    # place where these keys begin; last, the number of keys
    starts: Array
    shift: int  # the number of bits of a distance below its leading bits


@kernel
def write_starts(keys: Array, shift: int, starts: Array) -> None:
    """Write where keys with different leading bits begin, see `Ordered`."""
    first, written = key_at(keys, 0), 0
    for i in range(len(keys)):
        leading = bits_at(key_at(keys, i) - first, shift)
        while written <= leading:
            starts[written] = i
            written += 1


@kernel
def first_from(keys: Array, key: int, low: int, high: int) -> int:
    """The first place from `low` whose key is not below `key`, by bisection; else `high`."""
    while low < high:
        middle = low + high >> 1
        if key_at(keys, middle) < key:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def leading_of(known: Ordered, key: int) -> int:
    """The leading bits of a key's distance from the first; arbitrary for a key beyond the last."""
    first, last = key_at(known.keys, 0), key_at(known.keys, len(known.keys) - 1)
    return bits_at(min(max(key, first), last) - first, known.shift)


@kernel
def find(
    known: Ordered, starts: Place, in_word: int, keys: Place, asked: Array, places: Array
) -> int:
    """Write the place of each key in `asked`, in any order, to `places`; return FOUND, or the index
    of an unknown key. Memory is slower than the search, so it is loaded ahead.

    starts   the address of `known.starts`, of which `in_word` items fit into a word
    keys     the address of `known.keys`
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
    """The arguments `starts`, `in_word` and `keys` of `find`."""
    return known.starts.ctypes.data, 8 // known.starts.itemsize, known.keys.ctypes.data


def make_ready(keys: Array, kernels: Kernels, room: Room = np.empty, near: int = 0) -> Ordered:
    """Prepare one or more sorted keys for lookups; bisection decides `near` more bits than usual.
    `room` makes the array of starts.
    """
    span = key_at(keys, len(keys) - 1) - key_at(keys, 0)
    if len(keys) < FEW:
        return Ordered(keys, np.array([0, len(keys)], np.int32), span.bit_length())
    shift = max(span.bit_length() - len(keys).bit_length() + near, 0)
    starts = room((span >> shift) + 2, np.int32 if len(keys) < HALF else np.int64)
    starts[-1] = len(keys)
    kernels.run(write_starts, keys, shift, starts)
    return Ordered(keys, starts, shift)


DIGIT_BITS: Final = 11
MERGED: Final = 1 << 17  # keys of a run to merge at a time


@kernel
def sort_distinct(keys: Array, spare: Array, places: Array) -> tuple[int, bool]:
    """Sort a nonempty array of two-word keys, and drop repetitions; all arrays are overwritten.
    Returns how many keys are left, and whether they are in `spare` instead of `keys`. `places`
    counts digits: int64 (1 << DIGIT_BITS).
    """
    given, target, swapped = keys, spare, False
    most = len(places) - 1
    differing = key_at(keys, 0) ^ key_at(keys, 0)
    for i in range(len(keys)):
        differing |= key_at(keys, 0) ^ key_at(keys, i)
    for shift in range(0, MOST_WORDS * WORD_BITS, DIGIT_BITS):
        if bits_at(differing, shift) & most == 0:
            continue
        for digit in range(len(places)):
            places[digit] = 0
        for i in range(len(keys)):
            places[bits_at(key_at(given, i), shift) & most] += 1
        before = 0
        for digit in range(len(places)):
            before, places[digit] = before + int(places[digit]), before
        for i in range(len(keys)):
            key = key_at(given, i)
            digit = bits_at(key, shift) & most
            put_key(target, int(places[digit]), key)
            places[digit] += 1
        given, target, swapped = target, given, not swapped
    left = 1
    for i in range(1, len(keys)):
        key = key_at(given, i)
        if key != key_at(given, left - 1):
            put_key(given, left, key)
            left += 1
    return left, swapped


def sorted_once(parts: Sequence[Array], kernels: Kernels) -> Array:
    """The keys of all parts, sorted and distinct."""
    # numpy sorts single words with vector instructions, but pairs of words only by their indexes.
    if parts[0].ndim == 1 or sum(map(len, parts)) < FEW or not kernels.native:
        return distinct(np.concatenate(parts))
    keys, places = np.concatenate(parts), np.empty(1 << DIGIT_BITS, np.int64)
    spare = np.empty_like(keys)
    left, swapped = kernels.run(sort_distinct, keys, spare, places)
    return (spare if swapped else keys)[:left].copy()


def merge_runs(
    runs: Sequence[Array], kernels: Kernels, room: Room = np.empty, most: int = MERGED
) -> Array:
    """Merge sorted runs without common keys into an array from `room`, at most `most` keys of each
    run at a time.
    """
    keys = room((sum(map(len, runs)), *runs[0].shape[1:]), np.int64)
    cuts = distinct(np.concatenate([run[most::most] for run in runs]))
    ends = [[0, *places_of(run, cuts), len(run)] for run in runs]
    filled = 0
    for piece in zip(*map(pairwise, ends), strict=True):
        slices = [run[begin:end] for run, (begin, end) in zip(runs, piece, strict=True)]
        part = sorted_once(slices, kernels)
        keys[filled : filled + len(part)] = part
        filled += len(part)
    return keys
