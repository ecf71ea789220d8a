"""The terms of an evaluation, their names and their weights."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from zermelo.errors import ParameterError


class Term(NamedTuple):
    """One of the numbers in one state.

    name    what people call it
    number  what the state has of it, for its mover
    worth   what that adds to the evaluation: number · weight
    """

    name: str
    number: float
    worth: float


def title(kind: type, name: str) -> str:
    """The name of a feature for people."""
    text = getattr(kind, name).__doc__ or ""
    return name.replace("_", " ") if text.startswith("Alias for field") else text


def weighted_sum(self: Any, state: Any) -> float:
    """The features of `state`, each times its weight."""
    worth = 0.0
    for place, number in enumerate(self.features(state)):
        worth += number * self.feature_weights[place]
    return worth


def require_weight(game: str, name: str, weight: float) -> None:
    """Raise `ParameterError` for what is no weight."""
    if not 0 <= weight < math.inf:
        raise ParameterError(f"{game}: {name} should be a weight, 0 or more, not {weight}")


def require_weights(game: str, **weights: float) -> None:
    """Raise `ParameterError` for what are no weights, and where all of them are 0."""
    for name, weight in weights.items():
        require_weight(game, name, weight)
    if not any(weights.values()):
        raise ParameterError(f"{game}: one of {', '.join(weights)} should be above 0")
