"""Send games to other processes by their parameters alone."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable
from typing import Any, TypeVar

Made = TypeVar("Made")


class Sent:
    """A frozen dataclass that is pickled as its parameters.

    Its tables, 10 MB for some games, are computed once in the receiving process.
    """

    def __reduce__(self) -> Any:
        return _make, (type(self), parameters(self))


def parameters(game: Any) -> tuple[tuple[str, Any], ...]:
    """The names and values of a game's parameters."""
    fields = dataclasses.fields(game)
    return tuple((field.name, getattr(game, field.name)) for field in fields if field.init)


def remake(owner: Callable[..., Made], game: Any) -> Made:
    """Make a game of the class `owner` with the parameters of `game`."""
    return owner(**dict(parameters(game)))


@functools.cache
def _make(owner: type, given: tuple[tuple[str, Any], ...]) -> Any:
    return owner(**dict(given))
