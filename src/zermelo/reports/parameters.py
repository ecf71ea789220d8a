"""The parameters of a game as people choose them: what each means, and which values it takes."""

from __future__ import annotations

import dataclasses
from functools import cache
from typing import Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.reports.catalogue import help_of

MOST: Final = 64  # values of a whole number that are tried
FEW: Final = 6  # values that are listed one by one


class Parameter(NamedTuple):
    """One parameter: its default, what it means, and the whole numbers it takes, if it is one."""

    name: str
    default: Any
    help: str
    values: tuple[int, ...]

    @property
    def label(self) -> str:
        """The name as a person reads it."""
        return self.name if len(self.name) == 1 else self.name.replace("_", " ").capitalize()

    @property
    def meaning(self) -> str:
        """The meaning of a parameter and its possible values, in words."""
        return ". ".join(filter(None, (self.help, self.range.capitalize())))

    @property
    def every(self) -> bool:
        """Whether it takes every value from the least to the most."""
        return len(self.values) == self.values[-1] - self.values[0] + 1 if self.values else False

    @property
    def range(self) -> str:
        """The values in words, as far as they were tried: "3 to 19", "3, 6, 9 or 12"."""
        if not self.values:
            return ""
        first, last = self.values[0], self.values[-1]
        if self.every and len(self.values) > 1:
            return f"{first} or more" if last == MOST else f"{first} to {last}"
        *others, last = self.values
        return f"{', '.join(map(str, others))} or {last}" if others else str(last)


@cache
def parameters_of(game: Game) -> tuple[Parameter, ...]:
    """The parameters of `game`, whose own values are the defaults.

    >>> import zermelo
    >>> [(each.label, each.range) for each in parameters_of(zermelo.game("mnk"))]
    [('Width', '1 to 19'), ('Height', '1 to 19'), ('k', '1 to 3')]
    """
    texts = help_of(game)
    fields: Any = dataclasses.fields(game)
    own = {field.name: getattr(game, field.name) for field in fields if field.init}
    return tuple(
        Parameter(name, value, texts.get(name, ""), _taken(game, own, name))
        for name, value in own.items()
    )


def _taken(game: Game, own: dict[str, Any], name: str) -> tuple[int, ...]:
    """The whole numbers that a parameter takes beside the values of the others."""
    if type(own[name]) is not int:
        return ()
    return tuple(value for value in range(MOST + 1) if _takes(type(game), own | {name: value}))


def _takes(kind: Any, parameters: dict[str, Any]) -> bool:
    try:
        kind(**parameters)
    except Exception:  # a user's rules may raise anything to refuse a value
        return False
    return True
