"""Tuples of open length: how compiled code makes them, asks for their items and loops over them."""

from __future__ import annotations

import functools
import operator
from typing import Any

from numba.core import cgutils, types
from numba.core.imputils import RefType, iternext_impl, lower_builtin
from numba.extending import intrinsic, overload

from zermelo.native.games import JIT_OPTIONS
from zermelo.native.ints.wide import refuse
from zermelo.native.ints.widths import LENGTH
from zermelo.native.opentuple import (
    INT64,
    OpenTuple,
    OpenTupleIterator,
    allocated,
    load_item,
    parts_of,
    shared,
    store_item,
)


@functools.cache
def maker(item: types.Type) -> Any:
    """A function that makes a tuple of n items of this type, which are to be stored next."""
    kind = OpenTuple(item)

    @intrinsic
    def make(_typing: Any, _length: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            return allocated(context, builder, kind, arguments[0])._getvalue()

        return kind(types.int64), generate

    return make


@intrinsic
def store(_typing: Any, items: Any, _index: Any, _item: Any) -> Any:
    """Give a new tuple the item at an index."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = parts_of(context, builder, items, arguments[0])
        store_item(context, builder, made, *arguments[1:])
        return context.get_dummy_value()

    return types.none(items, types.int64, items.dtype), generate


@functools.cache
def opener(item: types.Type) -> Any:
    """A function that makes a tuple one of open length, with items of this type."""
    kind = OpenTuple(item)

    @intrinsic
    def opened(_typing: Any, items: Any) -> Any:
        def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
            made = context.cast(builder, arguments[0], items, kind)
            context.nrt.incref(builder, kind, made)
            return made

        return kind(items), generate

    return opened


@intrinsic
def load(_typing: Any, items: Any, _index: Any) -> Any:
    """The item at an index that is in range."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        item = load_item(context, builder, items, *arguments)
        context.nrt.incref(builder, items.dtype, item)
        return item

    return items.dtype(items, types.int64), generate


@intrinsic
def part(_typing: Any, items: Any, _first: Any, _length: Any) -> Any:
    """So many of the items from the first one on: they are shared, none is copied."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = shared(context, builder, items, *arguments)
        context.nrt.incref(builder, items, made)
        return made

    return items(items, types.int64, types.int64), generate


@intrinsic
def closed(_typing: Any, items: Any, rows: Any) -> Any:
    """The items as a tuple like those in the list `rows`; refused if it has another length."""
    target = rows.dtype

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        length = parts_of(context, builder, items, arguments[0]).length
        other = builder.icmp_signed("!=", length, INT64(len(target)))
        refuse(context, builder, other, LENGTH, None)
        places = [INT64(index) for index in range(len(target))]
        parts = [load_item(context, builder, items, arguments[0], place) for place in places]
        made = context.make_tuple(builder, target, parts)
        context.nrt.incref(builder, target, made)
        return made

    return target(items, rows), generate


@intrinsic
def _length(_typing: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return parts_of(context, builder, items, arguments[0]).length

    return types.int64(items), generate


@overload(len, strict=False, jit_options=JIT_OPTIONS)
def _len(items: Any) -> Any:
    if isinstance(items, OpenTuple):
        return lambda items: _length(items)
    return None


@overload(bool, strict=False, jit_options=JIT_OPTIONS)
@overload(operator.truth, strict=False, jit_options=JIT_OPTIONS)
def _bool(items: Any) -> Any:
    if isinstance(items, OpenTuple):
        return lambda items: _length(items) > 0
    return None


@overload(operator.not_, strict=False, jit_options=JIT_OPTIONS)
def _not(items: Any) -> Any:
    if isinstance(items, OpenTuple):
        return lambda items: _length(items) == 0
    return None


@lower_builtin("getiter", OpenTuple)
def _iterate(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
    state = cgutils.create_struct_proxy(given.return_type)(context, builder)
    state.index = cgutils.alloca_once_value(builder, INT64(0))
    state.items = arguments[0]
    context.nrt.incref(builder, given.args[0], arguments[0])
    return state._getvalue()


@lower_builtin("iternext", OpenTupleIterator)
@iternext_impl(RefType.BORROWED)
def _next_item(context: Any, builder: Any, given: Any, arguments: Any, result: Any) -> None:
    (kind,) = given.args
    state = cgutils.create_struct_proxy(kind)(context, builder, value=arguments[0])
    index = builder.load(state.index)
    items = parts_of(context, builder, kind.container, state.items)
    there = builder.icmp_signed("<", index, items.length)
    result.set_valid(there)
    with builder.if_then(there):
        result.yield_(load_item(context, builder, kind.container, state.items, index))
        builder.store(builder.add(index, INT64(1)), state.index)
