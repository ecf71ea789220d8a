"""States as rows of ints, which solvers store, in compiled code; see `items`."""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic, overload

from zermelo.native import keycode  # noqa: F401 - what it registers is used
from zermelo.native.games import JIT_OPTIONS
from zermelo.native.ints.states import Promise, bits_of, items_of, kept
from zermelo.native.ints.wide import INT64, Wide, refuse
from zermelo.native.ints.widths import FIELD, WORD
from zermelo.native.items import (
    Sparse,
    Whole,
    key_of,
    pack_cut,
    pack_sparse,
    pack_whole,
    packs_itself,
    read_items,
    read_words,
    row_for,
    state_of,
    unpack_cut,
    unpack_sparse,
    unpack_whole,
    write_items,
    write_words,
)
from zermelo.native.keys import LOW, WORD_BITS


class _Words:
    """An array of int64 in compiled code, as a place in memory and a length."""

    def __init__(self, context: Any, builder: Any, kind: Any, value: Any) -> None:
        array = context.make_array(kind)(context, builder, value)
        self.builder, self.data, self.length = builder, array.data, array.nitems

    def load(self, index: Any) -> Any:
        return self.builder.load(self.builder.gep(self.data, [index]))

    def store(self, value: Any, index: Any) -> None:
        self.builder.store(value, self.builder.gep(self.data, [index]))


@intrinsic
def _store_items(_typing: Any, state: Any, items: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        row = _Words(context, builder, items, arguments[1])
        for index, (kind, value) in enumerate(items_of(builder, state, arguments[0])):
            word = _one_word(builder, value) if isinstance(kind, Wide) else None
            item = word or context.cast(builder, value, kind, types.int64)
            row.store(item, builder.add(arguments[2], INT64(index)))
        return context.get_dummy_value()

    return types.void(state, items, types.int64), generate


def _one_word(builder: Any, value: Any) -> Any:
    """An int as one word; the greatest or the lowest that there is for one that has no room."""
    word = builder.trunc(value, INT64)
    fits = builder.icmp_signed("==", builder.sext(word, value.type), value)
    below = builder.icmp_signed("<", value, value.type(0))
    return builder.select(fits, word, builder.select(below, INT64(~LOW), INT64(LOW)))


@intrinsic
def _load_items(_typing: Any, example: Any, items: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, places = _Words(context, builder, items, arguments[1]), iter(range(1 << 16))

        def load(kind: Any) -> Any:
            if isinstance(kind, types.BaseTuple):
                return context.make_tuple(builder, kind, [load(part) for part in kind])
            value = row.load(builder.add(arguments[2], INT64(next(places))))
            return context.cast(builder, value, types.int64, kind)

        return load(example)

    return example(example, items, types.int64), generate


# Words -------------------------------------------------------------------------------------------


def _roomy(kind: Any) -> Any:
    """A type of LLVM's in which an int of `kind` and one word make no more than it holds."""
    return ir.IntType(bits_of(kind) + WORD)


@intrinsic
def _store_words(_typing: Any, state: Any, least: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        lowest = _Words(context, builder, least, arguments[1])
        words = _Words(context, builder, row, arguments[2])
        count = builder.sdiv(words.length, lowest.length)
        for index, (kind, value) in enumerate(items_of(builder, state, arguments[0])):
            room, place = _roomy(kind), builder.mul(count, INT64(index))
            if not isinstance(kind, Wide):
                value = context.cast(builder, value, kind, types.int64)
            whole = builder.sub(
                builder.sext(value, room), builder.sext(lowest.load(INT64(index)), room)
            )
            rest = cgutils.alloca_once_value(builder, whole)
            before_last = builder.sub(count, INT64(1))
            with cgutils.for_range(builder, before_last, intp=INT64) as loop:
                left = builder.load(rest)
                word = builder.and_(builder.trunc(left, INT64), INT64(LOW))
                words.store(word, builder.add(place, loop.index))
                builder.store(builder.ashr(left, room(WORD_BITS)), rest)
            last = _one_word(builder, builder.load(rest))
            words.store(last, builder.add(place, before_last))
        return context.get_dummy_value()

    return types.void(state, least, row), generate


@intrinsic
def _load_words(_typing: Any, example: Any, least: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        lowest = _Words(context, builder, least, arguments[1])
        words = _Words(context, builder, row, arguments[2])
        count, indices = builder.sdiv(words.length, lowest.length), iter(range(1 << 16))

        def load(kind: Any) -> Any:
            if isinstance(kind, types.BaseTuple):
                return context.make_tuple(builder, kind, [load(part) for part in kind])
            index, room = next(indices), _roomy(kind)
            whole = cgutils.alloca_once_value(builder, room(0))
            after = builder.mul(count, INT64(index + 1))
            with cgutils.for_range(builder, count, intp=INT64) as loop:
                value = builder.load(whole)
                over = builder.icmp_unsigned(">=", value, room(1 << bits_of(kind)))
                refuse(context, builder, over, FIELD, None, index)
                at = builder.sub(builder.sub(after, INT64(1)), loop.index)
                word = builder.zext(words.load(at), room)
                builder.store(builder.or_(builder.shl(value, room(WORD_BITS)), word), whole)
            value = builder.load(whole)
            value = builder.add(value, builder.sext(lowest.load(INT64(index)), room))
            return _fitted(context, builder, value, kind, index)

        return load(example)

    return example(example, least, row), generate


def _fitted(context: Any, builder: Any, value: Any, kind: Any, index: int) -> Any:
    """The int as one of `kind`, item `index` of a state; `Overflow` if that is not all of it."""
    short = builder.trunc(value, ir.IntType(bits_of(kind)))
    lossy = builder.icmp_signed("!=", builder.sext(short, value.type), value)
    refuse(context, builder, lossy, FIELD, None, index)
    return short if isinstance(kind, Wide) else context.cast(builder, short, types.int64, kind)


@overload(write_items, strict=False, jit_options=JIT_OPTIONS)
def _write_items(state: Any, items: Any, first: Any = 0) -> Any:
    return lambda state, items, first=0: _store_items(state, items, first)


@overload(read_items, strict=False, jit_options=JIT_OPTIONS)
def _read_items(example: Any, items: Any, first: Any = 0) -> Any:
    return lambda example, items, first=0: _load_items(example, items, first)


@overload(write_words, strict=False, jit_options=JIT_OPTIONS)
def _write_words(state: Any, least: Any, row: Any) -> Any:
    return lambda state, least, row: _store_words(state, least, row)


@overload(read_words, strict=False, jit_options=JIT_OPTIONS)
def _read_words(example: Any, least: Any, row: Any) -> Any:
    return lambda example, least, row: _load_words(example, least, row)


# Keys --------------------------------------------------------------------------------------------


def _is_whole(layout: Any) -> bool:
    return layout.instance_class is Whole


@overload(row_for, strict=False, jit_options=JIT_OPTIONS)
def _row_for(layout: Any) -> Any:
    if _is_whole(layout):
        return lambda layout: np.empty(layout.parts.shape[1], np.int64)
    return lambda layout: np.empty(layout.words.shape[1], np.int64)


@overload(key_of, strict=False, jit_options=JIT_OPTIONS)
def _key_of(game: Any, state: Any, layout: Any, row: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, state, layout, row: game.key(state)
    if _is_whole(layout):
        return lambda game, state, layout, row: pack_whole(state, layout, row)
    if layout.instance_class is Sparse:
        return lambda game, state, layout, row: pack_sparse(state, layout, row)
    return lambda game, state, layout, row: pack_cut(state, layout, row)


@overload(state_of, strict=False, jit_options=JIT_OPTIONS)
def _state_of(game: Any, key: Any, example: Any, layout: Any, row: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, key, example, layout, row: game.unkey(key)
    promise = Promise(game.promises.bounds, game.state)
    if _is_whole(layout):
        return lambda game, key, example, layout, row: kept(
            promise, unpack_whole(key, example, layout, row)
        )
    if layout.instance_class is Sparse:
        return lambda game, key, example, layout, row: kept(
            promise, unpack_sparse(key, example, layout, row)
        )
    return lambda game, key, example, layout, row: kept(
        promise, unpack_cut(key, example, layout, row)
    )
