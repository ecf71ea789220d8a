"""Alpha-beta with memory: "memo" keeps results by state and window, "bounds" keeps bounds by state.

A result stored under all its arguments is reused only for exactly the same question; a bound stored
under state and depth also answers or narrows other questions. One function searches for both
players (negamax): values are for the player to move, and the opponent's window is (−β, −α).
Depths and counts are as in `textbook`; in addition, a search counts entries of its table and, as
hits, questions that the table answered. Sources: memoisation, Michie 1968; bounds in the table,
Greenblatt 1967; negamax, Knuth and Moore 1975.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.native import empty_table, kernel
from zermelo.search.counters import (
    AT_LEAST,
    AT_MOST,
    ENTRIES,
    EXACT,
    HITS,
    Counts,
    bound_in,
    check_limit,
    decides,
    visit,
)
from zermelo.search.textbook import UNTRIED, Value, estimate, utility

TABLE_LIMIT: Final = 8_000_000  # the most entries of a table, about 1 GiB

Table = Any  # a dict in plain runs, its compiled counterpart in native ones


@kernel
def below(depth: int) -> int:
    """The remaining depth one ply further down, for keys; UNLIMITED stays the same."""
    return depth - 1 if depth > 0 else depth


@kernel
def memo_max(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """Fail-hard alpha-beta, storing each result under all its arguments."""
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
                result = memo_max(game, child, below(depth), value, beta, table, counts)
            else:  # for the opponent, values and windows have the other sign
                result = -memo_max(game, child, below(depth), -beta, -value, table, counts)
            value = max(value, result)
            if value >= beta:
                break
    if len(table) < TABLE_LIMIT:
        table[key] = value
    counts[ENTRIES] = len(table)
    return value


@kernel
def bounds_max(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, table: Table, counts: Counts
) -> Value:
    """`fail_soft` for α < β, storing a value and the kind of bound by state and depth.

    A stored bound that does not answer the question narrows its window.
    """
    key = (state, depth)
    lowest, highest = alpha, beta
    if key in table:
        bound, value = table[key]
        if decides(bound, value, alpha, beta):
            counts[HITS] += 1
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
        child, inner = game.play(state, move), max(lowest, best)
        if game.player(child) == game.player(state):
            value = bounds_max(game, child, below(depth), inner, highest, table, counts)
        else:  # for the opponent, values and windows have the other sign
            value = -bounds_max(game, child, below(depth), -highest, -inner, table, counts)
        best = max(best, value)
        if best >= highest:
            break
    if len(table) < TABLE_LIMIT:
        table[key] = (bound_in(best, lowest, highest), best)
    counts[ENTRIES] = len(table)
    return best


# Values of a state, and of each of its moves; adding 0.0 makes −0.0 positive ----------------------


@kernel
def memo_value(game: Game, state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` for its player: one search with the widest window and an empty table."""
    low, high = -1.0 * game.value_bound, 1.0 * game.value_bound
    table = empty_table((state, depth, low, high), high)
    return 0.0 + memo_max(game, state, depth, low, high, table, counts)


@kernel
def memo_values(game: Game, state: Any, depth: int, counts: Counts) -> list[float]:
    """Like `alpha_beta_values`, with one table of results for all moves."""
    values, low, high = [], -1.0 * game.value_bound, 1.0 * game.value_bound
    table = empty_table((state, depth, low, high), high)
    for move in game.moves(state):
        child = game.play(state, move)
        sign = 1 if game.player(child) == game.player(state) else -1
        value = memo_max(game, child, below(depth), low, high, table, counts)
        values.append(0.0 + sign * value)
    return values


@kernel
def bounds_value(game: Game, state: Any, depth: int, counts: Counts) -> Value:
    """Like `memo_value`, with a table of bounds."""
    low, high = -1.0 * game.value_bound, 1.0 * game.value_bound
    table = empty_table((state, depth), (EXACT, high))
    return 0.0 + bounds_max(game, state, depth, low, high, table, counts)


@kernel
def bounds_values(game: Game, state: Any, depth: int, counts: Counts) -> list[float]:
    """Like `memo_values`, with one table of bounds for all moves."""
    values, low, high = [], -1.0 * game.value_bound, 1.0 * game.value_bound
    table = empty_table((state, depth), (EXACT, high))
    for move in game.moves(state):
        child = game.play(state, move)
        sign = 1 if game.player(child) == game.player(state) else -1
        value = bounds_max(game, child, below(depth), low, high, table, counts)
        values.append(0.0 + sign * value)
    return values
