"""Rows of changing length, in tuples of one length: how many items a row has, and room for more.

Some games show how long each gets, random ones and those that make it as long as they can; there is
some room beyond. A game's own code sees rows as they are written; the state that all else works
with is closed: a pair (length, items) for each.
"""

from __future__ import annotations

import dataclasses
import functools
from collections import namedtuple
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from zermelo.contract.game import Game
from zermelo.contract.sampled import growing_games, random_games
from zermelo.errors import Outgrown

GAMES, MOVES = 12, 1_000  # random games that are looked at
LONG_GAMES, LONG_MOVES = 3, 500  # and those that make a row long
MOST: Final = 256  # ints of a closed state: compilers take long for more


class Leaf(NamedTuple):
    """The kind of a number, or of tuples of numbers of one shape.

    zero  one of zeros
    """

    zero: Any


class Row(NamedTuple):
    """The kind of a row.

    item  the kind of its items
    room  how many items it has room for; with `fixed` how many it always has
    """

    item: Any
    room: int
    fixed: bool = False


class Fields(NamedTuple):
    """The kind of named tuples, or dataclasses, of one class.

    owner  the class, as written
    items  the kinds of its fields, by name
    """

    owner: type
    items: tuple[tuple[str, Any], ...]


_doubled: Final = list[str]()  # a reason for each time that there had to be more room


def double_room(why: str) -> None:
    """Have rows that are measured from now on have twice as much room as before."""
    _doubled.append(why)


def rows_of(game: Game[Any], states: list[Any]) -> tuple[Any, ...]:
    """The kinds of the fields of states, given some; none if they never change their lengths.

    Rows of different lengths beside each other count as one that changes.
    Raises `TypeError` where fields have no kinds.
    """
    fields = list(zip(*map(_tupled, [game.start(), *states]), strict=True))
    changing = [i for i, values in enumerate(fields) if len({*map(_shape, values)}) > 1]
    if not changing and not any(map(_is_uneven, _tupled(game.start()))):
        return ()
    shown = [child for *_, child in random_games(game, GAMES, MOVES)]
    for index in changing:
        shown += growing_games(game, LONG_GAMES, LONG_MOVES, functools.partial(_extent_of, index))
    kinds = tuple(_kind([*pair]) for pair in zip(*map(_tupled, [*states, *shown]), strict=True))
    if sum(map(_size, kinds)) > MOST:
        raise TypeError("rows too long")
    return kinds


def _tupled(state: Any) -> Any:
    """A state as a tuple of its fields."""
    if isinstance(state, tuple):
        return state
    return tuple(getattr(state, field.name) for field in dataclasses.fields(state))


def fields_of(value: Any) -> tuple[str, ...]:
    """The names of the fields of a named tuple or a dataclass; none of other values."""
    if dataclasses.is_dataclass(value):
        return tuple(field.name for field in dataclasses.fields(value))
    return tuple(getattr(value, "_fields", ()))


def _is_made_of_others(value: Any) -> bool:
    if isinstance(value, (tuple, int)):  # ints, the most of all, are no dataclasses
        return isinstance(value, tuple)
    return dataclasses.is_dataclass(value)


def _shape(value: Any) -> Any:
    return (type(value), *map(_shape, _tupled(value))) if _is_made_of_others(value) else None


def _is_uneven(value: Any) -> bool:
    """Whether a value has rows of different lengths beside each other, as a triangle has."""
    if not _is_made_of_others(value):
        return False
    items = _tupled(value)
    rows = not fields_of(value) and all(type(item) is tuple for item in items)
    return (rows and len(set(map(len, items))) > 1) or any(map(_is_uneven, items))


def _extent_of(index: int, state: Any) -> tuple[int, int]:
    return _extent(_tupled(state)[index])


def _extent(value: Any) -> tuple[int, int]:
    """The length of the longest row in a value, and how many numbers there are."""
    if not _is_made_of_others(value):
        return 0, 1
    items = _tupled(value)
    inner = [_extent(item) for item in items if _is_made_of_others(item)]
    numbers = len(items) - len(inner) + sum(count for _, count in inner)
    return max([len(items), *(length for length, _ in inner)]), numbers


def _size(kind: Any) -> int:
    if isinstance(kind, Fields):
        return sum(_size(item) for _, item in kind.items)
    return kind.room * _size(kind.item) + 1 if isinstance(kind, Row) else 1


def _kind(values: list[Any]) -> Any:
    zeros = set(map(_zero, values))
    if len(zeros) == 1 and not _is_uneven(values[0]):
        return Leaf(zeros.pop())
    owners = {type(value) for value in values}
    if len(owners) == 1 and (names := fields_of(values[0])):
        columns = zip(*map(_tupled, values), strict=True)
        parts = [(name, _kind([*column])) for name, column in zip(names, columns, strict=True)]
        return Fields(owners.pop(), tuple(parts))
    if owners != {tuple}:
        raise TypeError("neither numbers nor rows")
    lengths = {len(value) for value in values}
    items = [item for value in values for item in value]
    if not items:
        raise TypeError("a row that is always empty")
    longest = max(lengths)
    if len(lengths) == 1:
        return Row(_kind(items), longest, fixed=True)
    return Row(_kind(items), (longest + longest // 2 + 1) << len(_doubled))


def _zero(value: Any) -> Any:
    """The same with zeros for all numbers; raises `TypeError` for what holds anything else."""
    if _is_made_of_others(value):
        items = map(_zero, _tupled(value))
        made: Any = type(value)
        return made(*items) if fields_of(value) else tuple(items)
    if not isinstance(value, (int, float)):
        raise TypeError("no number")
    return 0.0 if isinstance(value, float) else 0


# The code ----------------------------------------------------------------------------------------


_OUTGROWN: Final = (
    "a row of the state got longer than its games have shown: write rows of one length, with a "
    "number for what is empty"
)


def closing(
    state: type, kinds: tuple[Any, ...], seen: Callable[[Any], Any], names: dict[str, Any]
) -> list[str]:
    """The functions `_opened(game, state)` and `_closed(game, state)`, as lines of code.

    state  the class of states
    seen   the class, or value, that a game's own code makes, by the one that was written
    names  what the code knows, by name: what it needs is added
    """
    owner = seen(state)
    make: Any = namedtuple
    closed = make(f"Closed{owner.__name__}", owner._fields)
    names |= {"_seen": seen, "_Opened": owner, "_Closed": closed, "_row": _row}
    fields = list(zip(kinds, owner._fields, strict=True))
    opened = ", ".join(_open(kind, f"state.{name}", names) for kind, name in fields)
    shut = ", ".join(_close(kind, f"state.{name}", names) for kind, name in fields)
    return [
        *("def _opened(self, state):", f"    return _Opened({opened})"),
        *("def _closed(self, state):", f"    return _Closed({shut})"),
    ]


def _row(items: Any, given: int, room: int, empty: Any) -> Any:
    """A row of closed items as a pair."""
    if given > room:
        raise Outgrown(_OUTGROWN)
    return given, tuple(items + [empty] * (room - given))


def _open(kind: Any, source: str, names: dict[str, Any], depth: int = 0) -> str:
    if isinstance(kind, Leaf):
        return source
    if isinstance(kind, Fields):
        items = [_open(it, f"{source}[{i}]", names, depth) for i, (_, it) in enumerate(kind.items)]
        names[f"_made{kind.owner.__name__}"] = names["_seen"](kind.owner)
        return f"_made{kind.owner.__name__}({', '.join(items)})"
    there = source if kind.fixed else f"{source}[1][:{source}[0]]"
    if isinstance(kind.item, Leaf):
        return there
    item = f"x{depth}"
    return f"tuple([{_open(kind.item, item, names, depth + 1)} for {item} in {there}])"


def _close(kind: Any, source: str, names: dict[str, Any], depth: int = 0) -> str:
    if isinstance(kind, Leaf):
        return source
    if isinstance(kind, Fields):
        parts = [_close(item, f"{source}.{name}", names, depth) for name, item in kind.items]
        return f"({', '.join(parts)},)"
    items, item = f"list({source})", f"x{depth}"
    if not isinstance(kind.item, Leaf):
        items = f"[{_close(kind.item, item, names, depth + 1)} for {item} in {source}]"
    if kind.fixed:
        return f"tuple({items})"
    return f"_row({items}, len({source}), {kind.room}, {_empty(kind.item, names)})"


def _empty(kind: Any, names: dict[str, Any]) -> str:
    """The code of what stands where a row has no item."""
    if isinstance(kind, Leaf):
        name = f"_zero{len(names)}"
        names[name] = names["_seen"](kind.zero)
        return repr(kind.zero) if isinstance(kind.zero, (int, float)) else name
    if isinstance(kind, Fields):
        return f"({', '.join(_empty(item, names) for _, item in kind.items)},)"
    items = f"tuple([{_empty(kind.item, names)}] * {kind.room})"
    return items if kind.fixed else f"(0, {items})"
