"""The engine's memory, including the transposition table, which all threads share.

An entry is two words, `key ^ data` and `data`. An entry of another state, or one that two threads
wrote at once, does not match the key, so no lock is needed (Hyatt and Mann 2002). Two entries form
a bucket; the first keeps the deeper result of the current search, the second the latest one
(Breuker et al. 1994). Scores in entries count plies from the state of the entry.

A search's table begins small and grows as it fills: while it fits into a processor's cache, a probe
takes a tenth of the time it takes in 64 MiB.

Claims keep threads that search the same tree from repeating each other's work (ABDADA: Weill 1996).
A thread claims the state that it searches. A second thread whose move leads to a claimed state
tries other moves first; when it comes back, the result is usually in the table.

For plain searches the memory is a dict, for compiled ones a record of 64-bit ints, which machine
code gets as one bare pointer. It stores arrays as `Place`s, for `array_at`.
"""

import contextlib
import math
from collections.abc import Iterator, MutableSequence
from typing import Annotated, Any, Final, get_origin, get_type_hints

from zermelo.contract.bits import mixed
from zermelo.contract.game import Game
from zermelo.native import Asked, Place, array_at, kernel, prefetch
from zermelo.native.arrays import clear_words, new_words
from zermelo.search.clock import Limits
from zermelo.search.counters import COUNTERS, Counts
from zermelo.search.engine.score import PROVEN, WON

DEEPEST: Final = 511  # the most plies below the root
ROOM: Final = 1 << 15  # the most moves in total, of all states on the path
WEIGHTS: Final = 4096  # weights in a player's history; moves that share one are ordered worse
CLAIMS: Final = 1 << 10  # states that all threads together can claim

NO_MOVE: Final = -1  # an empty killer slot
NO_KEY: Final = -1  # an empty slot for a state's key
NOWHERE: Final = DEEPEST + 1  # used instead of a ply if no state is repeated
BEFORE: Final = -1  # used instead of a ply if a state from before the search is repeated
NEVER: Final = 1 << 20  # the ply of a match's draw if no search can reach one


class Memory(Counts):
    """The memory's fields: ints, and arrays with their shapes. `FIELDS` has the counters last."""

    # The transposition table, see `table`; shared by all threads
    table: Place  # [buckets, 4] two entries of two words each
    buckets: int  # the number of buckets that this thread uses, a power of two
    most: int  # the largest number of buckets
    filled: int  # entries written by this thread since the table last grew
    size: Annotated[Place, 1]  # the current number of buckets, for all threads
    load: int  # entries this thread writes per bucket before it grows the table; 0 for never
    age: int  # this search's number, which tells its entries from older ones
    tries: int  # the number of states that may still probe for their children; negative in a pause

    # Move ordering, see `ordering`
    killers: Annotated[Place, DEEPEST + 2, 2]  # by ply: two moves that caused cutoffs, or NO_MOVE
    history: Annotated[Place, 2, WEIGHTS]  # by player: the credit of each move for its cutoffs
    moves: Annotated[Place, ROOM]  # a stack: the moves of the states on the path
    ranks: Annotated[Place, ROOM]  # a stack: the ranks of these moves
    top: int  # the top of both stacks, the index of the next state's first move

    # Selective search, see `ordering`
    selective: int  # whether late moves are searched less deeply
    quiescent: int  # the most consecutive loud moves beyond the search's depth
    reductions: Place  # [DEPTHS, PLACES] plies to subtract, by depth and place of a move

    # The basis of a result, see `search`
    open: int  # the number of estimates so far
    path: Annotated[Place, DEEPEST + 2]  # by ply: the keys of the states from the root to here
    repeated: Place  # [repeated_count + 1] keys of states that draw the match if repeated
    repeated_count: int
    reached: int  # the least ply of a state that recurs below this one, or NOWHERE or BEFORE

    # The draws of a match, see `knownends`
    due: Annotated[Place, DEEPEST + 2]  # by ply of the path: the ply at which the match draws
    capped: int  # the ply at which the cap draws the game, or NEVER
    quiet: int  # the number of consecutive moves without progress that draws, or 0

    # Several threads, see `table`
    claims: Annotated[Place, CLAIMS]  # by hash: keys of the states being searched now, or 0
    shared: int  # the number of other threads that this one shares the table with

    # Endgame tables, see `knownends`
    endgames: Place  # [slots, 2] keys and scores, by hash
    slots: int  # the number of slots, a power of two, or 0 without endgames
    asked: Asked  # the callback that looks up a state, or 0 if `endgames` has all of them
    from_tier: int  # the lowest tier with states in `endgames`


FIELDS: Final = (*(name for name in Memory.__annotations__ if name not in COUNTERS), *COUNTERS)
SHAPES: Final = {  # the shapes of arrays with a fixed size
    name: kind.__metadata__
    for name, kind in get_type_hints(Memory, include_extras=True).items()
    if get_origin(kind) is Annotated
}


NOTHING: Final = 0  # the data of an empty entry

# Fields of `data` from the lowest bit on, 50 bits in all.
_SCORE_BITS: Final = 24
_DEPTH_AT: Final = 24  # 10 bits
_BOUND_AT: Final = 34  # 2 bits
_PROVEN_AT: Final = 36  # 1 bit
_CHOICE_AT: Final = 37  # 8 bits
_AGE_AT: Final = 45  # 4 bits
SELECTIVE_AT: Final = 49  # 1 bit
AGES: Final = 15

BUCKET_BYTES: Final = 32
_ENTRY_BYTES: Final = 16
_VISITED: Final = 8_000_000  # states per second of a fast search
MEBIBYTES: Final = 64.0  # the default size of a table, in MiB
SMALL: Final = 0.5  # the first size of a table that grows, in MiB
LOAD: Final = 4  # entries written per bucket before a table grows


def buckets_in(mebibytes: float) -> int:
    """The number of buckets that fit into this memory, a power of two."""
    return 1 << max(0, int(mebibytes * 2**20 / BUCKET_BYTES).bit_length() - 1)


class Table:
    """A table of at most `mebibytes` MiB; its age increases with each analysis.

    words   the memory to use, `mebibytes` or more, with any content; by default new memory
    grows   whether to begin with a small part of the memory, for a single search
    native  whether compiled code also uses the memory
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
        self.words = new_words(size) if words is None else memoryview(words)[:size]
        self.age = 0
        if words is not None:
            self.forget()

    def forget(self) -> None:
        """Empty the part of the table that a search begins with; growing will empty the rest."""
        clear_words(self.words, 4 * self.buckets)


_spare: list[Any] = []  # memory for one table of MEBIBYTES; empty while a search uses it


@contextlib.contextmanager
def passing_table(limits: Limits, *, native: bool = True) -> Iterator[Table]:
    """An empty table for one search, no larger than the search's limits let it fill.

    Successive searches share the same memory. New memory, which the operating system provides page
    by page, takes 0.1 s: more than a short search.
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
    except IndexError:  # this is the first search, or another one is running
        words = new_words(4 * buckets_in(MEBIBYTES))
    try:
        yield Table(mebibytes, words, grows=True)
    finally:
        _spare[:] = [words]


@kernel
def encode(
    score: int, ply: int, depth: int, bound: int, decided: int, choice: int, age: int
) -> int:
    """The data of an entry; `choice` is the number of the best move among the candidates."""
    if score > PROVEN:
        score += ply
    elif score < -PROVEN:
        score -= ply
    data = score + WON | depth << _DEPTH_AT | bound << _BOUND_AT | decided << _PROVEN_AT
    return data | choice << _CHOICE_AT | age << _AGE_AT


@kernel
def score_of(data: int, ply: int) -> int:
    """The entry's score relative to the root, for a state `ply` plies below it."""
    score = (data & (1 << _SCORE_BITS) - 1) - WON
    if score > PROVEN:
        return score - ply
    if score < -PROVEN:
        return score + ply
    return score


@kernel
def depth_of(data: int) -> int:
    """The depth of the entry's search, in plies."""
    return data >> _DEPTH_AT & 1023


@kernel
def bound_of(data: int) -> int:
    """The kind of bound that the entry's score sets: AT_LEAST, AT_MOST or EXACT."""
    return data >> _BOUND_AT & 3


@kernel
def proven_of(data: int) -> int:
    """1 if the bound is proven, 0 if it depends on estimates."""
    return data >> _PROVEN_AT & 1


@kernel
def choice_of(data: int) -> int:
    """The number of the best move among the state's candidates."""
    return data >> _CHOICE_AT & 255


@kernel
def age_of(data: int) -> int:
    """The age of the table when the entry was written."""
    return data >> _AGE_AT & AGES


@kernel
def selective_of(data: int) -> int:
    """1 if the entry comes from a selective search."""
    return data >> SELECTIVE_AT & 1


@kernel
def bucket(memory: Memory, key: int) -> int:
    """The index of the bucket for `key` in the table's words."""
    return 4 * (mixed(key) & memory["buckets"] - 1)


@kernel
def prefetch_entry(memory: Memory, key: int) -> None:
    """Prefetch the entry for `key` into the processor's cache."""
    prefetch(memory["table"], bucket(memory, key))


@kernel
def probe_table(memory: Memory, key: int) -> int:
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
def save_entry(memory: Memory, key: int, data: int) -> None:
    """Replace an older or shallower entry, or else the bucket's other entry; grow a full table."""
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
    if memory["buckets"] == memory["most"]:
        return
    # The first thread grows a full table. Until another thread uses the new size, it misses some
    # entries, and writes some where no other thread looks: lost, but never wrong.
    size = array_at(memory["size"])
    if memory["load"] == 0:
        memory["buckets"] = size[0]
    elif memory["filled"] > memory["load"] * memory["buckets"]:
        grow(memory)
        size[0] = memory["buckets"]


@kernel
def grow(memory: Memory) -> None:
    """Double the table: each entry stays in its bucket or moves up by the old size."""
    table, before = array_at(memory["table"]), memory["buckets"]
    memory["buckets"], memory["filled"] = 2 * before, 0
    for low in range(0, 4 * before, 2):
        high, data = low + 4 * before, table[low + 1]
        moves = data != NOTHING and bucket(memory, table[low] ^ data) >= 4 * before
        table[high] = table[low] if moves else NOTHING
        table[high + 1] = data if moves else NOTHING
        if moves:
            table[low] = table[low + 1] = NOTHING


_WORTH_IT: Final = 2

_LAST: Final = 1 << 62  # greater than every rank


@kernel
def claim_to_share(game: Game, state: Any, key: int, depth: int, memory: Memory) -> bool:
    """Claim a state, and return True, if its search takes so long that others should avoid it."""
    if not memory["shared"] or depth < _WORTH_IT:
        return False
    remaining = game.remaining(state)
    if 0 <= remaining < 2 * _WORTH_IT:
        return False
    array_at(memory["claims"])[mixed(key) & CLAIMS - 1] = key
    return True


@kernel
def is_claimed_now(
    game: Game, child: Any, ranks: MutableSequence[int], at: int, memory: Memory
) -> bool:
    """Whether another thread is searching `child`; if so, its move is put last, but only once."""
    if ranks[at] < 0:
        return False
    key = game.key(child)
    if array_at(memory["claims"])[mixed(key) & CLAIMS - 1] != key:
        return False
    ranks[at] -= _LAST
    return True


@kernel
def unclaim(memory: Memory, key: int) -> None:
    """Release the claim on this state, or on another state in the same slot."""
    array_at(memory["claims"])[mixed(key) & CLAIMS - 1] = 0
