"""The optional parts that a game defines, and names that are nearly those of a part."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from difflib import get_close_matches
from types import CodeType
from typing import Any, Final

from zermelo.contract.game import PARTS, Game, default
from zermelo.contract.numbered import Numbered
from zermelo.contract.views import written

ALIKE: Final = 0.8  # of two names, by `difflib`


def parts_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The names of each part that the game defines; parts without any are left out."""
    game = written(game)
    found = {part: tuple(name for name in _names(part) if game.has(name)) for part in PARTS}
    return {part: names for part, names in found.items() if names}


def misspelt(game: Game) -> dict[str, str]:
    """Each method that nothing calls and that is nearly named like a part's, with that name.

    >>> import zermelo
    >>> class Hurried(type(zermelo.game("nim"))):
    ...     def ordre(self, state, move):
    ...         return move
    >>> misspelt(Hurried())
    {'ordre': 'order'}
    """
    game = written(game)
    owners = type(game).__mro__[: type(game).__mro__.index(Game)]
    members = {name: value for owner in reversed(owners) for name, value in vars(owner).items()}
    called = {name for value in members.values() for name in _names_in_code(value)}
    fields = {field.name for field in dataclasses.fields(game)}
    lacking = [name for part in PARTS for name in _names(part) if not game.has(name)]
    alike = {
        name: get_close_matches(name, lacking, n=1, cutoff=ALIKE)
        for name, value in members.items()
        if _function(value) and not name.startswith("_") and default(name) is None
        if name not in called | fields
    }
    return {name: near[0] for name, near in alike.items() if near}


def _names(part: str) -> Iterator[str]:
    for owner in (*PARTS[part], *([Numbered] if part == "solving" else [])):
        yield from (name for name in vars(owner) if not name.startswith("_"))


def _function(value: Any) -> Any:
    """The function of a method or a property; None of anything else."""
    for name in ("fget", "func", "__func__"):
        value = getattr(value, name, value)
    return value if hasattr(value, "__code__") else None


def _names_in_code(value: Any) -> Iterator[str]:
    """The names that the code of a member has."""
    codes = [_function(value).__code__] if _function(value) else []
    while codes:
        code = codes.pop()
        yield from code.co_names
        codes += [constant for constant in code.co_consts if isinstance(constant, CodeType)]
