"""The contract of a game's states: their types, lengths and ranges, and their memory layout.

It comes from sampled states, with a reserve, and is checked wherever a state is made. A state that
breaks the contract widens it, and the kernels are recompiled.
"""

from __future__ import annotations

import contextlib
import typing
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

from zermelo.native.compiler.arithmetic import widened_range
from zermelo.native.compiler.kinds import *

LONGEST: Final = 4096  # the most items of a tuple in a state
UNSEEN: Final = 126  # the greatest int allowed where all samples have 0
BOARD: Final = 1 << 59  # ints from here on are taken for boards of 64 cells
SMALL_BOARD: Final = 1 << 16  # ints from here to 2**31 are taken for boards of up to 32 cells
FEW: Final = 8  # the most numbers in a small state
EMPTY: Final = 6  # the room of a row that is empty in all samples, which hides its items' type


def layout_of(values: Iterable[Any], hint: Any = None, place: str = "") -> Any:
    """The layout for values like these, with some reserve; `place` is their field, for messages."""
    values = list(values)
    present = [value for value in values if value is not None]
    if len(present) < len(values):
        return Maybe(layout_of(present, hint, place)) if present else Maybe(Int(0, 0))
    first = values[0]
    if all(isinstance(value, bool) for value in values):
        return BOOL
    if all(isinstance(value, int) for value in values):
        return _int_layout(values)
    if all(isinstance(value, (int, float)) for value in values):
        ints = any(isinstance(value, int) for value in values)
        return NUMBER if ints else FLOAT
    if all(is_symbol(value) for value in values):
        return SYMBOL
    place = place or type(first).__name__
    if any(type(value) is not type(first) for value in values):
        other = next(value for value in values if type(value) is not type(first))
        raise Unsupported(f"its states hold {first!r} and {other!r} ({place}): write one of them")
    if is_record(type(first)):
        hints: dict[str, Any] = {}
        with contextlib.suppress(Exception):  # users' annotations may use any names
            hints = typing.get_type_hints(type(first))
        columns = {name: [getattr(x, name) for x in values] for name in field_names(type(first))}
        parts = (layout_of(columns[x], hints.get(x), f"{place}.{x}") for x in columns)
        return Tuple(tuple(parts), type(first))
    if isinstance(first, tuple):
        return _row_layout(values, hint, place)
    if isinstance(first, frozenset):
        items = [item for value in values for item in value] or [0]
        room = 2 * max(map(len, values)) + EMPTY
        return Row(layout_of(items, None, f"{place}.0"), None, room, "frozenset")
    kind = type(first).__name__
    article = "an" if kind[0] in "aeiouAEIOU" else "a"
    raise Unsupported(f"its states hold {article} {kind} ({place}): write ints and tuples of ints")


def _int_layout(values: list[int]) -> Int:
    low, high = widened_range(int(min(values)), int(max(values)))
    if not any(values):
        return Int(0, UNSEEN)
    if low == 0 and (BOARD <= high < 1 << 64 or SMALL_BOARD <= high < 1 << 32):
        high = (1 << (64 if high >= BOARD else 32)) - 1
    owner = type(values[0])
    same = owner is not int and all(type(value) is owner for value in values)
    return Int(low, high, owner if same and not issubclass(owner, bool) else None)


def _row_layout(values: list[tuple[Any, ...]], hint: Any, place: str) -> Any:
    sizes, inner = {len(value) for value in values}, typing.get_args(hint)
    is_hinted = inner and Ellipsis not in inner and sizes == {len(inner)}
    if is_hinted or (len(sizes) == 1 and len({_family(item) for item in values[0]}) > 1):
        hints = inner if is_hinted else [None] * len(values[0])
        columns = enumerate(zip(*values, strict=True))
        return Tuple(tuple(layout_of(column, hints[i], f"{place}.{i}") for i, column in columns))
    most = max(sizes)
    if most > LONGEST:
        raise Unsupported(f"its states hold a tuple of {most:,} items ({place}): keep it shorter")
    items = [item for value in values for item in value] or [0]
    item = layout_of(items, inner[0] if inner else None, f"{place}.0")
    if len(sizes) == 1 and most > 0:
        return Row(item, most, most)
    return Row(item, None, 2 * most + EMPTY)


def _family(value: Any) -> str:
    if value is None or isinstance(value, (bool, int)):
        return "int"
    return "symbol" if is_symbol(value) else type(value).__name__


def joined_layouts(a: Any, b: Any) -> Any:
    """A layout for the values of both layouts; rows of varying length get twice the room."""
    if a == b:
        return a
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        inner = [x.of if isinstance(x, Maybe) else x for x in (a, b)]
        return Maybe(joined_layouts(*inner))
    if isinstance(a, Int) and isinstance(b, Int):
        low, high = widened_range(min(a.low, b.low), max(a.high, b.high))
        return Int(low, high, a.owner if a.owner is b.owner else None)
    if {a, b} <= {BOOL, FLOAT, NUMBER, SYMBOL} or isinstance(a, Int) or isinstance(b, Int):
        others = [Int(0, 1) if x == BOOL else x for x in (a, b)]
        if {FLOAT, NUMBER} & {*others} and SYMBOL not in others:
            return NUMBER
        if SYMBOL not in others and others != [a, b]:
            return joined_layouts(*others)
        raise Unsupported("values of two types in one place of a state")
    if isinstance(a, Tuple) and isinstance(b, Tuple) and len(a.items) == len(b.items):
        pairs = zip(a.items, b.items, strict=True)
        owner = a.owner if a.owner is b.owner else None
        return Tuple(tuple(joined_layouts(*pair) for pair in pairs), owner)
    if isinstance(a, Row) and isinstance(b, Row) and a.form == b.form:
        known = [row.item for row in (a, b) if row.length is not None or row.room > EMPTY]
        item = joined_layouts(*known) if len(known) == 2 else (*known, a.item)[0]
        if a.length == b.length is not None:
            return Row(item, a.length, a.room, a.form)
        return Row(item, None, 2 * max(a.room, b.room), a.form)
    raise Unsupported("values of two types in one place of a state")


def with_unseen(layout: Any) -> Any:
    """The layout for play: ints that are 0 in all samples may hold boards if other ints do."""
    most = largest_int(layout)
    high = most if most >= BOARD else 127
    seen = with_ints(layout, lambda x: replace(x, high=high) if x.high == UNSEEN else x)
    return keep_in_words(seen)


def keep_in_words(layout: Any) -> Any:
    """Store short ints of small states in words, to keep LLVM from vectorising short lanes."""
    is_word = is_small(layout) and largest_int(layout) < 1 << 32
    return with_ints(layout, lambda kind: replace(kind, is_word=is_word))


def roomier(layout: Any) -> Any:
    """The layout with the next wider range for each int, up to 64 bits; wider ints stay."""

    def change(kind: Int) -> Int:
        low, high = min(kind.low, 2 * kind.low), 2 * kind.high + 1
        fits = low >= -(1 << 63) and high < 1 << 64
        return Int(*widened_range(low, high), kind.owner) if fits else kind

    return keep_in_words(with_ints(layout, change))


def with_ints(layout: Any, change: Callable[[Int], Int]) -> Any:
    """The layout with `change` applied to each int's kind."""
    if isinstance(layout, Int):
        return change(layout)
    if isinstance(layout, Tuple):
        return Tuple(tuple(with_ints(item, change) for item in layout.items), layout.owner)
    if isinstance(layout, Row):
        return replace(layout, item=with_ints(layout.item, change))
    return Maybe(with_ints(layout.of, change)) if isinstance(layout, Maybe) else layout


def ints_of(layout: Any) -> list[Int]:
    """The kinds of the ints in a layout."""
    return [kind for kind in every_kind(layout) if isinstance(kind, Int)]


def largest_int(layout: Any) -> int:
    """The greatest int that a state may hold."""
    return max((kind.high for kind in ints_of(layout)), default=0)


def widest_int(layout: Any) -> int:
    """The bits of the words for a state's widest int, at least 64."""
    return max((word_of(kind)[0] for kind in ints_of(layout)), default=64)


def symbols_in(value: Any) -> Iterator[Any]:
    """The texts and members of an Enum in a state."""
    if is_symbol(value):
        yield value
    elif is_record(type(value)):
        for name in field_names(type(value)):
            yield from symbols_in(getattr(value, name))
    elif isinstance(value, (tuple, frozenset)):
        for item in value:
            yield from symbols_in(item)


def has_rows(layout: Any) -> bool:
    """Whether a layout contains a row, which is stored differently from a list."""
    return any(isinstance(kind, Row) for kind in every_kind(layout))


def is_small(layout: Any) -> bool:
    """Whether a state has only a few numbers, which are copied and passed singly."""
    parts = layout.items if isinstance(layout, Tuple) else ()
    return 0 < len(parts) <= FEW and not any(isinstance(x, (Row, Tuple, Maybe)) for x in parts)
