"""The terms of an evaluation: named numbers, of which it is the weighted sum."""

from __future__ import annotations

import functools
import math
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.contract.rules import Rules, State
from zermelo.errors import CapabilityError, ParameterError
from zermelo.process.sending import remake


class Term(NamedTuple):
    """One of the numbers in one state.

    name    what people call it
    number  what the state has of it, for its mover
    worth   what that adds to the evaluation: number · weight
    """

    name: str
    number: float
    worth: float


class Featured(Rules[State]):
    """The part of the contract `Game` that estimates, all of it optional."""

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        if cls.features is not Featured.features and cls.evaluate is Featured.evaluate:
            cls.evaluate = weighted_sum  # type: ignore[method-assign]

    def evaluate(self, state: State) -> float:
        """An estimate strictly between LOSS and WIN for the player to move in `state`.

        By default the weighted sum of the `features`, or 0 without any.
        """
        return 0

    def features(self, state: State) -> Any:
        """The numbers that `evaluate` is the weighted sum of: a NamedTuple of floats.

        A number's weight is the parameter of the same name, a float, or a property; people read
        the name, or the docstring of the NamedTuple's field. A game that defines `features` need
        not define `evaluate`; one that does, because it knows a faster way, means the same.
        """
        raise CapabilityError(f"{self} has no features: define features(self, state)")

    @cached_property
    def feature_weights(self) -> tuple[float, ...]:
        """The weight of each of the features."""
        names = self.features(self.start())._fields
        return tuple(float(getattr(self, name)) for name in names)

    def terms(self, state: State) -> tuple[Term, ...]:
        """The evaluation of `state` term by term, none where a game has no `features`."""
        if type(self).features is Featured.features:
            return ()
        numbers = self.features(state)
        return tuple(
            Term(_title(type(numbers), name), number, number * weight)
            for name, number, weight in zip(
                numbers._fields, numbers, self.feature_weights, strict=True
            )
        )


def _title(kind: type, name: str) -> str:
    """The name of a feature for people."""
    text = getattr(kind, name).__doc__ or ""
    return name.replace("_", " ") if text.startswith("Alias for field") else text


def without_evaluation(game: Any) -> Any:
    """The same game with the estimate 0 wherever a limit cuts, as lessons on the cutoff have it.

    >>> import zermelo
    >>> game = without_evaluation(zermelo.game("isolation"))
    >>> str(game), game.evaluate(game.play(game.start(), 1)), game.has("features")
    ('isolation', 0, False)
    """
    owner: Any = type(game)
    return remake(_without(owner), game)


@functools.cache
def _without(owner: Any) -> Any:
    """The class of `owner` without an evaluation; it goes by the same name."""
    members: dict[str, Any] = {name: getattr(Featured, name) for name in ("evaluate", "features")}
    members |= {"__module__": owner.__module__, "__doc__": owner.__doc__}
    members["__reduce__"] = lambda game: (without_evaluation, (remake(owner, game),))
    members["__qualname__"] = f"{owner.__qualname__}.without_evaluation"
    return type(owner.__name__, (owner,), members)


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
