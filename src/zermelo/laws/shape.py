"""The shape of a state: ints and tuples of ints, the same throughout a game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.errors import clip


def malformations(state: Any, start: Any) -> Iterator[tuple[str, str]]:
    """The expected shape of a state of the game that begins at `start`, and the actual one.

    >>> list(malformations((1, (2.5, 3)), (0, (0, 0))))
    [('a state of ints and tuples of ints', 'tuple.1.0 = 2.5')]
    """
    yield from _not_ints(state, type(state).__name__)
    if type(state) is not type(start) or _shape(state) != _shape(start):
        yield "a state of the same shape as the start", clip(repr(state))


def is_state(state: Any, start: Any) -> bool:
    """Whether `state` is what a state of the game that begins at `start` should be."""
    return next(malformations(state, start), None) is None


def _not_ints(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, tuple):
        names = getattr(value, "_fields", range(len(value)))
        for name, item in zip(names, value, strict=True):
            yield from _not_ints(item, f"{place}.{name}")
    elif not isinstance(value, int):
        yield "a state of ints and tuples of ints", f"{place} = {clip(repr(value))}"


def _shape(value: Any) -> Any:
    return tuple(map(_shape, value)) if isinstance(value, tuple) else None
