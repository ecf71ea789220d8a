"""The engine's kernel: principal variation search with a transposition table.

One negamax function for all games and both purposes, deepening and proving. Sources: negamax and
alpha-beta, Knuth and Moore 1975; fail-soft, Fishburn 1983; principal variation search, Marsland
and Campbell 1982; killers, Akl and Newborn 1977; history, Schaeffer 1983; distances to mate in the
window, after Shannon 1950.

**What is claimed.** A score is *proven* when nothing it rests on was cut off by the depth limit:
then it is the value of the state under the rules alone, and the distance in it is the shortest win
or the longest loss. In games that can loop, infinite play is a draw. The search takes a state that
repeats one on its path for a draw; that is the true value for the root, but below it only for
those who came the same way (the graph-history interaction, Campbell 1985). A result that rests on
a repetition of a state above is therefore never stored as proven; wins and losses always are, for
no draw helps to prove them. The same goes for what the match draws, see `rulings`.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.game import ONGOING, Game
from zermelo.native import kernel, words
from zermelo.search.counters import COUNTERS, HITS, NO_LIMIT, NODE_LIMIT, check_limit, visit
from zermelo.search.endgames import (
    ENDGAMES,
    FROM_TIER,
    SLOTS,
    UNKNOWN,
    Endgames,
    known_end,
)
from zermelo.search.ordering import (
    HISTORY,
    KILLERS,
    MOVES,
    RANKS,
    ROOM,
    TOP,
    WEIGHTS,
    arrange,
    number_of,
    pick,
    reward,
)
from zermelo.search.rulings import (
    CAPPED,
    DUE,
    QUIET,
    Rulings,
    carry,
    draw_is_near,
    is_drawn,
    is_in_time,
)
from zermelo.search.score import INFINITE, PROVEN, ended, estimated, lost_in, won_in
from zermelo.search.sharing import (
    CLAIMS,
    SHARED,
    claim,
    claimed,
    is_put_off,
    no_claims,
    put_off,
    unclaim,
    worth_sharing,
)
from zermelo.search.table import (
    AGE,
    AT_LEAST,
    AT_MOST,
    BUCKETS,
    EXACT,
    NOTHING,
    TABLE,
    Table,
    bound_of,
    choice_of,
    decided_of,
    depth_of,
    encode,
    expect,
    recall,
    remember,
    score_of,
)

DEEPEST: Final = 511  # plies below the root
FRONTIER: Final = 1  # depths up to this are searched again sooner than found in the table

OPEN: Final = "open"  # estimates that results rest on, so far
PATH: Final = "path"  # keys of the states from the root to here, by ply
CLOSED: Final = "closed"  # keys of the states that draw a match when they are met once more,
CLOSED_COUNT: Final = "closed_count"  # and how many there are
REACHED: Final = "reached"  # the highest ply whose state was met again, below the current state
NOWHERE: Final = DEEPEST + 1
BEFORE: Final = -1  # the ply of all states that were met before the search began

_FIELDS = (
    *(TABLE, BUCKETS, AGE, KILLERS, HISTORY, MOVES, RANKS, TOP, OPEN, PATH),
    *(CLOSED, CLOSED_COUNT, REACHED, DUE, CAPPED, QUIET),
    *(CLAIMS, SHARED, ENDGAMES, SLOTS, FROM_TIER),
)
_SIZES = {KILLERS: 2 * (DEEPEST + 2), HISTORY: 2 * WEIGHTS, MOVES: ROOM, RANKS: ROOM}
_SIZES[PATH] = _SIZES[DUE] = DEEPEST + 2
# Counters last: numba takes a record that begins as another one does for a kind of that one, and
# would call kernels compiled for counters alone, or not, depending on what ran before.
_RECORD = np.dtype([(name, np.int64) for name in (*_FIELDS, *COUNTERS)])

NO_RULINGS: Final = Rulings()

Memory = Any  # a dict in plain runs, a record in native ones


class Workspace:
    """One thread's `memory`, all that its searches write to, and the arrays that it points to.

    rulings   what the match draws; its closed states as keys
    endgames  states whose values are known
    """

    def __init__(
        self,
        table: Table,
        *,
        native: bool,
        rulings: Rulings = NO_RULINGS,
        endgames: Endgames | None = None,
    ) -> None:
        table.grow_older()
        self.native, self.endgames = native, endgames
        self.table, self.rulings = table, rulings
        self.arrays = {name: np.zeros(size, np.int64) for name, size in _SIZES.items()}
        self.arrays[KILLERS][:] = self.arrays[PATH][:] = -1
        self.arrays[TABLE], self.arrays[CLAIMS] = table.words, no_claims()
        self.arrays[CLOSED] = np.array([*rulings.closed, 0], np.int64)
        self.arrays[DUE][:] = rulings.due
        self.arrays[ENDGAMES] = np.zeros(0, np.int64) if endgames is None else endgames.words
        self.memory: Memory = dict.fromkeys((*COUNTERS, *_FIELDS), 0)
        if native:
            self.memory = np.zeros(1, _RECORD)[0]
        for name, array in self.arrays.items():
            self.memory[name] = array.ctypes.data if native else memoryview(array.data)
        self.memory[BUCKETS], self.memory[AGE] = table.buckets, table.age
        self.memory[REACHED], self.memory[NODE_LIMIT] = NOWHERE, NO_LIMIT
        self.memory[CLOSED_COUNT] = len(rulings.closed)
        self.memory[CAPPED], self.memory[QUIET] = rulings.capped, rulings.quiet or 0
        if endgames is not None:
            self.memory[SLOTS], self.memory[FROM_TIER] = endgames.slots, endgames.from_tier

    def partner(self) -> Workspace:
        """The workspace of one more thread that searches the same with the same table."""
        self.memory[SHARED] = 1
        given: Any = {"rulings": self.rulings, "endgames": self.endgames}
        other = Workspace(self.table, native=self.native, **given)
        for field in (CLAIMS, SHARED, AGE):
            other.memory[field] = self.memory[field]
        return other

    def begin_with(self, progress: bool) -> None:
        """Have the next search begin behind a move of the root that makes progress, or not."""
        due = self.arrays[DUE]
        due[1] = min(self.memory[CAPPED], 1 + self.memory[QUIET]) if progress else due[0]


@kernel
def search(
    game: Game[Any], state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """The score v of `state` for its mover, `ply` plies below the root, `depth` plies deep.

    For α < β: α < result < β → v = result; result ≤ α → v ≤ result; result ≥ β → v ≥ result.
    """
    visit(memory)
    key = game.key(state)
    if depth > FRONTIER:
        expect(memory, key)
    told = told_at_once(game, state, ply, memory)
    if told != UNKNOWN:
        return told
    alpha = max(alpha, lost_in(ply + game.soonest_loss))
    beta = min(beta, won_in(ply + game.soonest_win))
    if alpha >= beta:
        return alpha
    if 0 <= game.remaining(state) < min(game.soonest_win, game.soonest_loss):
        return 0
    if game.remaining(state) < 0 and repeats(memory, key, ply):
        return 0
    if depth <= 0 or ply >= DEEPEST:
        memory[OPEN] += 1
        return estimated(game, state)
    entry = recall(memory, key) if depth > FRONTIER else NOTHING
    if entry != NOTHING and answers(entry, depth, alpha, beta, ply, memory):
        memory[HITS] += 1
        memory[OPEN] += 1 - decided_of(entry)
        return score_of(entry, ply)
    check_limit(memory)
    choice = choice_of(entry) if entry != NOTHING else -1
    open_before, reached_before = memory[OPEN], memory[REACHED]
    memory[REACHED] = NOWHERE
    first = memory[TOP]
    end = first + arrange(game, state, ply, choice, memory)
    memory[TOP] = end
    moves, ranks = words(memory[MOVES]), words(memory[RANKS])
    best, low, at = -INFINITE, alpha, first
    shared = worth_sharing(game, state, depth, memory)
    if shared:
        claim(memory, key)
    while at < end:
        pick(memory, at, end)
        child = game.play(state, moves[at])
        if shared and at > first and not is_put_off(ranks[at]) and claimed(game, child, memory):
            ranks[at] = put_off(ranks[at])
            continue
        if memory[QUIET]:
            carry(memory, ply, game.progress(state, moves[at]))
        same = game.player(child) == game.player(state)
        sign = 1 if same else -1
        open_here, high = memory[OPEN], beta if at == first else low + 1
        floor, ceiling = turned(same, low, high)
        value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if high <= value < beta:
            floor, ceiling = turned(same, low, beta)
            value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if value > best:
            best, choice, low = value, number_of(ranks[at]), max(low, value)
        if value >= beta:  # the result rests on this move alone
            memory[OPEN] -= open_here - open_before
            reward(memory, game.player(state), moves[at], ply, depth)
            break
        at += 1
    memory[TOP] = first
    if shared:
        unclaim(memory, key)
    settled = settle(memory, ply, open_before, reached_before)
    if depth > FRONTIER:
        bound = AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT
        bound, settled = certain(best, bound, settled)
        remember(memory, key, encode(best, ply, depth, bound, settled, choice, memory[AGE]))
    return best


@kernel
def told_at_once(game: Game[Any], state: Any, ply: int, memory: Memory) -> int:
    """The score of a state that is over or drawn, whose end is foreseen or known; else UNKNOWN."""
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return ended(outcome, ply)
    if is_drawn(memory, ply):
        memory[REACHED] = BEFORE
        return 0
    end, score = game.foresee(state), UNKNOWN
    if end != 0:
        score = won_in(ply + end) if end > 0 else lost_in(ply - end)
    else:
        score = known_end(game, state, ply, memory)
    return score if score == UNKNOWN or is_in_time(memory, score, ply) else UNKNOWN


@kernel
def certain(score: int, bound: int, settled: bool) -> tuple[int, bool]:
    """The bound to store, and whether it is proven: a win found is one, whatever else was cut."""
    if not settled and score > PROVEN and bound != AT_MOST:
        return AT_LEAST, True
    if not settled and score < -PROVEN and bound != AT_LEAST:
        return AT_MOST, True
    return bound, settled


@kernel
def turned(same: bool, low: int, high: int) -> tuple[int, int]:
    """The window (low, high) as the mover one ply below sees it."""
    return (low, high) if same else (-high, -low)


@kernel
def answers(entry: int, depth: int, alpha: int, beta: int, ply: int, memory: Memory) -> bool:
    """Whether the entry is deep enough, or proven, and its bound decides the window."""
    if depth_of(entry) < depth and not decided_of(entry):
        return False
    score, bound = score_of(entry, ply), bound_of(entry)
    if draw_is_near(memory, ply, depth) or not is_in_time(memory, score, ply):
        return False
    if bound == EXACT:
        return True
    return score >= beta if bound == AT_LEAST else score <= alpha


@kernel
def repeats(memory: Memory, key: int, ply: int) -> bool:
    """Whether a state above or a closed one has this key; if none, the state joins the path."""
    closed = words(memory[CLOSED])
    for index in range(memory[CLOSED_COUNT]):
        if closed[index] == key:
            memory[REACHED] = BEFORE
            return True
    path = words(memory[PATH])
    for above in range(ply):
        if path[above] == key:
            memory[REACHED] = min(memory[REACHED], above)
            return True
    path[ply] = key
    return False


@kernel
def settle(memory: Memory, ply: int, open_before: int, reached_before: int) -> bool:
    """Whether the result at `ply` rests on no estimate and on no repetition of a state above."""
    reached = memory[REACHED]
    if reached >= ply:
        memory[REACHED] = reached_before
        return memory[OPEN] == open_before  # type: ignore[no-any-return]
    memory[REACHED] = min(reached, reached_before)
    return False
