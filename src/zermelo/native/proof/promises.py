"""Promises about the items of a game's states, on which compiled code relies; see `contracts`."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from zermelo.native.ints.widths import NO_INT, WORD, Widths, leaves
from zermelo.native.proof.intervals import Interval, fitting

# An item that every play changes by little counts. It is made, or comes from outside, between the
# bounds of COUNTED, and never leaves COUNTING: a kernel would have to play 2 ** 53 moves.
COUNTED: Final = fitting(WORD - 1)
COUNTING: Final = Interval(-3 << 61, 3 << 61)
STEP: Final = Interval(-(1 << 8), 1 << 8)

Bounds = tuple[int, int, int]  # an item's index, the least and the most that it is


@dataclass(frozen=True)
class Promises:
    """Intervals that the items of every state of a game keep.

    items     what each item is, counted singly; None where it is no int
    counting  the items that count, by their indices
    """

    items: tuple[Interval | None, ...]
    counting: frozenset[int] = frozenset()

    def at(self, index: int) -> Interval | None:
        """The interval that an item is checked for when it is made, or comes from outside."""
        return COUNTED if index in self.counting else self.items[index]

    @cached_property
    def bounds(self) -> tuple[Bounds, ...]:
        """The same of all items of which more is known than the width."""
        every = ((index, self.at(index)) for index in range(len(self.items)))
        return tuple(
            (index, item.low, item.high)
            for index, item in every
            if item is not None and not item.holds(fitting(item.width, item.width))
        )

    @cached_property
    def digest(self) -> str:
        """A name for these promises."""
        return hashlib.sha256(repr((self.items, sorted(self.counting))).encode()).hexdigest()[:8]

    def broken(self, state: Any) -> int | None:
        """The first item of a state that is not as promised, by its index."""
        items = list(leaves(state))
        for index, low, high in self.bounds:
            if not low <= items[index] <= high:
                return index
        return None


def no_promises(widths: Widths) -> Promises:
    """Of each item only that it fits into its width."""
    return Promises(tuple(_of_width(width) for width in widths.items))


def first_promises(example: Any, widths: Widths) -> Promises:
    """Promises that the first state of a game keeps; no item is negative unless it is free."""
    return Promises(tuple(_first(example, widths)))


def _first(example: Any, widths: Widths) -> Iterator[Interval | None]:
    for index, (width, value) in enumerate(zip(widths.items, leaves(example), strict=True)):
        if width == NO_INT or index in widths.free:
            yield _of_width(width)
        else:
            yield Interval(0, max(int(value), 0), width)


def _of_width(width: int) -> Interval | None:
    return None if width == NO_INT else fitting(width, width)


# As JSON -----------------------------------------------------------------------------------------


def promises_as_data(promises: Promises) -> Any:
    """Promises as lists of numbers."""
    bounds = [item and [item.low, item.high, item.width] for item in promises.items]
    return [bounds, sorted(promises.counting)]


def promises_from_data(data: Any) -> Promises:
    """The promises of which these are the numbers."""
    bounds, counting = data
    return Promises(tuple(item and Interval(*item) for item in bounds), frozenset(counting))
