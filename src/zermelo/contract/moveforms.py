"""Moves that are tuples of ints, as ints: each number of a move takes the same bits in all of them.

Random games show how many; there is room for numbers four times as large, and for ones below zero.
The compiler has code of its own for `packed` and `unpacked`, which knows the form.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final

from zermelo.errors import ContractError

BITS: Final = 62  # of a move


class Form:
    """The form that all moves of a game have.

    kinds   the class of a tuple, then the kinds of its items, None for an int
    bounds  for each number a power of two, above all that were seen
    """

    def __init__(self, kinds: Any, bounds: tuple[int, ...]) -> None:
        self.kinds, self.bounds = kinds, bounds


def form_of(moves: list[Any]) -> Form:
    """The form of these moves; `TypeError` if they have none in common, or need too many bits."""
    kinds = set(map(_kinds, moves))
    if len(kinds) != 1:
        raise TypeError("moves of different forms")
    largest = [max(map(abs, numbers)) for numbers in zip(*map(_numbers, moves), strict=True)]
    form = Form(kinds.pop(), tuple(1 << number.bit_length() for number in largest))
    if sum(map(width_of, form.bounds)) > BITS:
        raise TypeError("moves of too many bits")
    return form


def width_of(bound: int) -> int:
    """The bits of a number from −bound to 3 · bound − 1."""
    return bound.bit_length() + 1


def packed(form: Form, move: Any) -> int:
    """A move as an int; raises `ContractError` for numbers that have no room."""
    result = 0
    if _kinds(move) != form.kinds:
        raise TypeError("a move of another form than random games showed")
    for number, bound in zip(_numbers(move), form.bounds, strict=True):
        if not -bound <= number < 3 * bound:
            raise ContractError("a move has larger numbers than random games showed")
        result = result << width_of(bound) | number + bound
    return result


def unpacked(form: Form, number: int) -> Any:
    """The move that is packed as an int."""
    numbers = []
    for bound in reversed(form.bounds):
        numbers.append((number & 4 * bound - 1) - bound)
        number >>= width_of(bound)
    return _shaped(form.kinds, reversed(numbers))


def _shaped(kinds: Any, numbers: Iterator[int]) -> Any:
    if kinds is None:
        return next(numbers)
    owner, *inner = kinds
    items = [_shaped(kind, numbers) for kind in inner]
    return tuple(items) if owner is tuple else owner(*items)


def _kinds(value: Any) -> Any:
    if isinstance(value, int):
        return None
    return (type(value), *map(_kinds, _items(value)))


def _numbers(value: Any) -> Iterator[int]:
    if isinstance(value, int):
        yield value
    else:
        for item in _items(value):
            yield from _numbers(item)


def _items(value: Any) -> Iterator[Any]:
    """The items of a tuple, or a dataclass."""
    if isinstance(value, tuple):
        return iter(value)
    return (getattr(value, field.name) for field in dataclasses.fields(value))
