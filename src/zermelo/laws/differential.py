"""Kernels that put the same questions to a game plain and compiled."""

from __future__ import annotations

from typing import Any, Final

from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.native import kernel
from zermelo.search.counters import Counts, check_limit, visit
from zermelo.search.engine.score import INFINITE, ended, lifted

ENTRIES: Final = (
    *("player", "outcome", "score", "evaluate", "key", "remaining", "tier", "foresee", "assured"),
)


@kernel
def entries(game: Game, state: Any) -> tuple[int, int, int, float, int, int, int, int, int]:
    """The numbers of a state, in the order of `ENTRIES`."""
    outcome, score, evaluation, foreseen, sure = game.outcome(state), 0, 0.0, 0, 0
    if outcome == ONGOING:  # a state that is over is judged by its outcome and score alone
        evaluation, foreseen = 1.0 * game.evaluate(state), game.foresee(state)
        sure = 3 * game.assured(state, WIN) + game.assured(state, DRAW)
    else:
        score = game.score(state)
    key, left, tier = game.key(state), game.remaining(state), game.tier(state)
    return game.player(state), outcome, score, evaluation, key, left, tier, foreseen, sure


@kernel
def replies(game: Game, state: Any) -> list[tuple[int, Any, float, int, int]]:
    """Each legal move, the state after it, how early it should be searched, if it is loud, and what
    answers it."""
    entries = []
    for move in game.moves(state):
        order, loud = 1.0 * game.order(state, move), int(game.loud(state, move))
        child, answer = game.play(state, move), -1
        if game.outcome(child) == ONGOING:
            answer = game.reply(child, move)
        entries.append((move, child, order, loud, answer))
    return entries


@kernel
def choices(game: Game, state: Any) -> list[int]:
    """The candidates of a state in which the game goes on."""
    return list(game.candidates(state))


@kernel
def images(game: Game, state: Any) -> list[Any]:
    """The symmetric states."""
    return list(game.symmetries(state))


@kernel
def unpacked(game: Game, state: Any) -> list[Any]:
    """The one state that is made of a state's key."""
    return [game.unkey(game.key(state))]


@kernel
def numbered(game: Any, state: Any) -> list[Any]:
    """The state that is made of a state's number in its tier."""
    tier = game.tier(state)
    return [game.unindex(tier, game.index(state))] if game.tier_size(tier) else [state]


@kernel
def retreating(game: Any, state: Any) -> list[Any]:
    """The states of the tier from which a move leads to this one."""
    return list(game.retreats(state))


@kernel
def retreat_numbers(game: Any, state: Any) -> list[tuple[int, int]]:
    """The numbers of these, with their stabilisers."""
    return list(game.retreat_numbers(state))


@kernel
def leaving(game: Any, state: Any) -> list[tuple[int, int]]:
    """The exits; then how many moves stay, and the grouped number."""
    exits = [pair for pair in game.exits(state)]  # noqa: C416 - as above
    exits.append((game.stays(state), game.grouped_index(state)))
    return exits


LISTS: Final[dict[str, Any]] = {
    "play": replies,
    "candidates": choices,
    "symmetries": images,
    "unkey": unpacked,
}
NUMBER_LISTS: Final[dict[str, Any]] = {
    "index": numbered,
    "retreats": retreating,
    "retreat_numbers": retreat_numbers,
    "exits": leaving,
}


@kernel
def end_within(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """The score of the end that best play reaches within `depth` plies, 0 when there is none.

    Minimax without anything clever, for cleverness is judged by it. A draw is 0, too. The score
    (see `search.score`) counts plies from `state`; raises `Stopped` at the limit of `counts`.
    """
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return ended(outcome, 0)
    if depth == 0:
        return 0
    check_limit(counts)
    best = -INFINITE
    for move in game.moves(state):
        child = game.play(state, move)
        score = lifted(end_within(game, child, depth - 1, counts))
        best = max(best, score if game.player(child) == game.player(state) else -score)
    return best
