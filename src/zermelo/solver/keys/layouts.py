"""Packings: the bits of a state's ints that form its key, chosen from known states.

One word is tried first, because it is smaller and faster: with room for all values between the
smallest and largest, then with only those bits that differ between states, except bits that just
follow from the player to move; then two words in the same ways. Spare bits go to ints that may
grow. If two words are too few, a key has the positions of the set bits.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import and_, or_
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.contract.states import random_game
from zermelo.errors import CapabilityError, ContractError
from zermelo.native import kernel
from zermelo.native.arrays import LOW, MOST_WORDS, WORD_BITS, Array
from zermelo.native.items import (
    Cut,
    Layout,
    Sparse,
    Whole,
    count_items,
    key_of,
    packs_itself,
    row_for,
    state_of,
    write_items,
)

NO_LEAD: Final = -1


class Seen(NamedTuple):
    """The values of one int so far: its least and greatest value, the bits always set, the bits
    ever set, and the most bits set at once."""

    low: int
    high: int
    always: int
    ever: int
    most: int

    @property
    def lowest(self) -> int:
        """The value stored as 0 if a key has room for all values up to the greatest."""
        return min(self.low, 0)

    @property
    def bits(self) -> int:
        """The number of bits for all values from `lowest` to the greatest."""
        return (self.high - self.lowest).bit_length()


class Bits(NamedTuple):
    """The bits that a key takes from an int after subtracting `lowest`; `taken` is their mask."""

    lowest: int
    taken: int
    tied: int = 0  # bits of the int to flip before the subtraction if the leading int is 1


class Part(NamedTuple):
    """Adjacent bits of one int: its index, the first bit, their number, their place in a key."""

    item: int
    first: int
    size: int
    shift: int


def layout_for(states: Iterable[Any], *, places: bool = False) -> Layout | int:
    """The layout for these states, or the number of bits they need if there are too many. With
    `places`, keys may contain the positions of set bits if not all bits fit.
    """
    columns = list(zip(*map(_items, states), strict=True))
    seen = [_column_range(column) for column in columns]
    needed = [item.bits for item in seen]
    if sum(needed) <= WORD_BITS:
        room = _with_spare(needed, WORD_BITS)
        lowest, largest = [item.lowest for item in seen], [(1 << bits) - 1 for bits in room]
        return Whole(np.array([lowest, largest, np.cumsum([0, *room[:-1]])], np.int64))
    leads = [place for place, item in enumerate(seen) if (item.low, item.high) == (0, 1)]
    chosen = [(_changing_bits(columns, seen, lead), lead) for lead in (NO_LEAD, *leads)]
    changing, lead = min(chosen, key=lambda pair: _count(pair[0]))
    count = _count(changing)
    if count > WORD_BITS and sum(needed) <= MOST_WORDS * WORD_BITS:
        pairs = zip(seen, _with_spare(needed, MOST_WORDS * WORD_BITS), strict=True)
        return cut_words([Bits(item.lowest, (1 << bits) - 1) for item, bits in pairs], MOST_WORDS)
    if count > MOST_WORDS * WORD_BITS:
        return (_sparse(seen) if places else None) or count
    return cut_words(changing, 1 if count <= WORD_BITS else MOST_WORDS, lead)


def _items(state: Any) -> list[int]:
    items = [0] * count_items(state)
    write_items(state, items)
    return items


def _column_range(column: Sequence[int]) -> Seen:
    most = max(map(int.bit_count, set(column)))
    return Seen(min(column), max(column), reduce(and_, column), reduce(or_, column), most)


def _count(columns: Sequence[Bits]) -> int:
    return sum(bits.taken.bit_count() for bits in columns)


def _with_spare(needed: list[int], room: int) -> list[int]:
    """The bits of each int, plus a share of the spare bits for ints of several bits."""
    growing = sum(bits for bits in needed if bits > 1)
    spare = room - sum(needed)
    return [n + spare * n // growing if n > 1 else n for n in needed]


def _sparse(seen: Sequence[Seen]) -> Layout | None:
    """The layout with the positions of set bits; None if these do not fit."""
    most, size = [], []
    for item in seen:
        place = item.ever.bit_length().bit_length()
        by_place = item.bits > min(item.most * place, WORD_BITS)
        most.append(item.most if by_place else 0)
        size.append(place if by_place else item.bits)
    count = key_bits(most, size)
    if count > MOST_WORDS * WORD_BITS or any(item.low < 0 for item in seen):
        return None
    return sparse(most, size, 1 if count <= WORD_BITS else MOST_WORDS)


def key_bits(most: Sequence[int], size: Sequence[int]) -> int:
    """The bits of a key with `most` positions of `size` bits for each int; `most` 0 counts as 1."""
    return sum(max(count, 1) * bits for count, bits in zip(most, size, strict=True))


def sparse(most: Sequence[int], size: Sequence[int], words: int) -> Sparse:
    """The layout with `most` positions of `size` bits for each int; where `most` is 0, the int
    itself has `size` bits. Raises `ValueError` if these bits do not fit into `words` words.
    """
    if key_bits(most, size) > words * WORD_BITS:
        raise ValueError("too many bits")
    longest = max((1 << n) - 1 if count else n for count, n in zip(most, size, strict=True))
    row = np.zeros((1, len(most) * max(-(-longest // WORD_BITS), 1)), np.int64)
    none = np.empty(0 if words == 1 else (0, words), np.int64)
    return Sparse(np.zeros(len(most), np.int64), row, np.array([most, size], np.int64), none)


def _changing_bits(columns: Sequence[Sequence[int]], seen: Sequence[Seen], lead: int) -> list[Bits]:
    """For each int, the bits that differ between states, except those that follow from the int at
    `lead`. The int at `lead`, an int that can be negative, and an int whose whole range takes no
    more bits get all bits of that range instead.
    """
    changing = []
    for place, (column, item) in enumerate(zip(columns, seen, strict=True)):
        bits = Bits(item.always, item.ever & ~item.always)
        if lead not in (NO_LEAD, place) and item.low >= 0:
            pairs = zip(column, columns[lead], strict=True)
            led = _column_range([value ^ item.ever if one else value for value, one in pairs])
            tied = bits.taken & ~(led.ever & ~led.always)
            bits = Bits(item.always | led.always & tied, bits.taken & ~tied, tied)
        whole = Bits(item.lowest, (1 << item.bits) - 1)
        few = item.low >= 0 and bits.taken.bit_count() < item.bits
        changing.append(bits if few and place != lead else whole)
    return changing


def cut_words(each: Sequence[Bits], words: int, lead: int = NO_LEAD) -> Cut:
    """The layout for keys of `words` words with these bits; `ValueError` if they don't fit."""
    if _count(each) > words * WORD_BITS:
        raise ValueError("too many bits")
    most = max((bits.taken | bits.tied | max(bits.lowest, 0)).bit_length() for bits in each)
    count = most // WORD_BITS + 1  # the last word of each int has a sign bit
    rows = np.array([
        [word for bits in each for word in _words(max(bits.lowest, 0), count)],
        [~word for bits in each for word in _words(bits.taken, count)],
        [word for bits in each for word in _words(bits.tied, count)],
    ], np.int64)  # fmt: skip
    columns = [
        (part.first % WORD_BITS, (1 << part.size) - 1, part.shift,
         part.item * count + part.first // WORD_BITS)
        for part in parts_of(each)
    ]  # fmt: skip
    none = np.empty(0 if words == 1 else (0, words), np.int64)
    least = np.array([min(bits.lowest, 0) for bits in each], np.int64)
    parts = np.array(columns, np.int64).reshape(-1, 4).T.copy()
    return Cut(least, -1 if lead == NO_LEAD else lead * count, rows, parts, none)


def _words(number: int, count: int) -> list[int]:
    return [number >> WORD_BITS * place & LOW for place in range(count)]


def parts_of(each: Sequence[Bits]) -> Iterator[Part]:
    """All runs of adjacent bits, each within a word of its int, in the order of the key."""
    shift = 0
    for item, bits in enumerate(each):
        places = [place for place in range(bits.taken.bit_length()) if bits.taken >> place & 1]
        numbered = enumerate(places)
        for _, run in groupby(numbered, lambda pair: (pair[1] - pair[0], pair[1] // WORD_BITS)):
            side_by_side = [place for _, place in run]
            yield Part(item, side_by_side[0], len(side_by_side), shift)
            shift += len(side_by_side)


def taken_by(layout: Cut) -> tuple[list[Bits], int]:
    """The bits of each int in a layout, and the leading int: the inverse of `cut_words`."""
    count = layout.words.shape[1] // len(layout.least)
    each = []
    for item, least in enumerate(layout.least):
        ones, fixed, tied = layout.words[:, item * count :][:, :count].tolist()
        free = _join_words([~word for word in fixed])
        each.append(Bits(int(least) + _join_words(ones), free, _join_words(tied)))
    return each, NO_LEAD if layout.lead < 0 else layout.lead // count


def _join_words(words: list[int]) -> int:
    return sum(word << WORD_BITS * place for place, word in enumerate(words))


def words_of(layout: Layout) -> int:
    """The number of words in a key."""
    return 1 if isinstance(layout, Whole) or layout.none.ndim == 1 else MOST_WORDS


# Packings -----------------------------------------------------------------------------------------

TRIES: Final = 8  # random games that show which layout fits


class Packing(NamedTuple):
    """All data for kernels to convert states to keys and back."""

    example: Any  # any state of the game, to show the shape
    layout: Layout  # how the ints of a state become a key, see `zermelo.native.items`
    fold: bool  # whether symmetric states share a key, the least of their keys


@kernel
def canonical(game: Game, state: Any, packing: Packing, row: Array) -> int:
    """The key under which `state` is stored; −1 if the state does not fit. `row` is a buffer."""
    key, images = key_of(game, state, packing.layout, row), 0
    if packing.fold:
        for image in game.symmetries(state):
            if images:  # the first is the state itself
                key = min(key, key_of(game, image, packing.layout, row))
            images += 1
    return key


@kernel
def orbit(game: Game, state: Any, packing: Packing, row: Array, seen: list[int]) -> int:
    """The number of states symmetric to `state`, itself included; `seen` is a nonempty buffer."""
    seen[0], count = key_of(game, state, packing.layout, row), 1
    for image in game.symmetries(state):
        key, met = key_of(game, image, packing.layout, row), 0
        while met < count and seen[met] != key:
            met += 1
        if met == count:
            if count == len(seen):
                seen.append(key)
            else:
                seen[count] = key
            count += 1
    return count


def packing_for(game: Game, starts: Sequence[Any], shown: Sequence[Any] = ()) -> Packing:
    """The packing for states reached from `starts`, chosen by random games and the states `shown`.

    Keys contain positions of bits only if there are several starts, as in an endgame: on boards
    with so many bits, a single start leads to too many states to store. Raises `CapabilityError`
    for states that need too many bits.
    """
    example = starts[0]
    layout: Layout | int
    if packs_itself(game):
        layout = Whole(np.zeros((3, count_items(example)), np.int64))
    else:
        layout = layout_for([*_playouts(game, starts), *shown], places=len(starts) > 1)
    if isinstance(layout, int):
        raise CapabilityError(
            f"the states of {game} need {layout} bits, more than {MOST_WORDS * WORD_BITS}: define "
            "key(self, state), a one-to-one packing into 63, and its inverse unkey(self, key)"
        )
    # The image of a reachable state may be unreachable, unless each image of a start is a start.
    known, symmetric = set(starts), game.has("symmetries")
    images = (image for start in starts for image in game.symmetries(start))
    return Packing(example, layout, symmetric and all(image in known for image in images))


def no_keys(packing: Packing) -> Array:
    """An empty array of keys, with as many words as those of `packing`."""
    return np.empty(0, np.int64) if isinstance(packing.layout, Whole) else packing.layout.none


def key_for(game: Game, packing: Packing, state: Any) -> int:
    """The key under which `state` is stored; −1 if the state does not fit the layout."""
    return canonical(game, state, packing, row_for(packing.layout))


def state_for(game: Game, packing: Packing, key: int) -> Any:
    """The state stored under `key`, which represents all its symmetric images."""
    return state_of(game, key, packing.example, packing.layout, row_for(packing.layout))


def beyond(game: Game, packing: Packing, key: int) -> list[Any]:
    """The successors of `key`'s state, one of which doesn't fit, and states after them. Raises
    `ContractError` if the game itself packs its states.
    """
    if packs_itself(game):
        raise ContractError(f"{game}: key(state) should be from 0 to 2**63 - 1")
    state = state_for(game, packing, key)
    states = _playouts(game, [game.play(state, move) for move in game.moves(state)])
    images = game.symmetries if packing.fold else lambda state: [state]
    return [image for after in states for image in images(after)]


def _playouts(game: Game, starts: Sequence[Any]) -> list[Any]:
    """The states of some random games."""
    chance, states = random.Random(0), list(starts)
    for number in range(TRIES):
        start = starts[number % len(starts)]
        states += [state for state, _ in islice(random_game(game, chance, start), 1, 1001)]
    return states
