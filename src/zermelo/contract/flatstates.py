"""Moves and states as ints: moves packed into one int, states as tuples of ints of one length.

Random games show how large the numbers of a move get; the form has room for four times as much, and
for numbers below zero. A row of a state starts with its length; a row of varying length has room
for three times the items that random games showed. The compiler has its own code for
`pack_move`, `unpack_move`, `flatten_state` and `unflatten_state`, specialised for the form.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from zermelo.contract.bits import digest
from zermelo.errors import ContractError

BITS: Final = 62  # of a move


class Form:
    """The form of all moves of a game.

    kinds   the class of a tuple, then the kinds of its items, None for an int
    bounds  for each number, a power of two above all that occurred
    """

    def __init__(self, kinds: Any, bounds: tuple[int, ...]) -> None:
        self.kinds, self.bounds = kinds, bounds


def form_of(moves: list[Any]) -> Form:
    """The form of these moves; `TypeError` if they share none, or need too many bits."""
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


def pack_move(form: Form, move: Any) -> int:
    """Pack a move into an int; raises `ContractError` for numbers that do not fit."""
    result = 0
    if _kinds(move) != form.kinds:
        raise TypeError("a move of another form than random games showed")
    for number, bound in zip(_numbers(move), form.bounds, strict=True):
        if not -bound <= number < 3 * bound:
            raise ContractError("a move has larger numbers than random games showed")
        result = result << width_of(bound) | number + bound
    return result


def unpack_move(form: Form, number: int) -> Any:
    """Unpack a move from an int."""
    numbers = []
    for bound in reversed(form.bounds):
        numbers.append((number & 4 * bound - 1) - bound)
        number >>= width_of(bound)
    return _rebuild(form.kinds, reversed(numbers))


def _rebuild(kinds: Any, numbers: Iterator[int]) -> Any:
    if kinds is None:
        return next(numbers)
    owner, *inner = kinds
    items = [_rebuild(kind, numbers) for kind in inner]
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
    if isinstance(value, tuple):
        return iter(value)
    return (getattr(value, field.name) for field in dataclasses.fields(value))


MOST: Final = 512  # ints of a state


class Flat(NamedTuple):
    """A state in ints."""

    items: tuple[int, ...]


class Row(NamedTuple):
    """The kind of a row: that of its items, and the most items."""

    item: Any
    room: int


class FlatForm:
    """The kinds of a state's parts: None for an int, a `Row`, or a record's class and fields.

    size  the number of ints of a state
    """

    def __init__(self, kinds: Any) -> None:
        self.kinds, self.size = kinds, size_of(kinds)


def form_of_states(states: list[Any]) -> FlatForm:
    """The form of these states; `TypeError` if they hold more than ints, rows and records."""
    form = FlatForm(_kind(states))
    if form.size > MOST:
        raise TypeError("states of too many ints")
    return form


def size_of(kinds: Any) -> int:
    """The number of ints for a part of these kinds."""
    if kinds is None:
        return 1
    if isinstance(kinds, Row):
        return 1 + kinds.room * size_of(kinds.item)
    return sum(map(size_of, kinds[1:]))


def _kind(values: list[Any]) -> Any:
    owners = set(map(type, values))
    if all(isinstance(value, int) for value in values):
        return None
    if len(owners) != 1:
        raise TypeError("values of several types")
    owner = owners.pop()
    if hasattr(owner, "_fields") or dataclasses.is_dataclass(owner):
        return (owner, *(_kind([*column]) for column in zip(*map(_fields, values), strict=True)))
    if owner is not tuple:
        raise TypeError("neither ints nor rows nor records")
    items, lengths = [item for value in values for item in value], {*map(len, values)}
    room = max(lengths) if len(lengths) == 1 else 3 * max(lengths) + 2
    return Row(_kind(items) if items else None, room)


def _fields(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple):
        return value
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


def flatten_state(form: FlatForm, state: Any) -> tuple[int, ...]:
    """The ints of a state; raises `ContractError` for a row that does not fit."""
    return tuple(_ints(form.kinds, state))


def _ints(kinds: Any, value: Any) -> Iterator[int]:
    if kinds is None:
        yield int(value)
    elif isinstance(kinds, Row):
        if len(value) > kinds.room:
            raise ContractError(
                "a row of the state is much longer than random games showed: define key and unkey"
            )
        yield len(value)
        for item in value:
            yield from _ints(kinds.item, item)
        yield from (0,) * (size_of(kinds.item) * (kinds.room - len(value)))
    else:
        for kind, item in zip(kinds[1:], _fields(value), strict=True):
            yield from _ints(kind, item)


def unflatten_state(form: FlatForm, items: tuple[int, ...]) -> Any:
    """The state with these ints."""
    return _build_value(form.kinds, iter(items))


def _build_value(kinds: Any, ints: Iterator[int]) -> Any:
    if kinds is None:
        return next(ints)
    if isinstance(kinds, Row):
        count = next(ints)
        row = tuple([_build_value(kinds.item, ints) for _ in range(count)])
        for _ in range(size_of(kinds.item) * (kinds.room - count)):
            next(ints)
        return row
    return kinds[0](*[_build_value(kind, ints) for kind in kinds[1:]])


class Seen(tuple[int]):
    """A state for a solver: a tuple of one number that identifies `state`."""

    state: Any

    def __new__(cls, state: Any) -> Seen:
        """The state as a number."""
        seen = super().__new__(cls, (digest(state),))
        seen.state = state
        return seen

    def __eq__(self, other: object) -> bool:
        return bool(self.state == (other.state if isinstance(other, Seen) else other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return self[0]

    def __repr__(self) -> str:
        return repr(self.state)

    def __reduce__(self) -> Any:
        return Seen, (self.state,)
