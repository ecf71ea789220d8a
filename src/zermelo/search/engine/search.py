"""The engine's kernel: principal variation search with a transposition table.

One negamax function for all games and both purposes, deepening and proving. Sources: negamax and
alpha-beta, Knuth and Moore 1975; fail-soft, Fishburn 1983; principal variation search, Marsland
and Campbell 1982; killers, Akl and Newborn 1977; history, Schaeffer 1983; distances to mate in the
window, after Shannon 1950.

**What is claimed.** A score is *proven* when nothing it rests on was cut off by the depth limit:
then it is the value of the state under the rules alone, and the distance in it is the shortest win
or the longest loss. In games that can loop, a state that repeats one on the path of the search is
worth what endless play is worth, see `Game.repetition`; that is the true value for the root, but
below it only for those who came the same way (the graph-history interaction, Campbell 1985). A
result that rests on a repetition of a state above is therefore never stored as proven; wins and
losses with a distance always are, for endless play is worth less than these and helps to prove
none. The same goes for the draws of a match, see `matchdraws`.

By score there are no distances, and a score is in points, see `score`.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.native import array_at, kernel
from zermelo.search.bounds import AT_LEAST, AT_MOST, bound_in, decides
from zermelo.search.counters import check_limit, visit
from zermelo.search.engine.endgames import (
    UNKNOWN,
    known_end,
)
from zermelo.search.engine.matchdraws import (
    carry,
    draw_is_near,
    is_drawn,
    is_in_time,
)
from zermelo.search.engine.memory import BEFORE, DEEPEST, NOWHERE, Memory
from zermelo.search.engine.ordering import (
    arrange,
    number_of,
    pick,
    reward,
)
from zermelo.search.engine.score import (
    INFINITE,
    PROVEN,
    end_score,
    endless_score,
    estimated,
    lost_in,
    won_in,
)
from zermelo.search.engine.sharing import (
    claim_to_share,
    is_claimed_now,
    unclaim,
)
from zermelo.search.engine.table import (
    NOTHING,
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

FRONTIER: Final = 1  # depths up to this are searched again sooner than found in the table

# The table is asked about every child where so many plies are left to search: in games of bounded
# length, and in those where play can repeat, which rest for so many states when tries cut nothing.
WORTH_A_LOOK: Final = 10
WORTH_A_TRY: Final = 3
TRIES: Final = 8
REST: Final = 64
PRIZE: Final = 16  # tries that a cut brings,
MOST: Final = 256  # of which so many can be saved up


@kernel
def search(
    game: Game[Any], state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """The score v of `state` for its mover, `ply` plies below the root, `depth` plies deep.

    For α < β: α < result < β → v = result; result ≤ α → v ≤ result; result ≥ β → v ≥ result.
    """
    key = game.key(state)
    if depth > FRONTIER:
        expect(memory, key)
    told = told_at_once(game, state, key, alpha, beta, ply, memory)
    if told != UNKNOWN:
        return told
    if depth <= 0 or ply >= DEEPEST:
        return guessed(game, state, memory)
    alpha = max(alpha, lost_in(ply + game.soonest_loss))
    beta = min(beta, won_in(ply + game.soonest_win))
    if depth <= FRONTIER:
        return at_frontier(game, state, alpha, beta, ply, memory)
    entry = recall(memory, key)
    if entry != NOTHING and answers(entry, depth, alpha, beta, ply, memory):
        return taken(entry, ply, memory)
    check_limit(memory)
    choice = choice_of(entry) if entry != NOTHING else -1
    open_before, reached_before, first = memory["open"], memory["reached"], memory["top"]
    end = memory["top"] = first + arrange(game, state, ply, choice, memory)
    told = told_by_child(game, state, depth, beta, ply, first, memory)
    if told != UNKNOWN:
        memory["top"] = first
        return told
    memory["reached"] = NOWHERE
    moves, ranks = array_at(memory["moves"]), array_at(memory["ranks"])
    best, low, at = -INFINITE, alpha, first
    shared = claim_to_share(game, state, key, depth, memory)
    while at < end:
        pick(memory, at, end)
        child = game.play(state, moves[at])
        if shared and at > first and is_claimed_now(game, child, ranks, at, memory):
            continue
        carry(game, state, moves[at], ply, memory)
        same, open_here = game.player(child) == game.player(state), memory["open"]
        sign, high = 1 if same else -1, beta if at == first else low + 1
        floor, ceiling = turned(same, low, high)
        value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if high <= value < beta:
            floor, ceiling = turned(same, low, beta)
            value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if value > best:
            best, choice, low = value, number_of(ranks[at]), max(low, value)
        if value >= beta:  # the result rests on this move alone
            memory["open"] -= open_here - open_before
            reward(memory, game.player(state), moves[at], ply, depth)
            break
        at += 1
    memory["top"] = first
    if shared:
        unclaim(memory, key)
    settled = settle(memory, ply, open_before, reached_before)
    store(memory, key, best, bound_in(best, alpha, beta), ply, depth, settled, choice)
    return best


@kernel
def at_frontier(
    game: Game[Any], state: Any, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """The score of `state` one ply deep: its children's estimates, in the order they come in.

    Three in four states that need moves are such: to order them costs more than to look at them.
    """
    check_limit(memory)
    open_before, reached_before = memory["open"], memory["reached"]
    memory["reached"], best = NOWHERE, -INFINITE
    for move in game.candidates(state):
        child, open_here = game.play(state, move), memory["open"]
        carry(game, state, move, ply, memory)
        same = game.player(child) == game.player(state)
        floor, ceiling = turned(same, max(alpha, best), beta)
        value = told_at_once(game, child, game.key(child), floor, ceiling, ply + 1, memory)
        if value == UNKNOWN:
            value = guessed(game, child, memory)
        best = max(best, value if same else -value)
        if best >= beta:
            memory["open"] -= open_here - open_before
            break
    settle(memory, ply, open_before, reached_before)
    return best


@kernel
def told_at_once(
    game: Game[Any], state: Any, key: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """The score of a state, visited now, as far as the window asks, if no move is needed for it."""
    visit(memory)
    told = told_by_end(game, state, ply, memory)
    if told != UNKNOWN:
        return told
    low = max(alpha, lost_in(ply + game.soonest_loss))
    if low >= min(beta, won_in(ply + game.soonest_win)):
        return low
    return told_by_length(game, state, key, ply, memory)


@kernel
def told_by_end(game: Game[Any], state: Any, ply: int, memory: Memory) -> int:
    """The score of a state that is over or drawn, whose end is foreseen or known; else UNKNOWN."""
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return end_score(game, state, outcome, ply)
    if is_drawn(memory, ply):
        memory["reached"] = BEFORE
        return 0
    end, score = game.foresee(state), UNKNOWN
    if end != 0:
        score = won_in(ply + end) if end > 0 else lost_in(ply - end)
    else:
        score = known_end(game, state, ply, memory)
    return score if score == UNKNOWN or is_in_time(memory, score, ply) else UNKNOWN


@kernel
def told_by_length(game: Game[Any], state: Any, key: int, ply: int, memory: Memory) -> int:
    """The score of play that returns to a state, or cannot last to any win; else UNKNOWN."""
    remaining = game.remaining(state)
    if remaining >= 0:
        return 0 if remaining < min(game.soonest_win, game.soonest_loss) else UNKNOWN
    return endless_score(game, state) if repeats(memory, key, ply) else UNKNOWN


@kernel
def told_by_child(
    game: Game[Any], state: Any, depth: int, beta: int, ply: int, first: int, memory: Memory
) -> int:
    """The score of a move that the table knows to reach `beta`; else UNKNOWN.

    Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996). They cost a look at
    every child and save a tenth to a half of the states. Where play can repeat, the path decides
    before the table does.
    """
    moves, end, remaining = array_at(memory["moves"]), memory["top"], game.remaining(state)
    if end - first == 1 or not is_worth_a_look(depth, remaining, memory):
        return UNKNOWN
    for at in range(first, end):
        child = game.play(state, moves[at])
        key = game.key(child)
        entry = recall(memory, key)
        if entry == NOTHING or (remaining < 0 and met_at(memory, key, ply + 1) != NOWHERE):
            continue
        carry(game, state, moves[at], ply, memory)
        same = game.player(child) == game.player(state)
        floor, ceiling = turned(same, beta - 1, beta)
        if answers(entry, depth - 1, floor, ceiling, ply + 1, memory):
            score = score_of(entry, ply + 1)
            if (score if same else -score) >= beta:
                memory["tries"] = min(memory["tries"] + PRIZE, MOST)
                return taken(entry, ply + 1, memory) * (1 if same else -1)
    return UNKNOWN


@kernel
def is_worth_a_look(depth: int, remaining: int, memory: Memory) -> bool:
    """Whether the table should be asked about the children of a state."""
    if remaining >= 0:
        return min(depth, remaining) >= WORTH_A_LOOK
    if depth < WORTH_A_TRY:
        return False
    tries = memory["tries"] - 1
    memory["tries"] = tries if tries > -REST else TRIES
    return tries >= 0


@kernel
def guessed(game: Game[Any], state: Any, memory: Memory) -> int:
    """The estimate that stands in for the score, which is counted."""
    memory["open"] += 1
    return estimated(game, state)


@kernel
def taken(entry: int, ply: int, memory: Memory) -> int:
    """The score of an entry that answers, with the estimates that it rests on counted."""
    memory["hits"] += 1
    memory["open"] += 1 - decided_of(entry)
    return score_of(entry, ply)


@kernel
def store(
    memory: Memory,
    key: int,
    score: int,
    bound: int,
    ply: int,
    depth: int,
    settled: bool,
    choice: int,
) -> None:
    """Remember what the search of a state found out, unless that is found again sooner."""
    if depth > FRONTIER:
        bound, settled = certain(score, bound, settled)
        remember(memory, key, encode(score, ply, depth, bound, settled, choice, memory["age"]))


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
    return decides(bound, score, alpha, beta)


@kernel
def repeats(memory: Memory, key: int, ply: int) -> bool:
    """Whether the state with this key draws by repetition; if none, the state joins the path."""
    above = met_at(memory, key, ply)
    if above == NOWHERE:
        array_at(memory["path"])[ply] = key
        return False
    memory["reached"] = min(memory["reached"], above)
    return True


@kernel
def met_at(memory: Memory, key: int, ply: int) -> int:
    """The ply above `ply` whose state has this key, or BEFORE, or NOWHERE if there is none."""
    repeated = array_at(memory["repeated"])
    for index in range(memory["repeated_count"]):
        if repeated[index] == key:
            return BEFORE
    path = array_at(memory["path"])
    for above in range(ply):
        if path[above] == key:
            return above
    return NOWHERE


@kernel
def settle(memory: Memory, ply: int, open_before: int, reached_before: int) -> bool:
    """Whether the result at `ply` rests on no estimate and on no repetition of a state above."""
    reached = memory["reached"]
    if reached >= ply:
        memory["reached"] = reached_before
        return memory["open"] == open_before
    memory["reached"] = min(reached, reached_before)
    return False
