"""States as rows of ints, which solvers store, in compiled code; see `items`."""

from __future__ import annotations

from typing import Any

from numba.core import types
from numba.extending import intrinsic, overload

from zermelo.native.games import JIT_OPTIONS
from zermelo.native.items import (
    key_of,
    pack_items,
    packs_itself,
    read_items,
    state_of,
    unpack_items,
    write_items,
)
from zermelo.native.states import Promise, items_of, kept


@intrinsic
def _store_items(_typing: Any, state: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(items)(context, builder, arguments[1]).data
        for index, (kind, value) in enumerate(items_of(builder, state, arguments[0])):
            item = context.cast(builder, value, kind, types.int64)
            builder.store(item, builder.gep(data, [context.get_constant(types.intp, index)]))
        return context.get_dummy_value()

    return types.void(state, items), generate


@intrinsic
def _load_items(_typing: Any, example: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        data = context.make_array(items)(context, builder, arguments[1]).data
        places = iter(range(1 << 16))

        def load(kind: Any) -> Any:
            if isinstance(kind, types.BaseTuple):
                return context.make_tuple(builder, kind, [load(part) for part in kind])
            place = context.get_constant(types.intp, next(places))
            value = builder.load(builder.gep(data, [place]))
            return context.cast(builder, value, types.int64, kind)

        return load(example)

    return example(example, items), generate


@overload(write_items, strict=False, jit_options=JIT_OPTIONS)
def _write_items(state: Any, items: Any) -> Any:
    return lambda state, items: _store_items(state, items)


@overload(read_items, strict=False, jit_options=JIT_OPTIONS)
def _read_items(example: Any, items: Any) -> Any:
    return lambda example, items: _load_items(example, items)


@overload(key_of, strict=False, jit_options=JIT_OPTIONS)
def _key_of(game: Any, state: Any, layout: Any, items: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, state, layout, items: game.key(state)
    return lambda game, state, layout, items: pack_items(state, layout, items)


@overload(state_of, strict=False, jit_options=JIT_OPTIONS)
def _state_of(game: Any, key: Any, example: Any, layout: Any, items: Any) -> Any:
    if packs_itself(game.game):
        return lambda game, key, example, layout, items: game.unkey(key)
    promise = Promise(game.promises.bounds)
    return lambda game, key, example, layout, items: kept(
        promise, unpack_items(key, example, layout, items)
    )
