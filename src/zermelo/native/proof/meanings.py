"""Meanings of a rule's variables: an interval of ints, a tuple, a state, a function …"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from typing import Any, Final, NamedTuple

from zermelo.native.ints.wide import Wide, WideConstant
from zermelo.native.opentuple import Ragged
from zermelo.native.proof.intervals import ANY, Interval, join, of_int, widened

MOST_PARTS: Final = 16  # of a tuple of which each item is known by itself


class Items(NamedTuple):
    """A tuple of `length` items: what each of them is, or of long ones what all of them are."""

    parts: tuple[Any, ...]
    length: int

    def at(self, index: int) -> Any:
        """The meaning of the item at `index`."""
        if len(self.parts) == self.length:
            return self.parts[index] if -self.length <= index < self.length else ANY
        return self.parts[0]

    @property
    def item(self) -> Any:
        """The meaning that covers every item."""
        return reduce(joined, self.parts, None)


@dataclass(frozen=True, eq=False)
class Known:
    """A value that is known while compiling and no number: a function, a class, the game."""

    value: Any

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


@dataclass(frozen=True)
class Attribute:
    """A method, of a game or an int."""

    owner: Any
    name: str


@dataclass(frozen=True)
class Loop:
    """An iterable, an iterator, or a pair that it gives; its items mean `item`."""

    item: Any


@dataclass(frozen=True)
class State:
    """A state of the game."""


@dataclass(frozen=True)
class TheGame:
    """The game itself."""


STATE: Final = State()
GAME: Final = TheGame()
Meaning = Any  # one of these, or an Interval; None stands for a place that is never reached


def meaning_of(value: Any) -> Meaning:
    """The meaning of a constant."""
    if isinstance(value, Items):
        return value
    if isinstance(value, WideConstant):
        return of_int(value.value)._replace(width=value.width)
    if isinstance(value, Ragged) and isinstance(value.item, Wide):
        items = (of_int(item)._replace(width=value.item.bits) for item in value.values)
        return items_of(tuple(items))
    if isinstance(value, Ragged):
        return meaning_of(value.values)
    if isinstance(value, int):
        return of_int(int(value))
    if type(value) is tuple and value:
        return items_of(tuple(map(meaning_of, value)))
    return Known(value) if callable(value) or not isinstance(value, (float, tuple)) else ANY


def items_of(parts: tuple[Meaning, ...]) -> Items:
    """The tuple of these items."""
    few = len(parts) <= MOST_PARTS
    return Items(parts if few else (reduce(joined, parts, None),), len(parts))


def joined(one: Meaning | None, other: Meaning | None) -> Meaning | None:
    """The least meaning that covers both."""
    return _merged(join, one, other)


def grown(old: Meaning | None, new: Meaning | None) -> Meaning | None:
    """The same, with bounds that take great steps where `new` goes beyond `old`."""
    return _merged(widened, old, new)


def _merged(merge: Any, one: Meaning | None, other: Meaning | None) -> Meaning | None:
    if one is None or other is None or one == other:
        return other if one is None else one
    if isinstance(one, Interval) and isinstance(other, Interval):
        return merge(one, other)
    if isinstance(one, Items) and isinstance(other, Items) and one.length == other.length:
        pairs = zip(one.parts, other.parts, strict=True)
        return Items(tuple(_merged(merge, *pair) for pair in pairs), one.length)
    if isinstance(one, Loop) and isinstance(other, Loop):
        return Loop(_merged(merge, one.item, other.item))
    return ANY


def includes(one: Meaning, other: Meaning) -> bool:
    """Whether all that can be `other` can be `one`."""
    if isinstance(one, Interval):
        return one == ANY or (isinstance(other, Interval) and one.holds(other))
    return bool(joined(one, other) == one)


LOOPING: Final = ("getiter", "iternext", "pair_first", "pair_second")


def looped(kind: str, value: Meaning) -> Meaning | None:
    """The meaning of a part of a loop, of one of these kinds, made from `value`."""
    if kind == "pair_first":
        return value.item if isinstance(value, Loop) else ANY
    known = kind != "pair_second" and isinstance(value, (Loop, Items))
    return Loop(value.item) if known else ANY
