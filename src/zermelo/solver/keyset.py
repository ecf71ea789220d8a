"""Sets and maps of keys: open addressing with linear probing (Knuth, TAOCP 3, 6.4, Algorithm L).

A table is an array of slots, each a key or EMPTY, its length a power of two. It is cut into equal
regions, `1 << region_bits` of them; a key stays in the region its hash names, so that threads that
own different regions insert at the same time without locks. At most half of the slots are used.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.native import kernel
from zermelo.native.keys import OUTSIDE, key_at, one_word, put_key

EMPTY: Final = OUTSIDE
SMALLEST: Final = 10  # bits of the least number of slots
HALF: Final = (1 << 32) - 1
GOLDEN: Final = 0x4F1BBCDD  # odd, its bits without a pattern (Fibonacci hashing); also the others
SILVER: Final = 0x6A09E667
BRONZE: Final = 0x5851F42D

Array = Any  # numpy array, of int64 unless said otherwise


@kernel
def home(key: int, bits: int) -> int:
    """The slot, of `1 << bits`, in which a key belongs."""
    # Products of 32 and 31 bits: compiled ints must not overflow, plain ones would not wrap around.
    word = one_word(key)
    mixed = (word & HALF) * SILVER ^ (word >> 32) * BRONZE
    return ((mixed ^ mixed >> 31) & HALF) * GOLDEN >> (63 - bits)


@kernel
def find(slots: Array, bits: int, region_bits: int, key: int) -> int:
    """The slot that holds `key`, or the empty one where it would be."""
    slot = home(key, bits)
    within = (1 << (bits - region_bits)) - 1
    held = key_at(slots, slot)
    while held != EMPTY and held != key:
        slot = (slot & ~within) | (slot + 1 & within)
        held = key_at(slots, slot)
    return slot


@kernel
def insert(
    keys: Array, slots: Array, bits: int, region_bits: int, region: int, fresh: Array, count: int
) -> int:
    """Insert those of `keys` that belong to `region`; the new ones also go to `fresh[count:]`.

    Returns the count of keys in `fresh`.
    """
    for i in range(len(keys)):
        key = key_at(keys, i)
        if home(key, bits) >> (bits - region_bits) == region:
            slot = find(slots, bits, region_bits, key)
            if key_at(slots, slot) == EMPTY:
                put_key(slots, slot, key)
                put_key(fresh, count, key)
                count += 1
    return count


@kernel
def fill(
    keys: Array,
    values: Array,
    slots: Array,
    beside: Array,
    bits: int,
    region_bits: int,
    region: int,
) -> None:
    """Insert the keys of `region` with their values, which go to `beside` at the keys' slots."""
    for i in range(len(keys)):
        key = key_at(keys, i)
        if home(key, bits) >> (bits - region_bits) == region:
            slot = find(slots, bits, region_bits, key)
            put_key(slots, slot, key)
            beside[slot] = values[i]


def bits_for(count: int) -> int:
    """Bits of a table's length with room for `count` keys."""
    return max(SMALLEST, (2 * count).bit_length())
