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

from typing import Any, Final

from zermelo.game import LOSS, ONGOING, WIN, Game
from zermelo.native import empty_table, kernel
from zermelo.search.counters import CUTOFFS, ENTRIES, HITS, Counts, visit

UNLIMITED: Final = -1

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
def below(depth: int) -> int:
    """The depth left one ply further down."""
    return depth - 1 if depth > 0 else depth


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
    value: Value = LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = max(value, max_value(game, child, below(depth), counts))
        else:
            value = max(value, min_value(game, child, below(depth), counts))
    return value


@kernel
def min_value(game: Game[Any], state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` for the searching player, where the opponent is to move."""
    visit(counts)
    if terminal_test(game, state):
        return -game.outcome(state)
    if cutoff_test(depth):
        return -estimate(game, state, counts)
    value: Value = WIN
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = min(value, min_value(game, child, below(depth), counts))
        else:
            value = min(value, max_value(game, child, below(depth), counts))
    return value


@kernel
def minimax_decision(game: Game[Any], state: Any, depth: int, counts: Counts) -> int:
    """The first of the best moves of `state`, −1 when there is none, for a limit of `depth` ≥ 1."""
    best_move, best_value = -1, 2.0 * LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = 1.0 * max_value(game, child, below(depth), counts)
        else:
            value = 1.0 * min_value(game, child, below(depth), counts)
        if value > best_value:
            best_move, best_value = move, value
    return best_move


# Alpha-beta, fail-hard -----------------------------------------------------------------------------


@kernel
def alpha_beta_max(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The value v of `state`, where the searching player is to move, as far as the window asks.

    For α < β: α ≤ v ≤ β → the result is v; v < α → result ≤ α; β < v → β ≤ result.
    Fail-hard: the result never leaves the window, but for the end of a game.
    """
    visit(counts)
    if terminal_test(game, state):
        return game.outcome(state)
    if cutoff_test(depth):
        return estimate(game, state, counts)
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = alpha_beta_max(game, child, below(depth), alpha, beta, counts)
        else:
            value = alpha_beta_min(game, child, below(depth), alpha, beta, counts)
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
    if terminal_test(game, state):
        return -game.outcome(state)
    if cutoff_test(depth):
        return -estimate(game, state, counts)
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = alpha_beta_min(game, child, below(depth), alpha, beta, counts)
        else:
            value = alpha_beta_max(game, child, below(depth), alpha, beta, counts)
        if value <= alpha:
            return alpha
        beta = min(beta, value)
    return beta


# Alpha-beta, fail-soft -----------------------------------------------------------------------------


@kernel
def fail_soft_max(
    game: Game[Any], state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """As `alpha_beta_max`, but outside the window the result is the tightest bound found."""
    visit(counts)
    if terminal_test(game, state):
        return game.outcome(state)
    if cutoff_test(depth):
        return estimate(game, state, counts)
    best: Value = LOSS
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = fail_soft_max(game, child, below(depth), max(alpha, best), beta, counts)
        else:
            value = fail_soft_min(game, child, below(depth), max(alpha, best), beta, counts)
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
    if terminal_test(game, state):
        return -game.outcome(state)
    if cutoff_test(depth):
        return -estimate(game, state, counts)
    best: Value = WIN
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            value = fail_soft_min(game, child, below(depth), alpha, min(beta, best), counts)
        else:
            value = fail_soft_max(game, child, below(depth), alpha, min(beta, best), counts)
        best = min(best, value)
        if best <= alpha:
            break
    return best


# Memoisation ---------------------------------------------------------------------------------------


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
    if terminal_test(game, state):
        value: Value = game.outcome(state)
    elif cutoff_test(depth):
        value = estimate(game, state, counts)
    else:
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
    if terminal_test(game, state):
        value: Value = -game.outcome(state)
    elif cutoff_test(depth):
        value = -estimate(game, state, counts)
    else:
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
