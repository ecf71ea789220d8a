"""Keywords of public functions: one that is misspelled is refused, with the one that is meant."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import ParamSpec, TypeVar

from zermelo.contract.adapted.twins import with_room
from zermelo.errors import KeywordError, clip

Taken = ParamSpec("Taken")
Returned = TypeVar("Returned")


def named(function: Callable[Taken, Returned]) -> Callable[Taken, Returned]:
    """Have `function` refuse keywords that it does not take, and make room, see `with_room`.

    >>> @named
    ... def search(game, *, depth=None): ...
    >>> search("nim", depht=3)
    Traceback (most recent call last):
        ...
    zermelo.errors.KeywordError: search has no depht; did you mean depth? it takes game, depth
    """
    code = function.__code__
    called = with_room(function)
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(function)
    def checked(*given: Taken.args, **by_name: Taken.kwargs) -> Returned:
        require_known(function.__name__, by_name, names)
        return called(*given, **by_name)

    return checked


def require_known(function: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raise `KeywordError` for the first of `given` that is none of `names`."""
    known = list(names)
    for name in given:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]}? " if near else ""
            raise KeywordError(f"{function} has no {clip(name)}; {hint}it takes {', '.join(known)}")
