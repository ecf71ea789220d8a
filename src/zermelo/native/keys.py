"""Keys of one word or two, and arrays of them: what solvers store and look up.

A key is an int that is not negative. An array of keys is int64 (keys) if they have 63 bits, and
int64 (keys, 2) if they have 126, the upper word before the lower: its shape alone says how many
words a key has, to compiled code too.
"""

from __future__ import annotations

from typing import Any, Final

OUTSIDE: Final = -1  # no key
WORD_BITS: Final = 63
MOST_WORDS: Final = 2
LOW: Final = (1 << WORD_BITS) - 1  # the lower word
HALF: Final = (1 << 32) - 1
FACTORS: Final = (0x6C62272F, 0x3C6EF373)  # odd, their bits without a pattern


def key_at(keys: Any, index: int) -> int:
    """The key at an index; OUTSIDE where both words are."""
    if keys.ndim == 1:
        return int(keys[index])
    return int(keys[index, 0]) << WORD_BITS | int(keys[index, 1])


def put_key(keys: Any, index: int, key: int) -> None:
    """Write a key to an index."""
    if keys.ndim == 1:
        keys[index] = key
    else:
        put_words(keys, index, key >> WORD_BITS, key & LOW)


def put_words(keys: Any, index: int, upper: int, lower: int) -> None:
    """Write a key of two words to an index."""
    keys[index, 0], keys[index, 1] = upper, lower


def as_key(keys: Any, number: int) -> int:
    """An int of one word as a key of the kind that `keys` holds."""
    return number


def with_bits(key: int, bits: int, shift: int) -> int:
    """`key` with the bits of a word set from `shift` on."""
    return key | bits << shift


def bits_at(key: int, shift: int) -> int:
    """The bits of `key` from `shift` on, as many as a word has."""
    return key >> shift & LOW


def one_word(key: int) -> int:
    """A word that depends on every bit of `key`, and is `key` if that is one word."""
    return fold_words(key >> WORD_BITS, key & LOW)


def fold_words(upper: int, lower: int) -> int:
    """A word that depends on every bit of two."""
    # Products of 32 and 31 bits: compiled ints must not overflow, plain ones would not wrap around.
    return lower ^ (upper & HALF) * FACTORS[0] ^ (upper >> 32) * FACTORS[1]
