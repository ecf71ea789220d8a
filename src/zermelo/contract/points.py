"""The same game played for points: what a search values by score instead of by outcome."""

from __future__ import annotations

import functools
import inspect
from typing import Any

from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.ranges import POINTS
from zermelo.errors import CapabilityError, ParameterError, clip
from zermelo.process.sending import remake


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


@functools.cache
def _by_score(owner: type[Game[Any]]) -> type[Game[Any]]:
    """The class of `owner` played for points; it goes by the same name."""
    hints = ("candidates", "foresee", "assured", "soonest_win", "soonest_loss")
    members: dict[str, Any] = {name: inspect.getattr_static(Game, name) for name in hints}
    members |= {"by_score": True, "__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__reduce__"] = lambda game: (in_points, (remake(owner, game),))
    members["__qualname__"] = f"{owner.__qualname__}.by_score"
    return type(owner.__name__, (owner,), members)


def valued(game: Game[Any], by: By) -> Game[Any]:
    """`game`, its positions valued by what is asked for; one in points already stays so.

    Raises `ParameterError` for what is neither "outcome" nor "score", else as `in_points`.
    """
    if by not in ("outcome", "score"):
        raise ParameterError(f"by should be outcome or score, not {clip(str(by))}")
    return in_points(game) if by == "score" else game


def by_of(game: Game[Any]) -> By:
    """By what positions of `game` are valued."""
    return "score" if game.by_score else "outcome"


def rules_of(game: Game[Any]) -> type[Game[Any]]:
    """The class that somebody wrote, whatever its positions are valued by."""
    owner = type(game)
    return owner.__bases__[0] if game.by_score else owner
