"""Keys in order, each once: sorted by their digits, the last first (Knuth, TAOCP 3, 5.2.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.keys import MOST_WORDS, WORD_BITS, bits_at, key_at, put_key
from zermelo.solver.crews.machine import Kernels
from zermelo.solver.keys import keyarrays
from zermelo.solver.keys.keyarrays import distinct, places_of

DIGIT_BITS: Final = 11
MERGED: Final = 1 << 17  # keys of a run that are merged at a time


@kernel
def sort_distinct(keys: Array, spare: Array, places: Array) -> tuple[int, bool]:
    """Put keys of two words in order, each once; both arrays are overwritten.

    keys    one at least
    spare   room for as many
    places  int64 (1 << DIGIT_BITS), overwritten: where the next key with each digit goes

    Returns how many are left, and whether they begin `spare` instead of `keys`.
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
    """The keys of all parts in order, each once."""
    count = sum(map(len, parts))
    # numpy sorts words with vector instructions, pairs of words only through their places.
    if parts[0].ndim == 1 or count < keyarrays.FEW or not kernels.native:
        return distinct(np.concatenate(parts))
    shape, scratch = (count, *parts[0].shape[1:]), kernels.scratch
    keys = np.concatenate(parts, out=scratch.array("sorting", shape))
    spare, places = scratch.array("spare", shape), scratch.array("places", (1 << DIGIT_BITS,))
    left, swapped = kernels.run(sort_distinct, keys, spare, places)
    return (spare if swapped else keys)[:left].copy()


def merged(
    runs: Sequence[Array],
    kernels: Kernels,
    room: Callable[..., Array] = np.empty,
    most: int = MERGED,
) -> Array:
    """The keys of runs that are in order, which have none in common: piece by piece.

    room  makes the array for them
    most  keys of each run that are taken at a time
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
