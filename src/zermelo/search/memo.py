"""Alpha-beta that remembers: "cache" its results by state and window, "memo" bounds by state.

Two ways to one end. A result under all its arguments is reused only for the very same question; a
bound under the state and depth answers or narrows other questions too. Values, depths and counts
are as in `textbook`. Sources: memoisation, Michie 1968; bounds in the table, Greenblatt 1967.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.native import empty_table, kernel
from zermelo.search.bounds import AT_LEAST, AT_MOST, EXACT, bound_in, decides
from zermelo.search.counters import ENTRIES, HITS, Counts, check_limit, visit
from zermelo.search.textbook import UNTRIED, Value, estimate, utility

TABLE_LIMIT: Final = 8_000_000  # entries that a table of bounds holds at most, about 1 GiB

Table = Any  # dict in plain runs, its compiled likeness in native ones


# "cache": results by state and window ------------------------------------------------------------


@kernel
def below(depth: int) -> int:
    """The depth left one ply further down, for keys: UNLIMITED stays what it is."""
    return depth - 1 if depth > 0 else depth


@kernel
def cache_max(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """`alpha_beta_max`, remembering each result under all its arguments."""
    key = (state, depth, alpha, beta)
    if key in table:
        counts[HITS] += 1
        return table[key]  # type: ignore[no-any-return]
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        value: Value = utility(game, state, outcome)
    elif depth == 0:
        value = estimate(game, state, counts)
    else:
        check_limit(counts)
        value = alpha
        for move in game.moves(state):
            child = game.play(state, move)
            if game.player(child) == game.player(state):
                child_value = cache_max(game, child, below(depth), value, beta, table, counts)
            else:
                child_value = cache_min(game, child, below(depth), value, beta, table, counts)
            value = max(value, child_value)
            if value >= beta:
                break
    table[key] = value
    counts[ENTRIES] += 1
    return value


@kernel
def cache_min(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """The mirror of `cache_max` where the opponent is to move."""
    key = (state, depth, alpha, beta)
    if key in table:
        counts[HITS] += 1
        return table[key]  # type: ignore[no-any-return]
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        value: Value = -utility(game, state, outcome)
    elif depth == 0:
        value = -estimate(game, state, counts)
    else:
        check_limit(counts)
        value = beta
        for move in game.moves(state):
            child = game.play(state, move)
            if game.player(child) == game.player(state):
                child_value = cache_min(game, child, below(depth), alpha, value, table, counts)
            else:
                child_value = cache_max(game, child, below(depth), alpha, value, table, counts)
            value = min(value, child_value)
            if value <= alpha:
                break
    table[key] = value
    counts[ENTRIES] += 1
    return value


# "memo": bounds by state -------------------------------------------------------------------------


@kernel
def memo_max(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """`fail_soft_max` for α < β, remembering for each state and depth a value and how it binds.

    A bound in the table that does not answer the question narrows the window it is asked with.
    """
    key = (state, depth)
    lowest, highest = alpha, beta
    if key in table:
        counts[HITS] += 1
        bound, value = table[key]
        if decides(bound, value, alpha, beta):
            return value  # type: ignore[no-any-return]
        lowest = max(alpha, value) if bound == AT_LEAST else alpha
        highest = min(beta, value) if bound == AT_MOST else beta
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return utility(game, state, outcome)
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    best: Value = -UNTRIED * game.value_bound
    for move in game.moves(state):
        child = game.play(state, move)
        inner = max(lowest, best)
        if game.player(child) == game.player(state):
            value = memo_max(game, child, below(depth), inner, highest, table, counts)
        else:
            value = memo_min(game, child, below(depth), inner, highest, table, counts)
        best = max(best, value)
        if best >= highest:
            break
    if len(table) < TABLE_LIMIT:
        table[key] = (bound_in(best, lowest, highest), best)
    counts[ENTRIES] = len(table)
    return best


@kernel
def memo_min(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """The mirror of `memo_max` where the opponent is to move."""
    key = (state, depth)
    lowest, highest = alpha, beta
    if key in table:
        counts[HITS] += 1
        bound, value = table[key]
        if decides(bound, value, alpha, beta):
            return value  # type: ignore[no-any-return]
        lowest = max(alpha, value) if bound == AT_LEAST else alpha
        highest = min(beta, value) if bound == AT_MOST else beta
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -utility(game, state, outcome)
    if depth == 0:
        return -estimate(game, state, counts)
    check_limit(counts)
    best: Value = UNTRIED * game.value_bound
    for move in game.moves(state):
        child = game.play(state, move)
        inner = min(highest, best)
        if game.player(child) == game.player(state):
            value = memo_min(game, child, below(depth), lowest, inner, table, counts)
        else:
            value = memo_max(game, child, below(depth), lowest, inner, table, counts)
        best = min(best, value)
        if best <= lowest:
            break
    if len(table) < TABLE_LIMIT:
        table[key] = (bound_in(best, lowest, highest), best)
    counts[ENTRIES] = len(table)
    return best


# Every move of a state ---------------------------------------------------------------------------


@kernel
def memo_values(game: Game, state: Any, depth: int, counts: Counts) -> list[float]:
    """As `alpha_beta_values`, with one table of bounds for all moves."""
    values, low, high = [], -1.0 * game.value_bound, 1.0 * game.value_bound
    table = empty_table((state, depth), (EXACT, high))
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            values.append(memo_max(game, child, below(depth), low, high, table, counts))
        else:
            values.append(memo_min(game, child, below(depth), low, high, table, counts))
    return values
