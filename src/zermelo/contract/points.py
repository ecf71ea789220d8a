"""The same game valued otherwise: by points instead of outcomes, or without an evaluation."""

from __future__ import annotations

import functools
from typing import Any

from zermelo.contract.analysis import By
from zermelo.contract.game import Game, default
from zermelo.contract.parameters import remake
from zermelo.contract.ranges import POINTS
from zermelo.errors import CapabilityError, ParameterError, clip


def in_points(game: Game[Any]) -> Game[Any]:
    """`game` with `by_score`: searches then compare what positions are worth in points.

    Rules, texts and parameters stay. Methods about wins and losses only are left out:
    `candidates`, `foresee`, `assured`, `soonest_win` and `soonest_loss`.

    Raises `CapabilityError` when the game counts no points.

    >>> import zermelo
    >>> in_points(zermelo.game("nim"))
    Traceback (most recent call last):
        ...
    zermelo.errors.CapabilityError: nim counts no points: define score and score_bound
    """
    if game.by_score:
        return game
    if not game.counts_points:
        raise CapabilityError(f"{game} counts no points: define score and score_bound")
    if not 0 < game.score_bound <= POINTS:
        raise CapabilityError(
            f"score_bound of {game} should be 1 to {POINTS:,}, not {game.score_bound}"
        )
    return remake(_by_score(type(game)), game)  # type: ignore[arg-type]


def without_evaluation(game: Game[Any]) -> Game[Any]:
    """The same game with the estimate 0 wherever a limit cuts, as lessons on the cutoff have it.

    >>> import zermelo
    >>> game = without_evaluation(zermelo.game("isolation"))
    >>> str(game), game.evaluate(game.play(game.start(), 1)), game.has("features")
    ('isolation', 0, False)
    """
    return remake(_without_evaluation(type(game)), game)  # type: ignore[arg-type]


@functools.cache
def _by_score(owner: type[Game[Any]]) -> type[Game[Any]]:
    hints = ("candidates", "foresee", "assured", "soonest_win", "soonest_loss")
    made = _without(owner, hints, in_points)
    made.by_score = True
    return made


@functools.cache
def _without_evaluation(owner: type[Game[Any]]) -> type[Game[Any]]:
    return _without(owner, ("evaluate", "features"), without_evaluation)


def _without(owner: type[Game[Any]], names: tuple[str, ...], maker: Any) -> type[Game[Any]]:
    """The class of `owner` with the defaults of some members; it goes by the same name.

    maker  the function that makes its games of those of `owner`, in other processes too
    """
    members: dict[str, Any] = {name: default(name) for name in names}
    members |= {"__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__reduce__"] = lambda game: (maker, (remake(owner, game),))
    members["__qualname__"] = f"{owner.__qualname__}.{maker.__name__}"
    return type(owner.__name__, (owner,), members)


def value_by(game: Game[Any], by: By) -> Game[Any]:
    """`game` valued by outcome or by score; a game in points already stays so.

    Raises `ParameterError` for what is neither "outcome" nor "score", else as `in_points`.
    """
    if by not in ("outcome", "score"):
        raise ParameterError(f"by should be outcome or score, not {clip(str(by))}")
    return in_points(game) if by == "score" else game


def by_of(game: Game[Any]) -> By:
    """ "score" for a game in points, else "outcome"."""
    return "score" if game.by_score else "outcome"


def rules_of(game: Game[Any]) -> type[Game[Any]]:
    """The class of `game` as written, without `by_score`."""
    owner = type(game)
    return owner.__bases__[0] if game.by_score else owner
