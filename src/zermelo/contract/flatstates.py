"""Moves packed into single ints, and states as tuples of equally many ints.

Random games show how large the numbers of a move get; the form has room for three times as large
numbers, and for negative ones. A row of a state starts with its length; a row of varying length has
room for three times the items that random games showed. Compiled rules use the same functions: a
form is known while they compile, so that the calls for its parts are inlined.
"""

from __future__ import annotations

import dataclasses
from typing import Any, Final, NamedTuple

from zermelo.contract.bits import digest
from zermelo.errors import ContractError

BITS: Final = 62  # the most bits of a packed move


class Form:
    """The form of all moves of a game; raises `TypeError` if none fits into BITS bits.

    For an int, `kinds` is a power of two above the largest int that occurred; for a tuple, its
    class (None for a plain tuple) followed by the kinds of its items.
    """

    def __init__(self, moves: list[Any]) -> None:
        self.kinds = _move_kinds(moves)
        if _bits(self.kinds) > BITS:
            raise TypeError("moves that need too many bits")


def _move_kinds(moves: list[Any]) -> Any:
    if moves and all(isinstance(move, int) for move in moves):
        return 1 << max(map(abs, moves)).bit_length()
    owners = {(type(move), len(_fields(move))) for move in moves}
    if len(owners) != 1:
        raise TypeError("moves of different forms")
    owner, _ = owners.pop()
    columns = zip(*map(_fields, moves), strict=True)
    return (None if owner is tuple else owner, *(_move_kinds([*column]) for column in columns))


def _bits(kinds: Any) -> int:
    return width_of(kinds) if isinstance(kinds, int) else sum(map(_bits, kinds[1:]))


def width_of(bound: int) -> int:
    """The bits needed for numbers from −bound to 3 · bound − 1."""
    return bound.bit_length() + 1


def pack_move(form: Form, move: Any) -> Any:
    """Pack a move into an int; raises `ContractError` for numbers that do not fit."""
    return _pack(form.kinds, move, 0)


def _pack(kinds: Any, item: Any, number: int) -> Any:
    if isinstance(kinds, int):
        if not -kinds <= item < 3 * kinds:
            raise ContractError("a move has much larger numbers than those in random games")
        return number << width_of(kinds) | item + kinds
    return _pack_items(kinds[1:], parts_of(item, kinds[0], len(kinds) - 1), number)


def _pack_items(kinds: Any, items: Any, number: int) -> Any:
    if not kinds:
        return number
    return _pack_items(kinds[1:], items[1:], _pack(kinds[0], items[0], number))


def parts_of(value: Any, owner: Any, count: int) -> tuple[Any, ...]:
    """The parts of `value`; raises `TypeError` unless it is a record of class `owner` (None stands
    for a plain tuple) with `count` parts.
    """
    if type(value) is not (owner or tuple) or len(_fields(value)) != count:
        raise TypeError("a value whose form did not occur in random games")
    return _fields(value)


def unpack_move(form: Form, number: int) -> Any:
    """Unpack a move from an int."""
    move, _ = _unpack(form.kinds, number)
    return move


def _unpack(kinds: Any, number: int) -> tuple[Any, int]:
    if isinstance(kinds, int):
        return (number & 4 * kinds - 1) - kinds, number >> width_of(kinds)
    items, rest = _unpack_items(kinds[1:], number)
    return (items if kinds[0] is None else kinds[0](*items)), rest


def _unpack_items(kinds: Any, number: int) -> tuple[tuple[Any, ...], int]:
    if not kinds:
        return (), number
    items, rest = _unpack_items(kinds[1:], number)
    item, above = _unpack(kinds[0], rest)
    return (item, *items), above


MOST: Final = 512  # the most ints of a flattened state


class Flat(NamedTuple):
    """A state flattened to ints."""

    items: tuple[int, ...]


class Row(NamedTuple):
    """The kind of a row: the kind of its items, and the largest number of items."""

    item: Any
    room: int


class FlatForm:
    """The form of all states of a game, as kinds of parts, and its `size` in ints.

    A kind is None for an int, a `Row`, or a record's class followed by its fields' kinds. Raises
    `TypeError` for parts that are not ints, rows or records.
    """

    def __init__(self, states: list[Any]) -> None:
        self.kinds = _kind(states)
        self.size = size_of(self.kinds)
        if self.size > MOST:
            raise TypeError("states with too many ints")


def size_of(kinds: Any) -> int:
    """The number of ints into which a part of these kinds is flattened."""
    if kinds is None:
        return 1
    if isinstance(kinds, Row):
        return 1 + kinds.room * size_of(kinds.item)
    return sum([size_of(kind) for kind in kinds[1:]])


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
        raise TypeError("values that are neither ints nor rows nor records")
    items, lengths = [item for value in values for item in value], {*map(len, values)}
    room = max(lengths) if len(lengths) == 1 else 3 * max(lengths) + 2
    return Row(_kind(items) if items else None, room)


def _fields(value: Any) -> tuple[Any, ...]:
    if isinstance(value, tuple):
        return value
    return tuple(getattr(value, field.name) for field in dataclasses.fields(value))


def flatten_state(form: FlatForm, state: Any) -> tuple[int, ...]:
    """The ints of a state; raises `ContractError` for a row that does not fit."""
    made = [0] * form.size
    _write(form.kinds, state, made, 0)
    return tuple(made)


def _write(kinds: Any, value: Any, made: list[int], place: int) -> None:
    if kinds is None:
        made[place] = int(value)
    elif isinstance(kinds, Row):
        if len(value) > kinds.room:
            raise ContractError(
                "a row of the state is much longer than in random games; define key and unkey"
            )
        made[place] = len(value)
        for number, item in enumerate(value):
            _write(kinds.item, item, made, place + 1 + number * size_of(kinds.item))
    else:
        _write_items(kinds[1:], parts_of(value, kinds[0], len(kinds) - 1), made, place)


def _write_items(kinds: Any, items: Any, made: list[int], place: int) -> None:
    if kinds:
        _write(kinds[0], items[0], made, place)
        _write_items(kinds[1:], items[1:], made, place + size_of(kinds[0]))


def unflatten_state(form: FlatForm, items: tuple[int, ...]) -> Any:
    """The state with these ints."""
    return _build(form.kinds, items, 0)


def _build(kinds: Any, ints: Any, place: int) -> Any:
    if kinds is None:
        return ints[place]
    if isinstance(kinds, Row):
        size = size_of(kinds.item)
        return tuple([_build(kinds.item, ints, place + 1 + i * size) for i in range(ints[place])])
    return kinds[0](*_build_items(kinds[1:], ints, place))


def _build_items(kinds: Any, ints: Any, place: int) -> tuple[Any, ...]:
    if not kinds:
        return ()
    rest = _build_items(kinds[1:], ints, place + size_of(kinds[0]))
    return (_build(kinds[0], ints, place), *rest)


class Seen(tuple[int]):
    """A state for a solver: a tuple of one number that identifies `state`."""

    state: Any

    def __new__(cls, state: Any) -> Seen:
        """Wrap `state` together with its number."""
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
