"""Tuples as Python has them: parts, sums, comparisons and searches, of open lengths as well.

Tuples of a length known to the compiler are left to numba, as far as it knows the operation.
"""

from __future__ import annotations

import copy
import operator
from typing import Any

from numba import literal_unroll
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import overload, overload_method

from zermelo.native.games import JIT_OPTIONS
from zermelo.native.opentuple import OpenTuple, item_type
from zermelo.native.rewriting.standins import as_tuple, backwards, listed
from zermelo.native.sequences.opentupleops import closed, load, maker, opener, part, store

_UNKNOWN = "no tuple.index of what is not in it"


def _item(*kinds: Any) -> Any:
    """The type of all items of all these tuples, which are not all empty; None if there is none."""
    context = cpu_target.typing_context
    items = [item_type(context, kind) for kind in kinds if kind != types.Tuple(())]
    if not items or None in items:
        return None
    return context.unify_types(*map(types.unliteral, items))


def _is_open(*kinds: Any) -> bool:
    """Whether these are tuples, and one of them of open length."""
    tuples = all(isinstance(kind, (OpenTuple, types.BaseTuple)) for kind in kinds)
    return tuples and any(isinstance(kind, OpenTuple) for kind in kinds)


# Making ------------------------------------------------------------------------------------------


@overload(as_tuple, strict=False, jit_options=JIT_OPTIONS)
def _as_tuple(items: Any) -> Any:
    if isinstance(items, (OpenTuple, types.BaseTuple)):
        return lambda items: items
    if isinstance(items, types.List):
        make = maker(items.dtype)

        def copied(items: Any) -> Any:
            made = make(len(items))
            for index in range(len(items)):
                store(made, index, items[index])
            return made

        return copied
    if isinstance(items, types.IterableType):
        return lambda items: as_tuple(list(items))
    return None


@overload(operator.add, strict=False, jit_options=JIT_OPTIONS)
def _add(one: Any, other: Any) -> Any:
    if not _is_open(one, other) or (kind := _item(one, other)) is None:
        return None
    make, opened = maker(kind), opener(kind)

    def joined(one: Any, other: Any) -> Any:
        first, second = opened(one), opened(other)
        count = len(first)
        made = make(count + len(second))
        for index in range(count):
            store(made, index, load(first, index))
        for index in range(len(second)):
            store(made, count + index, load(second, index))
        return made

    return joined


def _repeated(items: Any, times: Any) -> Any:
    if not isinstance(items, (OpenTuple, types.BaseTuple)) or not isinstance(times, types.Integer):
        return None
    if (kind := _item(items)) is None:
        return None
    make, opened = maker(kind), opener(kind)

    def repeated(items: Any, times: Any) -> Any:
        given = opened(items)
        count = len(given)
        made = make(count * max(times, 0))
        for index in range(len(made)):
            store(made, index, load(given, index % count))
        return made

    return repeated


@overload(operator.mul, strict=False, jit_options=JIT_OPTIONS)
def _mul(items: Any, times: Any) -> Any:
    return _repeated(items, times)


@overload(operator.mul, strict=False, jit_options=JIT_OPTIONS)
def _rmul(times: Any, items: Any) -> Any:
    return _repeated(items, times) and (lambda times, items: items * times)


# Sets: constant ones are tuples ------------------------------------------------------------------


def _is_set(kind: Any) -> bool:
    is_tuple = isinstance(kind, (OpenTuple, types.BaseTuple))
    return isinstance(kind, types.Set) or (is_tuple and not isinstance(kind, types.BaseNamedTuple))


_ORDERS = (operator.le, operator.lt, operator.ge, operator.gt, operator.eq, operator.ne)


def _of_sets(combine: Any) -> None:
    @overload(combine, strict=False, jit_options=JIT_OPTIONS)
    def _combine(one: Any, other: Any) -> Any:
        kinds = [isinstance(kind, types.Set) for kind in (one, other)]
        orders = combine in _ORDERS and not any(kinds)  # of tuples, as it seems
        if all(kinds) or orders or not (_is_set(one) and _is_set(other)):
            return None
        return lambda one, other: combine(set(one), set(other))


for _combine in (
    *(operator.sub, operator.and_, operator.or_, operator.xor),
    *_ORDERS,
):
    _of_sets(_combine)


@overload_method(OpenTuple, "isdisjoint", strict=False, jit_options=JIT_OPTIONS)
@overload_method(types.BaseTuple, "isdisjoint", strict=False, jit_options=JIT_OPTIONS)
def _isdisjoint(one: Any, other: Any) -> Any:
    return (lambda one, other: len(set(one) & set(other)) == 0) if _is_set(other) else None


def _method_of_sets(name: str, combine: Any) -> None:
    """A method of sets, of those that are constants."""

    @overload_method(OpenTuple, name, strict=False, jit_options=JIT_OPTIONS)
    @overload_method(types.BaseTuple, name, strict=False, jit_options=JIT_OPTIONS)
    def _method(one: Any, other: Any) -> Any:
        return (lambda one, other: combine(set(one), set(other))) if _is_set(other) else None


_method_of_sets("issubset", operator.le)
_method_of_sets("issuperset", operator.ge)
_method_of_sets("union", operator.or_)
_method_of_sets("intersection", operator.and_)
_method_of_sets("difference", operator.sub)
_method_of_sets("symmetric_difference", operator.xor)


# Lists and copies --------------------------------------------------------------------------------


@overload(operator.iadd, strict=False, jit_options=JIT_OPTIONS)
def _iadd(items: Any, more: Any) -> Any:
    if not isinstance(items, types.List) or not isinstance(more, (OpenTuple, types.BaseTuple)):
        return None

    def extended(items: Any, more: Any) -> Any:
        items.extend(more)
        return items

    return extended


@overload(operator.setitem, strict=False, jit_options=JIT_OPTIONS)
def _setitem(rows: Any, index: Any, items: Any) -> Any:
    """A tuple made from a list goes where tuples of one length are."""
    fixed = isinstance(rows, types.List) and isinstance(rows.dtype, types.BaseTuple)
    if not fixed or not isinstance(items, OpenTuple) or {*rows.dtype} != {items.dtype}:
        return None

    def put(rows: Any, index: Any, items: Any) -> None:
        rows[index] = closed(items, rows)

    return put


@overload(listed, strict=False, jit_options=JIT_OPTIONS)
def _listed(items: Any) -> Any:
    if isinstance(items, (OpenTuple, types.UniTuple)):
        return lambda items: list(items)
    return lambda items: items


@overload(copy.copy, strict=False, jit_options=JIT_OPTIONS)
def _copy(items: Any) -> Any:
    if isinstance(items, types.List):
        return lambda items: items[:]
    if isinstance(items, (types.Set, types.DictType)):
        return lambda items: items.copy()
    return lambda items: items


@overload(copy.deepcopy, strict=False, jit_options=JIT_OPTIONS)
def _deepcopy(items: Any) -> Any:
    if isinstance(items, types.List):
        return lambda items: [copy.deepcopy(item) for item in items]
    return lambda items: copy.copy(items)


# Parts -------------------------------------------------------------------------------------------


@overload(operator.getitem, strict=False, jit_options=JIT_OPTIONS)
def _getitem(items: Any, index: Any) -> Any:
    if isinstance(items, OpenTuple) and isinstance(index, types.Integer):

        def item(items: Any, index: Any) -> Any:
            place = index + len(items) if index < 0 else index
            if place < 0 or place >= len(items):
                raise IndexError("tuple index out of range")
            return load(items, place)

        return item
    if isinstance(items, OpenTuple) and isinstance(index, types.SliceType):
        make = maker(items.dtype)

        def sliced(items: Any, index: Any) -> Any:
            first, last, step = index.indices(len(items))
            places = range(first, last, step)
            if step == 1:
                return part(items, first, len(places))
            made = make(len(places))
            for place in range(len(places)):
                store(made, place, load(items, first + place * step))
            return made

        return sliced
    if isinstance(items, types.BaseTuple) and isinstance(index, types.SliceType):
        kind = _item(items)
        if kind is None:
            return None
        opened = opener(kind)
        return lambda items, index: opened(items)[index]
    return None


@overload(backwards, strict=False, jit_options=JIT_OPTIONS)
def _backwards(items: Any) -> Any:
    if isinstance(items, types.RangeType):

        def counted(items: Any) -> Any:
            last = items.start + (len(items) - 1) * items.step
            return range(last, items.start - items.step, -items.step)

        return counted
    if isinstance(items, (OpenTuple, types.BaseTuple, types.List)):
        return lambda items: items[::-1]
    return None


# Comparing ---------------------------------------------------------------------------------------


def _compared(compare: Any) -> None:
    @overload(compare, strict=False, jit_options=JIT_OPTIONS)
    def _compare(one: Any, other: Any) -> Any:
        if not _is_open(one, other) or (kind := _item(one, other)) is None:
            return None
        opened = opener(kind)

        def ordered(one: Any, other: Any) -> Any:
            first, second = opened(one), opened(other)
            for index in range(min(len(first), len(second))):
                if load(first, index) != load(second, index):
                    return compare(load(first, index), load(second, index))
            return compare(len(first), len(second))

        return ordered


for _compare in (operator.lt, operator.le, operator.gt, operator.ge):
    _compared(_compare)


@overload(operator.eq, strict=False, jit_options=JIT_OPTIONS)
def _equal(one: Any, other: Any) -> Any:
    if not _is_open(one, other) or (kind := _item(one, other)) is None:
        return None
    opened = opener(kind)

    def equal(one: Any, other: Any) -> Any:
        first, second = opened(one), opened(other)
        if len(first) != len(second):
            return False
        for index in range(len(first)):  # noqa: SIM110 - numba has no `all`
            if load(first, index) != load(second, index):
                return False
        return True

    return equal


@overload(operator.ne, strict=False, jit_options=JIT_OPTIONS)
def _unequal(one: Any, other: Any) -> Any:
    return (lambda one, other: not one == other) if _is_open(one, other) else None  # noqa: SIM201


# Searching ---------------------------------------------------------------------------------------


@overload(operator.contains, strict=False, jit_options=JIT_OPTIONS)
def _contains(items: Any, sought: Any) -> Any:
    if not isinstance(items, OpenTuple):
        return None

    def contains(items: Any, sought: Any) -> Any:
        for item in items:  # noqa: SIM110 - numba has no `any`
            if item == sought:
                return True
        return False

    return contains


@overload(operator.contains, strict=False, jit_options=JIT_OPTIONS)
def _contains_mixed(items: Any, sought: Any) -> Any:
    """Of a tuple whose items differ in type, as 0 and a wide int do."""
    if not isinstance(items, types.Tuple) or not items.count:
        return None

    def contains(items: Any, sought: Any) -> Any:
        for item in literal_unroll(items):  # noqa: SIM110 - numba has no `any`
            if item == sought:
                return True
        return False

    return contains


@overload_method(OpenTuple, "index", strict=False, jit_options=JIT_OPTIONS)
@overload_method(types.Array, "index", strict=False, jit_options=JIT_OPTIONS)
def _index(items: Any, sought: Any) -> Any:
    def index(items: Any, sought: Any) -> Any:
        for place in range(len(items)):
            if items[place] == sought:
                return place
        raise ValueError(_UNKNOWN)

    return index


@overload_method(OpenTuple, "count", strict=False, jit_options=JIT_OPTIONS)
@overload_method(types.BaseTuple, "count", strict=False, jit_options=JIT_OPTIONS)
@overload_method(types.Array, "count", strict=False, jit_options=JIT_OPTIONS)
def _count(items: Any, sought: Any) -> Any:
    def count(items: Any, sought: Any) -> Any:
        number = 0
        for item in items:
            if item == sought:
                number += 1
        return number

    return count
