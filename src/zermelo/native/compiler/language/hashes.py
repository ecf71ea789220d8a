"""Hashes, and look-ups of keys by hash, written in Python and compiled with the rules."""

from __future__ import annotations

import dataclasses
from typing import Any, Final

from zermelo.contract.bits import REST, hashed, mixed, product
from zermelo.native.arrays import LOW, WORD_BITS
from zermelo.native.compiler.language.library import in_any_order

FEW: Final = 8  # the most items of a set or dict that look-ups compare one by one


def chain_hashes(first: int, rest: int) -> int:
    """Combine the hash of an item with that of the items after it."""
    return mixed(first ^ product(rest, REST))


def hash_row(row: Any, hash_item: Any, chain: Any) -> int:
    """The hash of a tuple of any length, see `hashed`."""
    number = len(row)
    for item in reversed(row):
        number = chain(hash_item(item), number)
    return number


@in_any_order
def hash_set(items: Any, hash_item: Any) -> int:
    """The hash of a frozenset, which ignores its order."""
    number = len(items)
    for item in items:
        number = (number + mixed(hash_item(item))) & LOW
    return mixed(number)


def find_key(box: Any, key: Any) -> int:
    """The index of a key in a set or dict, or -1: the hash of a key tells where to look it up.

    The index by hash holds its mask, the number of keys in it, and slots: 0 if free, or the number
    of a key, from 1. An occupied slot leads to the next.
    """
    count = len(box)
    if count <= FEW:
        for place in range(count):
            if key_in(box, place) == key:
                return place
        return -1
    index = index_of(box)
    mask = index[0]
    if 2 * count > mask:
        mask = (1 << (4 * count).bit_length()) - 1
        index = new_index(box, mask + 3)
        index[0] = mask
    for place in range(index[1], count):
        slot = key_hash(key_in(box, place)) & mask
        while index[slot + 2]:
            slot = slot + 1 & mask
        index[slot + 2] = index[1] = place + 1
    slot = key_hash(key) & mask
    while index[slot + 2]:
        place = index[slot + 2] - 1
        if key_in(box, place) == key:
            return place
        slot = slot + 1 & mask
    return -1


def key_in(box: Any, place: int) -> Any:
    """The key at an index in range."""


def index_of(box: Any) -> Any:
    """The index by hash, for which a container's header has a place."""


def new_index(box: Any, size: int) -> Any:
    """An index by hash with `size` ints, all 0."""


def key_hash(key: Any) -> int:
    """The hash of a key, the same for equal tuples of different classes."""
    if dataclasses.is_dataclass(key):
        key = tuple(getattr(key, field.name) for field in dataclasses.fields(key))
    if isinstance(key, tuple):
        return hash_row(key, key_hash, chain_keys)
    if isinstance(key, frozenset):
        return hash_set(key, key_hash)
    return hash_int(key) if isinstance(key, int) else hashed(key)


def hash_int(key: int) -> int:
    """The hash of an int of any width, computed from 63 bits at a time."""
    number, rest = scramble(key & LOW), key >> WORD_BITS
    while rest not in (0, -1):
        number, rest = scramble(number ^ rest & LOW), rest >> WORD_BITS
    return number


def scramble(number: int) -> int:
    """A 63-bit int whose lowest bits depend on all bits of another."""
    number = product(number, REST)
    return number ^ number >> 32


def chain_keys(first: int, rest: int) -> int:
    """Combine the hash of an item of a key with that of the items after it."""
    return first ^ product(rest, REST)
