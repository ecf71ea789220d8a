"""Proofs by the definition: all lines of play against the claimant's moves, and plain minimax."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from oracles.search import mirrored


def worth_of(game: Any) -> Callable[[Any], int]:
    """The value, or the points, of any state for its mover, of a game that ends."""

    @cache
    def worth(state: Any) -> int:
        if game.outcome(state) != 2:
            return game.score(state) if game.by_score else game.outcome(state)
        player, following = game.player(state), []
        for move in game.moves(state):
            child = game.play(state, move)
            following.append(mirrored(worth(child), game.player(child) == player))
        return max(following)

    return worth


def is_proof(game: Any, state: Any, claimant: int, least: int, moves: Mapping[Any, int]) -> bool:
    """Whether the claimant gets `least` in every game in which it plays the `moves` of positions,
    and the other player anything; False where it has no move, or a game does not end."""

    @cache
    def forced(state: Any) -> bool:
        if game.outcome(state) != 2:
            worth = game.score(state) if game.by_score else game.outcome(state)
            return mirrored(worth, game.player(state) == claimant) >= least
        legal = list(game.moves(state))
        if game.player(state) != claimant:
            return all(forced(game.play(state, move)) for move in legal)
        move = played(state)
        return move in legal and forced(game.play(state, move))

    def played(state: Any) -> int | None:
        """The move here: that of the position, or the one that leads where a symmetric one's does,
        of those that `moves` have."""
        if state in moves:
            return moves[state]
        for image in game.symmetries(state):
            if image in moves:
                after = set(game.symmetries(game.play(image, moves[image])))
                return next((m for m in game.moves(state) if game.play(state, m) in after), None)
        return None

    try:
        return forced(state)
    except RecursionError:
        return False
