"""States as rows of ints and as keys, which solvers store and look up.

If a key has room for all values between each int's smallest and largest, its `Layout` is `Whole`.
For wider ints, like boards where few bits ever change, `Cut` takes only those bits; for boards
where a few pieces go everywhere, `Sparse` takes the positions of the pieces.
"""

from typing import Any, NamedTuple

from zermelo.native.arrays import (
    LOW,
    OUTSIDE,
    WORD_BITS,
    Array,
    as_key,
    bits_at,
    new_words,
    with_bits,
)

LOWEST, LARGEST, SHIFT = 0, 1, 2  # the rows of `Whole.parts`
FROM, WORD = 0, 3  # the first and the last row of `Cut.parts`, with LARGEST and SHIFT between them
ONES, FIXED, TIED = 0, 1, 2  # the rows of `Cut.words`
MOST, SIZE = 0, 1  # the rows of `Sparse.parts`


class Whole(NamedTuple):
    """Each int of a state, less its lowest value, has a place in a key of one word.

    parts  int64 (3, ints): the rows LOWEST, LARGEST and SHIFT; LARGEST is a power of two less one
    """

    parts: Array


class Cut(NamedTuple):
    """The bits that vary in each int have places in a key; other bits are equal in all states.

    A state is a row of words of WORD_BITS bits, the same number for each int, the lowest first,
    and the sign in the last.

    least  int64 (ints): subtracted from each int first, so that none is negative
    lead   the word of an int that is 0 or 1, usually the player to move, or -1
    words  int64 (3, words): the bits of each word that are always set (ONES), the bits that never
           vary and are as in ONES (FIXED), the sign among them, and the bits to flip first if the
           lead is 1 (TIED), for boards that change places with each move
    parts  int64 (4, parts): for each run of adjacent bits, the place of the first in its word
           (FROM), the greatest value (LARGEST), the place in the key (SHIFT), and the word (WORD)
    none   int64 (0) or (0, 2): an empty array of keys of this width
    """

    least: Array
    lead: int
    words: Array
    parts: Array
    none: Array


class Sparse(NamedTuple):
    """For ints with few bits set: a key holds the places of these bits.

    least  int64 (ints): zeros; no int is negative
    words  int64 (1, words): the words of a row, as in `Cut`, all zero
    parts  int64 (2, ints): for each int, the most bits that can be set (MOST), and the key bits
           for the place of each of them, counted from 1 (SIZE); for an int whose value goes into
           the key as it is, 0 and the key bits for this value
    none   int64 (0) or (0, 2): an empty array of keys of this width
    """

    least: Array
    words: Array
    parts: Array
    none: Array


Layout = Whole | Cut | Sparse


# Rows --------------------------------------------------------------------------------------------


def row_for(layout: Layout) -> Array:
    """Make an array for the row of a state."""
    columns = layout.parts if isinstance(layout, Whole) else layout.words
    row: Array = new_words(columns.shape[1])
    return row


def count_items(state: Any) -> int:
    """Count the ints of a state, including its tuples' items."""
    return sum(count_items(item) if isinstance(item, tuple) else 1 for item in state)


def write_items(state: Any, items: Any, first: int = 0) -> int:
    """Write the ints of `state` to `items[first:]` in order; return the index after the last."""
    for item in state:
        if isinstance(item, tuple):
            first = write_items(item, items, first)
        else:
            items[first] = item
            first += 1
    return first


def read_items(example: Any, items: Any, first: int = 0) -> Any:
    """The state, shaped like `example`, with the ints `items[first:]`."""
    parts: list[Any] = []
    for item in example:
        if isinstance(item, tuple):
            parts.append(read_items(item, items, first))
            first += count_items(item)
        else:
            parts.append(int(items[first]))
            first += 1
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def write_words(state: Any, least: Array, row: Array) -> None:
    """Write each int of `state`, less its `least`, to `row`, as words.

    If an int does not fit, its last word becomes the greatest or lowest one.
    """
    items, count = [0] * len(least), len(row) // len(least)
    write_items(state, items)
    for i, item in enumerate(items):
        rest = item - int(least[i])
        for place in range(i * count, (i + 1) * count - 1):
            row[place] = rest & LOW
            rest >>= WORD_BITS
        row[(i + 1) * count - 1] = max(min(rest, LOW), ~LOW)


def read_words(example: Any, least: Array, row: Array) -> Any:
    """The state, shaped like `example`, that `write_words` wrote to `row`."""
    count, items = len(row) // len(least), []
    for i, lowest in enumerate(least):
        words = [int(word) << WORD_BITS * j for j, word in enumerate(row[i * count :][:count])]
        items.append(sum(words) + int(lowest))
    return read_items(example, items)


# Keys --------------------------------------------------------------------------------------------


def pack_whole(state: Any, layout: Whole, row: Array) -> int:
    """The key of `state`: each int less its lowest value, shifted; OUTSIDE if one does not fit."""
    write_items(state, row)
    key = 0
    for i in range(len(row)):
        above = int(row[i]) - int(layout.parts[LOWEST, i])
        if above < 0 or above > layout.parts[LARGEST, i]:
            return OUTSIDE
        key |= above << int(layout.parts[SHIFT, i])
    return key


def unpack_whole(key: int, example: Any, layout: Whole, row: Array) -> Any:
    """The state with this key."""
    for i in range(len(row)):
        above = key >> int(layout.parts[SHIFT, i]) & int(layout.parts[LARGEST, i])
        row[i] = above + int(layout.parts[LOWEST, i])
    return read_items(example, row)


def pack_cut(state: Any, layout: Cut, row: Array) -> int:
    """The key of `state`: the parts of its words, shifted; OUTSIDE if a FIXED bit differs."""
    write_words(state, layout.least, row)
    change_tied(layout, row)
    for word in range(len(row)):
        row[word] ^= layout.words[ONES, word]
        if row[word] & layout.words[FIXED, word]:
            return as_key(layout.none, OUTSIDE)
    key = as_key(layout.none, 0)
    for part in range(layout.parts.shape[1]):
        word = int(row[int(layout.parts[WORD, part])])
        bits = word >> int(layout.parts[FROM, part]) & int(layout.parts[LARGEST, part])
        key = with_bits(key, bits, int(layout.parts[SHIFT, part]))
    return key


def unpack_cut(key: int, example: Any, layout: Cut, row: Array) -> Any:
    """The state with this key."""
    for word in range(len(row)):
        row[word] = layout.words[ONES, word]
    for part in range(layout.parts.shape[1]):
        bits = bits_at(key, int(layout.parts[SHIFT, part])) & int(layout.parts[LARGEST, part])
        row[int(layout.parts[WORD, part])] |= bits << int(layout.parts[FROM, part])
    change_tied(layout, row)
    return read_words(example, layout.least, row)


def pack_sparse(state: Any, layout: Sparse, row: Array) -> int:
    """The key of `state`: the places of each int's bits, the lowest first; OUTSIDE if they are too
    many or too high.
    """
    write_words(state, layout.least, row)
    key, shift, count = as_key(layout.none, 0), 0, len(row) // len(layout.least)
    for i in range(len(layout.least)):
        most, size = int(layout.parts[MOST, i]), int(layout.parts[SIZE, i])
        begin, end = shift, shift + max(most, 1) * size
        for place in range(i * count, (i + 1) * count):
            word = int(row[place])
            if word < 0 or (most == 0 and (word >> size or (word and place > i * count))):
                return as_key(layout.none, OUTSIDE)
            if most == 0:
                key = with_bits(key, word, begin)
            while most and word:
                bit = ((word & -word) - 1).bit_count() + 1 + (place - i * count) * WORD_BITS
                if shift == end or bit >> size:
                    return as_key(layout.none, OUTSIDE)
                key = with_bits(key, bit, shift)
                shift += size
                word &= word - 1
        shift = end
    return key


def unpack_sparse(key: int, example: Any, layout: Sparse, row: Array) -> Any:
    """The state with this key."""
    shift, count = 0, len(row) // len(layout.least)
    for word in range(len(row)):
        row[word] = 0
    for i in range(len(layout.least)):
        most, size = int(layout.parts[MOST, i]), int(layout.parts[SIZE, i])
        for _ in range(max(most, 1)):
            bits = bits_at(key, shift) & (1 << size) - 1
            if most == 0:
                row[i * count] = bits
            elif bits:
                row[i * count + (bits - 1) // WORD_BITS] |= 1 << (bits - 1) % WORD_BITS
            shift += size
    return read_words(example, layout.least, row)


def change_tied(layout: Cut, row: Array) -> None:
    """Flip the tied bits if the lead is 1; a second call flips them back."""
    if layout.lead >= 0 and row[layout.lead] & 1:
        for word in range(len(row)):
            row[word] ^= layout.words[TIED, word]


def key_of(game: Any, state: Any, layout: Layout, row: Array) -> int:
    """The key of `state` from the game itself or the layout; `row` comes from `row_for`."""
    if packs_itself(game):
        return int(game.key(state))
    if isinstance(layout, Whole):
        return pack_whole(state, layout, row)
    if isinstance(layout, Sparse):
        return pack_sparse(state, layout, row)
    return pack_cut(state, layout, row)


def state_of(game: Any, key: int, example: Any, layout: Layout, row: Array) -> Any:
    """The state with this key, the inverse of `key_of`."""
    if packs_itself(game):
        return game.unkey(key)
    if isinstance(layout, Whole):
        return unpack_whole(key, example, layout, row)
    if isinstance(layout, Sparse):
        return unpack_sparse(key, example, layout, row)
    return unpack_cut(key, example, layout, row)


def packs_itself(game: Any) -> bool:
    """Whether the game itself converts its states to keys and back."""
    return bool(game.has("key") and game.has("unkey"))
