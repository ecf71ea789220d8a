"""Which bits of a state's ints make its key: chosen from what is known of the states.

One word is tried first, for it is half as large and quicker: with room for all values between the
least and the greatest, then with the bits alone that differ between states; after that two words
likewise. Bits to spare go to the ints that may yet grow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby
from operator import and_, or_
from typing import Any, NamedTuple

import numpy as np

from zermelo.native.items import Cut, Layout, Whole, count_items, write_items
from zermelo.native.keys import LOW, MOST_WORDS, WORD_BITS

Array = Any


class Seen(NamedTuple):
    """What is known of one int of a state: its least and greatest value, the bits always set, and
    those ever set."""

    low: int
    high: int
    always: int
    ever: int

    def joined(self, other: Seen) -> Seen:
        """What is known of both."""
        low, high = min(self.low, other.low), max(self.high, other.high)
        return Seen(low, high, self.always & other.always, self.ever | other.ever)

    @property
    def lowest(self) -> int:
        """What values are counted from when all up to the greatest have room."""
        return min(self.low, 0)

    @property
    def bits(self) -> int:
        """How many bits that takes."""
        return (self.high - self.lowest).bit_length()


class Bits(NamedTuple):
    """The bits of an int that go into a key, once `lowest` is taken off, which has none of them."""

    lowest: int
    taken: int


class Part(NamedTuple):
    """Bits side by side of one int: its index, the first bit, how many, and where in the key."""

    item: int
    first: int
    size: int
    shift: int


def seen_in(states: Iterable[Any]) -> list[Seen]:
    """What is known of each int after a look at these states."""
    columns = zip(*map(_items, states), strict=True)
    return [Seen(min(c), max(c), reduce(and_, c), reduce(or_, c)) for c in columns]


def _items(state: Any) -> list[int]:
    items = [0] * count_items(state)
    write_items(state, items)
    return items


def union(first: Sequence[Seen], second: Sequence[Seen]) -> list[Seen]:
    """What is known after both looks."""
    return [one.joined(other) for one, other in zip(first, second, strict=True)]


def layout_for(seen: Sequence[Seen]) -> Layout | int:
    """The layout for such states, or how many bits they need if those are too many."""
    needed = [item.bits for item in seen]
    if sum(needed) <= WORD_BITS:
        return _whole(seen, _with_spare(needed, WORD_BITS))
    changing = [_changing(item) for item in seen]
    count = sum(bits.taken.bit_count() for bits in changing)
    if count > WORD_BITS and sum(needed) <= MOST_WORDS * WORD_BITS:
        widened = _with_spare(needed, MOST_WORDS * WORD_BITS)
        pairs = zip(seen, widened, strict=True)
        changing = [Bits(item.lowest, (1 << bits) - 1) for item, bits in pairs]
    elif count > MOST_WORDS * WORD_BITS:
        return count
    return cut(changing, 1 if count <= WORD_BITS else MOST_WORDS)


def _with_spare(needed: list[int], room: int) -> list[int]:
    """The bits of each int, and a share of those to spare for what is no mere yes or no."""
    growing = sum(bits for bits in needed if bits > 1)
    spare = room - sum(needed)
    return [n + spare * n // growing if n > 1 else n for n in needed]


def _whole(seen: Sequence[Seen], bits: list[int]) -> Whole:
    parts = np.zeros((3, len(bits)), np.int64)
    parts[0] = [item.lowest for item in seen]
    parts[1] = [(1 << n) - 1 for n in bits]
    parts[2] = np.cumsum([0, *bits[:-1]])
    return Whole(parts)


def _changing(seen: Seen) -> Bits:
    """The bits that differ between states, or those for all values if they are as few."""
    changing = seen.ever & ~seen.always
    if seen.low < 0 or changing.bit_count() >= seen.bits:
        return Bits(seen.lowest, (1 << seen.bits) - 1)
    return Bits(seen.always, changing)


def cut(taken: Sequence[Bits], words: int) -> Cut:
    """The layout that puts these bits of the ints one after the other into keys of `words` words.

    Raises `ValueError` if there are more than that.
    """
    if sum(bits.taken.bit_count() for bits in taken) > words * WORD_BITS:
        raise ValueError("too many bits")
    most = max((bits.taken | max(bits.lowest, 0)).bit_length() for bits in taken)
    count = most // WORD_BITS + 1  # the last word of each has a bit for the sign
    rows = np.zeros((2, len(taken) * count), np.int64)
    for item, bits in enumerate(taken):
        rows[0, item * count : (item + 1) * count] = _words(max(bits.lowest, 0), count)
        rows[1, item * count : (item + 1) * count] = [~w for w in _words(bits.taken, count)]
    columns = [
        (part.first % WORD_BITS, (1 << part.size) - 1, part.shift,
         part.item * count + part.first // WORD_BITS)
        for part in parts_of(taken)
    ]  # fmt: skip
    none = np.empty(0 if words == 1 else (0, words), np.int64)
    least = np.array([min(bits.lowest, 0) for bits in taken], np.int64)
    return Cut(least, rows, np.array(columns, np.int64).reshape(-1, 4).T.copy(), none)


def _words(number: int, count: int) -> list[int]:
    return [number >> WORD_BITS * place & LOW for place in range(count)]


def parts_of(taken: Sequence[Bits]) -> Iterator[Part]:
    """All runs of bits side by side, each within a word of its int, in the order of the key."""
    shift = 0
    for item, bits in enumerate(taken):
        places = [place for place in range(bits.taken.bit_length()) if bits.taken >> place & 1]
        numbered = enumerate(places)
        for _, run in groupby(numbered, lambda pair: (pair[1] - pair[0], pair[1] // WORD_BITS)):
            side_by_side = [place for _, place in run]
            yield Part(item, side_by_side[0], len(side_by_side), shift)
            shift += len(side_by_side)


def taken_by(layout: Cut) -> list[Bits]:
    """The bits that a layout takes of each int: the inverse of `cut`."""
    count = layout.words.shape[1] // len(layout.least)
    ones, fixed = layout.words.tolist()
    return [
        Bits(int(least) + _joined(ones[i * count :][:count]),
             _joined([~word for word in fixed[i * count :][:count]]))
        for i, least in enumerate(layout.least)
    ]  # fmt: skip


def _joined(words: list[int]) -> int:
    return sum(word << WORD_BITS * place for place, word in enumerate(words))


def words_of(layout: Layout) -> int:
    """How many words a key has."""
    return 1 if isinstance(layout, Whole) or layout.none.ndim == 1 else MOST_WORDS
