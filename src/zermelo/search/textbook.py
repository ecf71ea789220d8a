"""The algorithms of textbooks, written as briefly as there; each runs plain and compiled.

Values in this file, except those of `fail_soft`, are for one *searching player*, who moves at max
levels; they lie between LOSS and WIN, or by score are points. A level is a max level if the
searching player is to move, so games in which a player moves twice in a row need nothing special.
`depth` is the number of plies still to search; with `UNLIMITED` the search goes to the end of the
game. At the limit, the game's evaluation replaces the value: 0 if there is none.

Every search counts in `counts` the states it visits (see `counters`), and raises `Stopped` when
they reach its limit. Sources: minimax, von Neumann 1928 and Shannon 1950; alpha-beta, McCarthy 1956
and Knuth and Moore 1975; fail-soft, Fishburn 1983. The searches with memory are in `memo`.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.errors import IllegalMoveError
from zermelo.native import kernel
from zermelo.search.counters import CUTOFFS, Counts, check_limit, new_counts, visit

UNLIMITED: Final = -1  # a depth without limit: counting down from it never reaches 0
UNTRIED: Final = 2.0  # a best value begins at −2 times the largest value, below all values

Value = float


@kernel
def estimate(game: Game, state: Any, counts: Counts) -> Value:
    """The evaluation that replaces the value at the depth limit, for the player to move."""
    counts[CUTOFFS] += 1
    return game.evaluate(state) * game.value_bound


@kernel
def utility(game: Game, state: Any, outcome: int) -> int:
    """The utility of a finished game for the player to move: the outcome or, by score, points."""
    return game.score(state) if game.by_score else outcome


# Minimax -----------------------------------------------------------------------------------------


@kernel
def max_value(game: Game, state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` if the searching player is to move."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return utility(game, state, outcome)
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    player = game.player(state)
    value: Value = -game.value_bound
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == player:
            result = max_value(game, child, depth - 1, counts)
        else:
            result = min_value(game, child, depth - 1, counts)
        if result > value:
            value = result
    return value


@kernel
def min_value(game: Game, state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` for the searching player if the opponent is to move."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -utility(game, state, outcome)
    if depth == 0:
        return -estimate(game, state, counts)
    check_limit(counts)
    player = game.player(state)
    value: Value = game.value_bound
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == player:
            result = min_value(game, child, depth - 1, counts)
        else:
            result = max_value(game, child, depth - 1, counts)
        if result < value:
            value = result
    return value


@kernel
def minimax_decision(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """The first best move of `state`, looking `depth` ≥ 1 plies ahead; −1 without legal moves."""
    best_move, best_value = -1, -UNTRIED * game.value_bound
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
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The value v of `state`, with the searching player to move, or its bound outside the window.

    For α < β: α ≤ v ≤ β → the result is v; v < α → result ≤ α; β < v → β ≤ result.
    Fail-hard: the result never leaves the window, except at the end of a game.
    """
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return utility(game, state, outcome)
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
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """The mirror of `alpha_beta_max` for the opponent's moves, with the same specification."""
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return -utility(game, state, outcome)
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
def fail_soft(
    game: Game, state: Any, depth: int, alpha: Value, beta: Value, counts: Counts
) -> Value:
    """Alpha-beta for both players (negamax): the value of `state` for the player to move.

    Unlike in `alpha_beta_max`, a result outside the window is the tightest bound found.
    """
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return utility(game, state, outcome)
    if depth == 0:
        return estimate(game, state, counts)
    check_limit(counts)
    best: Value = -UNTRIED * game.value_bound
    for move in game.moves(state):
        child, low = game.play(state, move), max(alpha, best)
        if game.player(child) == game.player(state):
            value = fail_soft(game, child, depth - 1, low, beta, counts)
        else:  # for the opponent, values and windows have the other sign
            value = -fail_soft(game, child, depth - 1, -beta, -low, counts)
        best = max(best, value)
        if best >= beta:
            break
    return best


# Values of a state, and of each of its moves -----------------------------------------------------


@kernel
def alpha_beta_value(game: Game, state: Any, depth: int, counts: Counts) -> Value:
    """The value of `state` for its player: one search with the widest window."""
    low, high = -1.0 * game.value_bound, 1.0 * game.value_bound
    return 1.0 * alpha_beta_max(game, state, depth, low, high, counts)


@kernel
def minimax_values(game: Game, state: Any, depth: int, counts: Counts) -> list[float]:
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
def alpha_beta_values(game: Game, state: Any, depth: int, counts: Counts) -> list[float]:
    """Like `minimax_values`, but with alpha-beta and the full window for each move."""
    values, low, high = [], -1.0 * game.value_bound, 1.0 * game.value_bound
    for move in game.moves(state):
        child = game.play(state, move)
        if game.player(child) == game.player(state):
            values.append(1.0 * alpha_beta_max(game, child, depth - 1, low, high, counts))
        else:
            values.append(1.0 * alpha_beta_min(game, child, depth - 1, low, high, counts))
    return values


def choose_best(moves: Iterable[int], values: Sequence[float], chance: random.Random | None) -> int:
    """The first of the moves with the highest value or, with `chance`, a random one of them."""
    most = max(values)
    best = [move for move, value in zip(moves, values, strict=True) if value == most]
    return chance.choice(best) if chance else best[0]


def best_moves(
    game: Game, state: Any, depth: int = UNLIMITED, counts: Counts | None = None
) -> tuple[float, list[int]]:
    """The value of `state` for its mover, and ALL its best moves; no moves if the game is over."""
    counts = new_counts() if counts is None else counts
    values = alpha_beta_values(game, state, depth, counts)
    if not values:
        return float(utility(game, state, game.outcome(state))), []
    best = max(values)
    moves = zip(game.moves(state), values, strict=True)
    return best, [move for move, value in moves if value == best]


def best_move(
    game: Game, state: Any, depth: int = UNLIMITED, *, seed: int | None = None
) -> tuple[float, int]:
    """The value of `state` and one of ALL its best moves, chosen by `seed`, so that games vary.

    Raises `IllegalMoveError` if the game is over.
    """
    value, moves = best_moves(game, state, depth)
    if not moves:
        raise IllegalMoveError("the game is over: there is no move to choose")
    return value, random.Random(seed).choice(moves)
