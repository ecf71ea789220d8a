"""The engine's kernel: principal variation search with a transposition table.

One negamax function for all games and both purposes, deepening and proving. Sources: negamax and
alpha-beta, Knuth and Moore 1975; fail-soft, Fishburn 1983; principal variation search, Marsland
and Campbell 1982; killers, Akl and Newborn 1977; history, Schaeffer 1983; distances to mate in the
window, after Shannon 1950.

**Exact scores.** A score is *proven* if it depends on no estimate: it is then the value of the
state under the rules alone, and its distance is the shortest win or the longest loss. In games
that can loop, a state that repeats one on the search path gets the value of endless play, see
`Game.repetition`. At the root that value is correct; below the root it holds only for this path
(the graph-history interaction, Campbell 1985). So a result that depends on a repetition of a state
above is never stored as proven. Wins and losses with a distance always are, because endless play is
worth less and cannot help prove them. The same holds for the draws of a match, see `knownends`.

**Quiescence search.** On request, loud moves continue beyond the depth, since an estimate in the
middle of an exchange is worth little (Shannon 1950). The mover may stop, so no proof depends on it.

**Selective search.** Players search late moves less deeply, see `ordering`; this changes only
estimates and their comparisons.

By score, scores are points and have no distance, see `score`.
"""

from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.native import array_at, kernel
from zermelo.search.counters import AT_LEAST, AT_MOST, bound_in, check_limit, decides, visit
from zermelo.search.engine.knownends import (
    UNKNOWN,
    draw_is_near,
    is_drawn,
    is_in_time,
    known_end,
    set_draw_ply,
)
from zermelo.search.engine.ordering import arrange, number_of, pick, plies_less, reward
from zermelo.search.engine.score import (
    INFINITE,
    PROVEN,
    end_score,
    endless_score,
    estimate_score,
    lost_in,
    won_in,
)
from zermelo.search.engine.table import (
    BEFORE,
    DEEPEST,
    NOTHING,
    NOWHERE,
    ROOM,
    SELECTIVE_AT,
    Memory,
    bound_of,
    choice_of,
    claim_to_share,
    depth_of,
    encode,
    is_claimed_now,
    prefetch_entry,
    probe_table,
    proven_of,
    save_entry,
    score_of,
    selective_of,
    unclaim,
)

FRONTIER: Final = 1  # a state this close to its leaves is faster to search than to look up

# Probing the table for every child pays off only with enough depth left. If play can repeat, the
# search has a budget of states that probe: cutoffs add some; when none are left, probing pauses.
PROBE_DEPTH: Final = 10  # the least depth to probe for children in games of bounded length
LOOP_PROBE_DEPTH: Final = 3  # the least depth to probe for children in games that can loop
TRIES: Final = 8  # states that probe after each pause
PAUSE: Final = 64  # states that do not probe in a pause
REWARD: Final = 16  # states added to the budget by a cutoff
MAX_TRIES: Final = 256


@kernel
def search(
    game: Game, state: Any, depth: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """Search `state`, at `ply`, `depth` plies deep; the result bounds its score v for the mover.

    For α < β: α < result < β → v = result; result ≤ α → v ≤ result; result ≥ β → v ≥ result.
    """
    key = game.key(state)
    if depth > FRONTIER:
        prefetch_entry(memory, key)
    score = score_without_moves(game, state, key, alpha, beta, ply, memory)
    if score != UNKNOWN:
        return score
    if depth <= 0 or ply >= DEEPEST:
        return evaluate_leaf(game, state, alpha, beta, ply, 0, memory)
    alpha = max(alpha, lost_in(ply + game.soonest_loss))
    beta = min(beta, won_in(ply + game.soonest_win))
    if depth <= FRONTIER:
        return search_frontier(game, state, alpha, beta, ply, memory)
    entry = probe_table(memory, key)
    if entry != NOTHING and is_cutoff(entry, depth, alpha, beta, ply, memory):
        return score_from_table(entry, ply, memory)
    check_limit(memory)
    choice = choice_of(entry) if entry != NOTHING else -1
    open_before, reached_before, first = memory["open"], memory["reached"], memory["top"]
    end = memory["top"] = first + arrange(game, state, ply, choice, memory)
    score = transposition_cutoff(game, state, depth, beta, ply, first, memory)
    if score != UNKNOWN:
        memory["top"] = first
        return score
    memory["reached"] = NOWHERE
    moves, ranks = array_at(memory["moves"]), array_at(memory["ranks"])
    best, low, at = -INFINITE, alpha, first
    shared = claim_to_share(game, state, key, depth, memory)
    while at < end:
        pick(memory, at, end)
        child = game.play(state, moves[at])
        if shared and at > first and is_claimed_now(game, child, ranks, at, memory):
            continue
        set_draw_ply(game, state, moves[at], ply, memory)
        same, open_here = game.player(child) == game.player(state), memory["open"]
        sign, high = 1 if same else -1, beta if at == first else low + 1
        floor, ceiling = negate_window(same, low, high)
        fewer = plies_less(game, state, moves[at], depth, at - first, memory)
        value = sign * search(game, child, depth - 1 - fewer, floor, ceiling, ply + 1, memory)
        if fewer > 0 and value >= high:
            value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if high <= value < beta:
            floor, ceiling = negate_window(same, low, beta)
            value = sign * search(game, child, depth - 1, floor, ceiling, ply + 1, memory)
        if value > best:
            best, choice, low = value, number_of(ranks[at]), max(low, value)
        if value >= beta:  # the result depends on this move alone
            memory["open"] -= open_here - open_before
            reward(memory, game.player(state), moves[at], ply, depth)
            break
        at += 1
    memory["top"] = first
    if shared:
        unclaim(memory, key)
    final = settle(memory, ply, open_before, reached_before)
    store(memory, key, best, bound_in(best, alpha, beta), ply, depth, final, choice)
    return best


@kernel
def search_frontier(game: Game, state: Any, alpha: int, beta: int, ply: int, memory: Memory) -> int:
    """The score of `state` one ply deep: the best of its children's estimates, in any order.

    Three quarters of expanded states are at the frontier, where ordering moves costs more than
    evaluating them.
    """
    check_limit(memory)
    open_before, reached_before = memory["open"], memory["reached"]
    memory["reached"], best = NOWHERE, -INFINITE
    for move in game.candidates(state):
        child, open_here = game.play(state, move), memory["open"]
        set_draw_ply(game, state, move, ply, memory)
        same = game.player(child) == game.player(state)
        floor, ceiling = negate_window(same, max(alpha, best), beta)
        value = score_without_moves(game, child, game.key(child), floor, ceiling, ply + 1, memory)
        if value == UNKNOWN:
            value = evaluate_leaf(game, child, floor, ceiling, ply + 1, 0, memory)
        best = max(best, value if same else -value)
        if best >= beta:
            memory["open"] -= open_here - open_before
            break
    settle(memory, ply, open_before, reached_before)
    return best


@kernel
def score_without_moves(
    game: Game, state: Any, key: int, alpha: int, beta: int, ply: int, memory: Memory
) -> int:
    """Visit a state; return its score, a bound outside the window, or UNKNOWN if moves matter."""
    visit(memory)
    score = terminal_score(game, state, ply, memory)
    if score != UNKNOWN:
        return score
    low = max(alpha, lost_in(ply + game.soonest_loss))
    if low >= min(beta, won_in(ply + game.soonest_win)):
        return low
    remaining = game.remaining(state)
    if remaining >= 0:  # no repetitions; a draw if the game ends too soon for a win
        return 0 if remaining < min(game.soonest_win, game.soonest_loss) else UNKNOWN
    return endless_score(game, state) if repeats(memory, key, ply) else UNKNOWN


@kernel
def terminal_score(game: Game, state: Any, ply: int, memory: Memory) -> int:
    """The score of a finished or drawn game, or of a foreseen or stored ending; else UNKNOWN."""
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
def transposition_cutoff(
    game: Game, state: Any, depth: int, beta: int, ply: int, first: int, memory: Memory
) -> int:
    """The score of a child whose table entry reaches `beta`; else UNKNOWN.

    Enhanced transposition cutoffs (Plaat, Schaeffer, Pijls and de Bruin 1996). They cost a probe
    for every child, and save a tenth to a half of the states. A repetition on the path takes
    precedence over the table.
    """
    moves, end, remaining = array_at(memory["moves"]), memory["top"], game.remaining(state)
    if end - first == 1 or not is_worth_probing(depth, remaining, memory):
        return UNKNOWN
    for at in range(first, end):
        child = game.play(state, moves[at])
        key = game.key(child)
        entry = probe_table(memory, key)
        if entry == NOTHING or (remaining < 0 and repetition_ply(memory, key, ply + 1) != NOWHERE):
            continue
        set_draw_ply(game, state, moves[at], ply, memory)
        same = game.player(child) == game.player(state)
        floor, ceiling = negate_window(same, beta - 1, beta)
        if is_cutoff(entry, depth - 1, floor, ceiling, ply + 1, memory):
            score = score_of(entry, ply + 1)
            if (score if same else -score) >= beta:
                memory["tries"] = min(memory["tries"] + REWARD, MAX_TRIES)
                return score_from_table(entry, ply + 1, memory) * (1 if same else -1)
    return UNKNOWN


@kernel
def is_worth_probing(depth: int, remaining: int, memory: Memory) -> bool:
    """Whether to probe the table for the children of a state; uses up a try if play can repeat."""
    if remaining >= 0:
        return min(depth, remaining) >= PROBE_DEPTH
    if depth < LOOP_PROBE_DEPTH:
        return False
    tries = memory["tries"] - 1
    memory["tries"] = tries if tries > -PAUSE else TRIES
    return tries >= 0


@kernel
def evaluate_leaf(
    game: Game, state: Any, alpha: int, beta: int, ply: int, beyond: int, memory: Memory
) -> int:
    """The state's evaluation as a score, or a better score that loud moves reach; adds one to the
    `open` estimates. `beyond` is the number of loud moves since the search's depth was reached.
    """
    memory["open"] += 1
    best = estimate_score(game, state)
    if not (game.has("loud") and game.has("progress")):
        return best
    if beyond >= memory["quiescent"] or best >= beta or ply >= DEEPEST:
        return best
    moves, ranks, first = array_at(memory["moves"]), array_at(memory["ranks"]), memory["top"]
    end = first
    for move in game.candidates(state):
        if game.loud(state, move) and end < ROOM:
            moves[end], ranks[end] = move, game.order(state, move)
            end += 1
    memory["top"] = end
    for at in range(first, end):
        pick(memory, at, end)
        child = game.play(state, moves[at])
        set_draw_ply(game, state, moves[at], ply, memory)
        same = game.player(child) == game.player(state)
        floor, ceiling = negate_window(same, max(alpha, best), beta)
        value = score_without_moves(game, child, game.key(child), floor, ceiling, ply + 1, memory)
        if value == UNKNOWN:
            value = evaluate_leaf(game, child, floor, ceiling, ply + 1, beyond + 1, memory)
        best = max(best, value if same else -value)
        if best >= beta:
            break
    memory["top"] = first
    return best


@kernel
def score_from_table(entry: int, ply: int, memory: Memory) -> int:
    """The score of an entry that decides the window; counts the hit, and an unproven score."""
    memory["hits"] += 1
    memory["open"] += 1 - proven_of(entry)
    return score_of(entry, ply)


@kernel
def store(
    memory: Memory, key: int, score: int, bound: int, ply: int, depth: int, final: bool, choice: int
) -> None:
    """Store the result of a search; `final` is the result of `settle`."""
    if not final and score > PROVEN and bound != AT_MOST:
        bound, final = AT_LEAST, True  # wins and losses are proven despite estimates
    elif not final and score < -PROVEN and bound != AT_LEAST:
        bound, final = AT_MOST, True
    data = encode(score, ply, depth, bound, final, choice, memory["age"])
    save_entry(memory, key, data | memory["selective"] << SELECTIVE_AT)


@kernel
def negate_window(same: bool, low: int, high: int) -> tuple[int, int]:
    """The window (low, high) for the mover one ply below; unchanged if the same player moves."""
    return (low, high) if same else (-high, -low)


@kernel
def is_cutoff(entry: int, depth: int, alpha: int, beta: int, ply: int, memory: Memory) -> bool:
    """Whether the entry is deep enough or proven, and its bound decides the window.

    An estimate from a selective search has no meaning for a full-width one.
    """
    if not proven_of(entry) and (
        depth_of(entry) < depth or selective_of(entry) > memory["selective"]
    ):
        return False
    score, bound = score_of(entry, ply), bound_of(entry)
    if draw_is_near(memory, ply, depth) or not is_in_time(memory, score, ply):
        return False
    return decides(bound, score, alpha, beta)


@kernel
def repeats(memory: Memory, key: int, ply: int) -> bool:
    """Whether the state with this key repeats an earlier one; if not, add it to the path."""
    above = repetition_ply(memory, key, ply)
    if above == NOWHERE:
        array_at(memory["path"])[ply] = key
        return False
    memory["reached"] = min(memory["reached"], above)
    return True


@kernel
def repetition_ply(memory: Memory, key: int, ply: int) -> int:
    """The earlier ply of the state with this key, BEFORE if it came before the root, or NOWHERE."""
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
    """Update `reached`, the earliest ply that a repetition led back to, for the state above; return
    whether the result is final: no estimate and no state above can change it.
    """
    reached = memory["reached"]
    if reached >= ply:
        memory["reached"] = reached_before
        return memory["open"] == open_before
    memory["reached"] = min(reached, reached_before)
    return False
