"""The algorithms of the textbooks, as short as in the textbooks; each runs plain and compiled.

Values in this file are for one *searching player*, the one who moves at max levels; they lie
between LOSS and WIN. A level is a max level when the searching player is to move there, so that
games in which a player moves twice in a row need nothing special. `depth` is the number of plies
still to be searched; with `UNLIMITED` the search goes to the end of the game. Where the limit
cuts, the game's evaluation stands in for the value: 0 for games that have none.

Every search counts in `counts` the states it visits (see `counters`), and raises `Stopped` when
told to stop there. Sources: minimax, von Neumann 1928 and Shannon 1950; alpha-beta, McCarthy 1956
and Knuth and Moore 1975; fail-soft, Fishburn 1983; memoisation, Michie 1968; bounds in the table,
Greenblatt 1967.
"""

from __future__ import annotations

import random
from typing import Any, Final

from zermelo.errors import IllegalMoveError
from zermelo.game import LOSS, ONGOING, WIN, Game
from zermelo.native import empty_table, kernel
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS, Counts, check_limit, new_counts, visit

UNLIMITED: Final = -1  # counted down from here, a depth never meets 0

TABLE_LIMIT: Final = 8_000_000  # entries that a table of bounds holds at most, about 1 GiB

AT_MOST: Final = -1  # how a value in the table binds the true one
EXACT: Final = 0
AT_LEAST: Final = 1

Value = float
Table = Any  # dict in plain runs, its compiled likeness in native ones


@kernel
def terminal_test(game: Game[Any], state: Any) -> bool:
    """Whether the game is over in `state`."""
    return game.outcome(state) != ONGOING


@kernel
def cutoff_test(depth: int) -> bool:
    """Whether the depth limit is reached; asked only of states where the game goes on."""
    return depth == 0


@kernel
def estimate(game: Game[Any], state: Any, counts: Counts) -> Value:
    """The evaluation that stands in where the limit cuts, for the player to move."""
    counts[CUTOFFS] += 1
    return game.evaluate(state)


# Minimax -----------------------------------------------------------------------------------------


@kernel
def max_value(game: Game[Any], state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state`, where the searching player is to move."""
    visit(counts)
    if terminal_test(game, state):
        return game.outcome(state)
    if cutoff_test(depth):
        return estimate(game, state, counts)
    check_limit(counts)
    value: Value = LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = max(value, max_value(game, child, depth - 1, counts))
        else:
            value = max(value, min_value(game, child, depth - 1, counts))
    return value


@kernel
def min_value(game: Game[Any], state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` for the searching player, where the opponent is to move."""
    visit(counts)
    if terminal_test(game, state):
        return -game.outcome(state)
    if cutoff_test(depth):
        return -estimate(game, state, counts)
    check_limit(counts)
    value: Value = WIN
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = min(value, min_value(game, child, depth - 1, counts))
        else:
            value = min(value, max_value(game, child, depth - 1, counts))
    return value


@kernel
def minimax_decision(game: Game[Any], state: Any, depth: int, counts: Counts) -> int:
    """The first of the best moves of `state`, −1 when there is none, for a limit of `depth` ≥ 1."""
    best_move, best_value = -1, 2.0 * LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = 1.0 * max_value(game, child, depth - 1, counts)
        else:
            value = 1.0 * min_value(game, child, depth - 1, counts)
        if value > best_value:
            best_move, best_value = move, value
    return best_move


# Alpha-beta, fail-hard ---------------------------------------------------------------------------


@kernel
def alpha_beta_max(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The value v of `state`, where the searching player is to move, as far as the window asks.

    For α < β: α ≤ v ≤ β → the result is v; v < α → result ≤ α; β < v → β ≤ result.
    Fail-hard: the result never leaves the window, but for the end of a game.
    """
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = alpha_beta_max(game, child, depth - 1, alpha, beta, counts)
        else:
            value = alpha_beta_min(game, child, depth - 1, alpha, beta, counts)
        if value >= beta:
            return beta
        alpha = max(alpha, value)
    return alpha


@kernel
def alpha_beta_min(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The mirror of `alpha_beta_max` where the opponent is to move; the same specification."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -outcome
    if depth == 0:
        return -estimate(game, state, counts)
    check_limit(counts)
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = alpha_beta_min(game, child, depth - 1, alpha, beta, counts)
        else:
            value = alpha_beta_max(game, child, depth - 1, alpha, beta, counts)
        if value <= alpha:
            return alpha
        beta = min(beta, value)
    return beta


# Alpha-beta, fail-soft ---------------------------------------------------------------------------


@kernel
def fail_soft_max(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """As `alpha_beta_max`, but outside the window the result is the tightest bound found."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    best: Value = LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = fail_soft_max(game, child, depth - 1, max(alpha, best), beta, counts)
        else:
            value = fail_soft_min(game, child, depth - 1, max(alpha, best), beta, counts)
        best = max(best, value)
        if best >= beta:
            break
    return best


@kernel
def fail_soft_min(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The mirror of `fail_soft_max` where the opponent is to move."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -outcome
    if depth == 0:
        return -estimate(game, state, counts)
    check_limit(counts)
    best: Value = WIN
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = fail_soft_min(game, child, depth - 1, alpha, min(beta, best), counts)
        else:
            value = fail_soft_max(game, child, depth - 1, alpha, min(beta, best), counts)
        best = min(best, value)
        if best <= alpha:
            break
    return best


# Memoisation -------------------------------------------------------------------------------------


@kernel
def below(depth: int) -> int:
    """The depth left one ply further down, for keys: UNLIMITED stays what it is."""
    return depth - 1 if depth > 0 else depth


@kernel
def memo_max(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: Value,
    beta: Value,
    table: Table,
    counts: Counts,
) -> Value:
    """`alpha_beta_max`, remembering each result under all its arguments."""
    key = (state, depth, alpha, beta)
    if key in table:
        counts[HITS] += 1
        return table[key]  # type: ignore[no-any-return]
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        value: Value = outcome
    elif depth == 0:
        value = estimate(game, state, counts)
    else:
        check_limit(counts)
        value = alpha
        for move in game.moves(state):
            child = game.play(state, move)
            if game.player(child) == game.player(state):
                value = max(value, memo_max(game, child, below(depth), value, beta, table, counts))
            else:
                value = max(value, memo_min(game, child, below(depth), value, beta, table, counts))
            if value >= beta:
                break
    table[key] = value
    counts[ENTRIES] += 1
    return value


@kernel
def memo_min(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: Value,
    beta: Value,
    table: Table,
    counts: Counts,
) -> Value:
    """The mirror of `memo_max` where the opponent is to move."""
    key = (state, depth, alpha, beta)
    if key in table:
        counts[HITS] += 1
        return table[key]  # type: ignore[no-any-return]
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        value: Value = -outcome
    elif depth == 0:
        value = -estimate(game, state, counts)
    else:
        check_limit(counts)
        value = beta
        for move in game.moves(state):
            child = game.play(state, move)
            if game.player(child) == game.player(state):
                value = min(value, memo_min(game, child, below(depth), alpha, value, table, counts))
            else:
                value = min(value, memo_max(game, child, below(depth), alpha, value, table, counts))
            if value <= alpha:
                break
    table[key] = value
    counts[ENTRIES] += 1
    return value


# Memoisation with bounds -------------------------------------------------------------------------


@kernel
def bound_of(value: Value, alpha: Value, beta: Value) -> int:
    """What a fail-soft result says of the true value, given the window it was searched with."""
    if value <= alpha:
        return AT_MOST
    return AT_LEAST if value >= beta else EXACT


@kernel
def bounds_max(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: Value,
    beta: Value,
    table: Table,
    counts: Counts,
) -> Value:
    """`fail_soft_max`, remembering for each state and depth a value and how it binds.

    A bound in the table that does not answer the question narrows the window it is asked with.
    """
    key = (state, depth)
    lowest, highest = alpha, beta
    if key in table:
        counts[HITS] += 1
        bound, value = table[key]
        if bound == EXACT or (bound == AT_LEAST and value >= beta):
            return value  # type: ignore[no-any-return]
        if bound == AT_MOST and value <= alpha:
            return value  # type: ignore[no-any-return]
        lowest = max(alpha, value) if bound == AT_LEAST else alpha
        highest = min(beta, value) if bound == AT_MOST else beta
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    best: Value = LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        inner = max(lowest, best)
        if game.player(child) == game.player(state):
            value = bounds_max(game, child, below(depth), inner, highest, table, counts)
        else:
            value = bounds_min(game, child, below(depth), inner, highest, table, counts)
        best = max(best, value)
        if best >= highest:
            break
    if len(table) < TABLE_LIMIT:
        table[key] = (bound_of(best, lowest, highest), best)
    counts[ENTRIES] = len(table)
    return best


@kernel
def bounds_min(
    game: Game[Any],
    state: Any,
    depth: int,
    alpha: Value,
    beta: Value,
    table: Table,
    counts: Counts,
) -> Value:
    """The mirror of `bounds_max` where the opponent is to move."""
    key = (state, depth)
    lowest, highest = alpha, beta
    if key in table:
        counts[HITS] += 1
        bound, value = table[key]
        if bound == EXACT or (bound == AT_LEAST and value >= beta):
            return value  # type: ignore[no-any-return]
        if bound == AT_MOST and value <= alpha:
            return value  # type: ignore[no-any-return]
        lowest = max(alpha, value) if bound == AT_LEAST else alpha
        highest = min(beta, value) if bound == AT_MOST else beta
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -outcome
    if depth == 0:
        return -estimate(game, state, counts)
    check_limit(counts)
    best: Value = WIN
    for move in game.moves(state):
        child = game.play(state, move)
        inner = min(highest, best)
        if game.player(child) == game.player(state):
            value = bounds_min(game, child, below(depth), lowest, inner, table, counts)
        else:
            value = bounds_max(game, child, below(depth), lowest, inner, table, counts)
        best = min(best, value)
        if best <= lowest:
            break
    if len(table) < TABLE_LIMIT:
        table[key] = (bound_of(best, lowest, highest), best)
    counts[ENTRIES] = len(table)
    return best


# Every move of a state ---------------------------------------------------------------------------


@kernel
def minimax_values(game: Game[Any], state: Any, depth: int, counts: Counts) -> list[float]:
    """The value of each legal move in turn for its player, looking `depth` ≥ 1 plies ahead."""
    values = []
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            values.append(1.0 * max_value(game, child, depth - 1, counts))
        else:
            values.append(1.0 * min_value(game, child, depth - 1, counts))
    return values


@kernel
def alpha_beta_values(game: Game[Any], state: Any, depth: int, counts: Counts) -> list[float]:
    """As `minimax_values`, each move searched by alpha-beta with the full window."""
    values, low, high = [], 1.0 * LOSS, 1.0 * WIN
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            values.append(1.0 * alpha_beta_max(game, child, depth - 1, low, high, counts))
        else:
            values.append(1.0 * alpha_beta_min(game, child, depth - 1, low, high, counts))
    return values


@kernel
def memo_values(game: Game[Any], state: Any, depth: int, counts: Counts) -> list[float]:
    """As `alpha_beta_values`, with one table of bounds for all moves."""
    values, low, high = [], 1.0 * LOSS, 1.0 * WIN
    table = empty_table((state, depth), (EXACT, high))
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            values.append(bounds_max(game, child, below(depth), low, high, table, counts))
        else:
            values.append(bounds_min(game, child, below(depth), low, high, table, counts))
    return values


def best_moves(
    game: Game[Any], state: Any, depth: int = UNLIMITED, counts: Counts | None = None
) -> tuple[float, list[int]]:
    """The value of `state` for its mover and ALL its best moves, none when the game is over."""
    counts = new_counts() if counts is None else counts
    values = alpha_beta_values(game, state, depth, counts)
    if not values:
        return float(game.outcome(state)), []
    best = max(values)
    moves = zip(game.moves(state), values, strict=True)
    return best, [move for move, value in moves if value == best]


def best_move(
    game: Game[Any],
    state: Any,
    depth: int = UNLIMITED,
    *,
    seed: int | None = None,
    counts: Counts | None = None,
) -> tuple[float, int]:
    """The value of `state` and one of ALL its best moves, chosen by `seed`, so that games vary.

    Raises `IllegalMoveError` when the game is over.
    """
    value, moves = best_moves(game, state, depth, counts)
    if not moves:
        raise IllegalMoveError("the game is over: there is no move to choose")
    return value, random.Random(seed).choice(moves)
