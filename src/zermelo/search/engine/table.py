"""The transposition table: what searches found out about states, shared by all threads.

An entry is two words, `key ^ data` and `data`: a state whose entry two threads wrote at once, or
another state's entry, does not fit its key, so that no lock is needed (Hyatt and Mann 2002). Two
entries make a bucket; the first keeps the deeper result of the present search, the second always
the newest (Breuker et al. 1994). Scores in entries count plies from the entry's own state.

The table of one search begins small and grows with what it has to hold: as long as it fits a
processor's cache, a look-up costs a tenth of what it costs in 64 MiB.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import Any, Final

from zermelo.contract.game import mixed
from zermelo.native import array_at, kernel, prefetch
from zermelo.native.words import clear_words, new_words
from zermelo.search.engine.memory import Memory
from zermelo.search.engine.score import PROVEN, WON
from zermelo.search.limits import Limits

NOTHING: Final = 0  # no entry

# Fields of `data` from the lowest bit on, 49 bits in all.
_SCORE_BITS: Final = 24
_DEPTH_AT: Final = 24  # 10 bits
_BOUND_AT: Final = 34  # 2 bits
_DECIDED_AT: Final = 36  # 1 bit
_CHOICE_AT: Final = 37  # 8 bits
_AGE_AT: Final = 45  # 4 bits
_AGES: Final = 15

BUCKET_BYTES: Final = 32
_ENTRY_BYTES: Final = 16
_VISITED: Final = 8_000_000  # states a second that a search visits about at most
MEBIBYTES: Final = 64.0  # of a table, unless said otherwise
SMALL: Final = 0.5  # MiB, of a table that will grow
CROWD: Final = 4  # entries written for each bucket before it does


def buckets_in(mebibytes: float) -> int:
    """How many buckets fit, a power of two."""
    return 1 << max(0, int(mebibytes * 2**20 / BUCKET_BYTES).bit_length() - 1)


class Table:
    """The memory of a table of at most `mebibytes` MiB; it ages by one with each analysis.

    words   the memory to use, of any content and at least this size, or else new memory
    grows   whether it is one search's, which then begins with a small part of it
    native  whether compiled code reads new memory too
    """

    def __init__(
        self,
        mebibytes: float = MEBIBYTES,
        words: Any = None,
        *,
        grows: bool = False,
        native: bool = True,
    ) -> None:
        self.most = buckets_in(mebibytes)
        self.buckets = min(self.most, buckets_in(SMALL)) if grows else self.most
        size = 4 * self.most
        self.words = new_words(size, native=native) if words is None else words[:size]
        self.age = 0
        if words is not None:
            self.forget()

    def forget(self) -> None:
        """Empty what of the table a search begins with; where it grows, it empties the rest."""
        clear_words(self.words, 4 * self.buckets)

    def grow_older(self) -> None:
        """Entries from before lose their precedence, not their truth."""
        self.age = self.age % _AGES + 1


_spare: list[Any] = []  # memory of MEBIBYTES that no search uses at the moment


@contextlib.contextmanager
def passing_table(limits: Limits, *, native: bool = True) -> Iterator[Table]:
    """An empty table for one search, no bigger than a search with these limits could fill.

    One search after the other uses the same memory. The system hands out new memory page by page,
    for 0.1 s in all: a short search would spend its time on that.
    """
    visited = math.inf if limits.nodes is None else limits.nodes
    if limits.seconds is not None:
        visited = min(visited, limits.seconds * _VISITED)
    mebibytes = min(MEBIBYTES, max(1, visited * _ENTRY_BYTES / 2**20))
    if not native:
        yield Table(mebibytes, grows=True, native=False)
        return
    try:
        words = _spare.pop()
    except IndexError:  # the first search, or one beside another
        words = new_words(4 * buckets_in(MEBIBYTES), native=True)
    try:
        yield Table(mebibytes, words, grows=True)
    finally:
        _spare[:] = [words]


@kernel
def encode(
    score: int, ply: int, depth: int, bound: int, decided: int, choice: int, age: int
) -> int:
    """The data of an entry; `choice` is the best move's number among the state's candidates."""
    if score > PROVEN:
        score += ply
    elif score < -PROVEN:
        score -= ply
    data = score + WON | depth << _DEPTH_AT | bound << _BOUND_AT | decided << _DECIDED_AT
    return data | choice << _CHOICE_AT | age << _AGE_AT


@kernel
def score_of(data: int, ply: int) -> int:
    """The entry's score as it counts from the root, for a state `ply` plies below it."""
    score = (data & (1 << _SCORE_BITS) - 1) - WON
    if score > PROVEN:
        return score - ply
    if score < -PROVEN:
        return score + ply
    return score


@kernel
def depth_of(data: int) -> int:
    """How many plies the entry's search looked ahead."""
    return data >> _DEPTH_AT & 1023


@kernel
def bound_of(data: int) -> int:
    """AT_LEAST, AT_MOST or EXACT."""
    return data >> _BOUND_AT & 3


@kernel
def decided_of(data: int) -> int:
    """1 when the bound is proven, 0 when it rests on estimates."""
    return data >> _DECIDED_AT & 1


@kernel
def choice_of(data: int) -> int:
    """The number of the best move among the state's candidates."""
    return data >> _CHOICE_AT & 255


@kernel
def age_of(data: int) -> int:
    """The age of the table when the entry was written."""
    return data >> _AGE_AT & _AGES


@kernel
def bucket(memory: Memory, key: int) -> int:
    """Where in the table's words the bucket for `key` begins."""
    return 4 * (mixed(key) & memory["buckets"] - 1)


@kernel
def expect(memory: Memory, key: int) -> None:
    """Have the entry for `key` brought from the memory, for it will be recalled soon."""
    prefetch(memory["table"], bucket(memory, key))


@kernel
def recall(memory: Memory, key: int) -> int:
    """The data of the entry for `key`, or NOTHING."""
    table = array_at(memory["table"])
    at = bucket(memory, key)
    data = table[at + 1]
    if table[at] ^ data == key:
        return data
    data = table[at + 3]
    if table[at + 2] ^ data == key:
        return data
    return NOTHING


@kernel
def remember(memory: Memory, key: int, data: int) -> None:
    """Write an entry over an older or shallower one, or else over its neighbour."""
    table = array_at(memory["table"])
    at = bucket(memory, key)
    present = table[at + 1]
    kept = age_of(present) == memory["age"] and depth_of(present) > depth_of(data)
    if kept and table[at] ^ present != key:
        at += 2
    memory["entries"] += table[at + 1] == NOTHING
    table[at] = key ^ data
    table[at + 1] = data
    memory["filled"] += 1
    if memory["buckets"] < memory["most"]:
        keep_pace(memory)


@kernel
def keep_pace(memory: Memory) -> None:
    """Have the table grow when it is crowded, as the first thread does, or follow that one.

    Until another thread follows, it looks for some entries, and leaves some, where none of the
    others does. They are lost to it, but not wrong: every entry says which state it is of.
    """
    size = array_at(memory["size"])
    if memory["crowd"] == 0:
        memory["buckets"] = size[0]
    elif memory["filled"] > memory["crowd"] * memory["buckets"]:
        grow(memory)
        size[0] = memory["buckets"]


@kernel
def grow(memory: Memory) -> None:
    """Double the table: an entry stays in its bucket, or moves by as many as there were."""
    table, before = array_at(memory["table"]), memory["buckets"]
    memory["buckets"], memory["filled"] = 2 * before, 0
    for low in range(0, 4 * before, 2):
        high, data = low + 4 * before, table[low + 1]
        moves = data != NOTHING and bucket(memory, table[low] ^ data) >= 4 * before
        table[high] = table[low] if moves else NOTHING
        table[high + 1] = data if moves else NOTHING
        if moves:
            table[low] = table[low + 1] = NOTHING
