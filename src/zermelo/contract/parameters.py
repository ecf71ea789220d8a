"""A game's parameters: annotated class attributes with defaults, fields of a dataclass."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, TypeVar, dataclass_transform

from zermelo.errors import ParameterError, clip

Made = TypeVar("Made")


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Parameters:
    """The part of the contract `Game` that reads, checks and writes parameters.

    A game is pickled as its parameters: its tables, 10 MB for some games, are computed once in the
    process that gets it.

    limits  the numbers that a parameter may be, like `{"size": range(1, 20)}`
    """

    limits: ClassVar[Mapping[str, range]] = {}

    def __init_subclass__(cls, **keywords: Any) -> None:
        super().__init_subclass__(**keywords)
        words = cls.__doc__
        dataclasses.dataclass(frozen=True, kw_only=True)(cls)
        cls.__doc__ = words  # not the signature where there are none

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):  # type: ignore[arg-type]
            value = _as_parameter(self, field, getattr(self, field.name))
            object.__setattr__(self, field.name, value)
        self.validate()

    def validate(self) -> None:
        """Raise `ParameterError` for parameters that make no game, and say what would be right.

        By default those beyond their `limits`.
        """
        for name, numbers in self.limits.items():
            if getattr(self, name) not in numbers:
                raise ParameterError(
                    f"{_name(self)}: {name} should be {_words(numbers)}, "
                    f"not {clip(repr(getattr(self, name)))}"
                )

    def __reduce__(self) -> Any:
        return _make, (type(self), parameters(self))

    def __str__(self) -> str:
        """The game's spec: its name and the parameters that differ from their defaults."""
        changed = [
            f"{field.name}={parameter_text(getattr(self, field.name))}"
            for field in dataclasses.fields(self)  # type: ignore[arg-type]
            if getattr(self, field.name) != _default(field)
        ]
        name = _name(self)
        return f"{name}({', '.join(changed)})" if changed else name


def _name(game: Parameters) -> str:
    return type(game).__name__.lower()


def _default(field: dataclasses.Field[Any]) -> Any:
    return _as_tuples(field.default)


def _as_tuples(value: Any) -> Any:
    """Lists as tuples, at every depth, so that games stay hashable."""
    return tuple(map(_as_tuples, value)) if isinstance(value, (list, tuple)) else value


def parameter_text(value: Any) -> str:
    """A parameter as specs write it, tuples as lists."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(repr, value))}]"
    return repr(value)


def _as_parameter(game: Parameters, field: dataclasses.Field[Any], value: Any) -> Any:
    """`value` in frozen form; raises `ParameterError` unless its type is the default's."""
    value, default = _as_tuples(value), _default(field)
    if type(default) is float and type(value) is int:
        value = float(value)
    if default is not dataclasses.MISSING and type(value) is not type(default):
        raise ParameterError(
            f"{_name(game)}: {field.name} should be {_kind(default)}, "
            f"like {parameter_text(default)}, not {clip(parameter_text(value))}"
        )
    return value


def _words(numbers: range) -> str:
    """Numbers as people say them: "1 to 19", or "an even number from 4 to 16"."""
    if numbers.step == 2:
        parity = ("an even", "an odd")[numbers[0] % 2]
        return f"{parity} number from {numbers[0]} to {numbers[-1]}"
    return f"{numbers[0]} to {numbers[-1]}"


def _kind(value: Any) -> str:
    if isinstance(value, tuple):
        return "a list"
    kinds = {bool: "True or False", int: "a whole number", float: "a number", str: "a text"}
    return kinds.get(type(value), f"a {type(value).__name__}")


def parameters(game: Any) -> tuple[tuple[str, Any], ...]:
    """The names and values of a game's parameters."""
    fields = dataclasses.fields(game)
    return tuple((field.name, getattr(game, field.name)) for field in fields if field.init)


@functools.cache
def _make(owner: type, given: tuple[tuple[str, Any], ...]) -> Any:
    return owner(**dict(given))


def remake(owner: Callable[..., Made], game: Any) -> Made:
    """Make a game of the class `owner` with the parameters of `game`."""
    return owner(**dict(parameters(game)))
