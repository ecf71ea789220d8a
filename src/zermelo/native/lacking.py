"""What plain Python and the contract have and numba lacks, for compiled code."""

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba.core import cgutils, types
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload

from zermelo.game import _BITS63, REST, cells, hashed, mixed, product, replaced
from zermelo.native.arrays import array_at, prefetch
from zermelo.native.games import JIT_OPTIONS
from zermelo.native.states import bits_of, is_int
from zermelo.native.table import empty_table
from zermelo.native.wide import INT64, Wide, int_type
from zermelo.native.wideops import trailing_zeros, word_at
from zermelo.native.widths import NEGATIVE_CELLS, WORD, Overflow

_INT32, _INT64_POINTER = ir.IntType(32), INT64.as_pointer()
_BYTE_POINTER = ir.IntType(8).as_pointer()
_UNKNOWN_LENGTH = 1 << 40


# Tuples ------------------------------------------------------------------------------------------


@overload(replaced, strict=False, jit_options=JIT_OPTIONS)
def _replaced(items: Any, index: Any, item: Any) -> Any:
    kind = getattr(items, "dtype", None)
    if isinstance(kind, Wide) or isinstance(item, Wide):
        return lambda items, index, item: _with_wide_item(items, index, item)
    return lambda items, index, item: tuple_setitem(items, index, item)


@intrinsic
def _with_wide_item(_typing: Any, items: Any, index: Any, item: Any) -> Any:
    """The tuple with one item changed, all of them as wide as the widest."""
    if not (isinstance(items, types.UniTuple) and is_int(items.dtype) and is_int(item)):
        return None
    kind = int_type(max(bits_of(items.dtype), bits_of(item)))
    result = types.UniTuple(kind, items.count)

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        given, index, item = arguments
        parts = []
        for place in range(items.count):
            old = context.cast(builder, builder.extract_value(given, place), items.dtype, kind)
            here = builder.icmp_signed("==", index, INT64(place))
            parts.append(builder.select(here, item, old))
        return context.make_tuple(builder, result, parts)

    return result(items, types.int64, kind), generate


# Hashes ------------------------------------------------------------------------------------------


@intrinsic
def _wrapped_product(_typing: Any, first: Any, second: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.mul(*arguments)  # numba's own product promises not to overflow

    return types.int64(types.int64, types.int64), generate


@overload(product, strict=False, jit_options=JIT_OPTIONS)
def _product(first: Any, second: Any) -> Any:
    return lambda first, second: _wrapped_product(np.int64(first), np.int64(second)) & _BITS63


@overload(mixed, strict=False, jit_options=JIT_OPTIONS)
def _mixed(number: Any) -> Any:
    if isinstance(number, Wide):
        return lambda number: mixed(word_at(number, 0) & _BITS63)
    return mixed


@overload(hashed, strict=False, jit_options=JIT_OPTIONS)
def _hashed(items: Any) -> Any:
    if isinstance(items, types.BaseTuple):
        return lambda items: _folded(items)
    return _hashed_words if isinstance(items, Wide) else lambda items: mixed(items)


def _hashed_words(items: Any) -> Any:
    number, rest = mixed(items), items >> 63
    while rest != 0 and rest != -1:
        word = word_at(rest, 0) & _BITS63
        number, rest = mixed(number ^ REST ^ word), rest >> 63
    return number


@intrinsic
def _folded(_typing: Any, items: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        number = INT64(0)
        for index, kind in reversed(list(enumerate(items))):
            given = types.int64(kind, types.int64)
            item = builder.extract_value(arguments[0], index)
            number = context.compile_internal(builder, _fold, given, [item, number])
        return number

    return types.int64(items), generate


def _fold(item: Any, number: int) -> int:
    return mixed(hashed(item) ^ product(number, REST))


# Boards ------------------------------------------------------------------------------------------


@overload(cells, strict=False, jit_options=JIT_OPTIONS)
def _cells(board: Any) -> Any:
    if not is_int(board):
        return None
    count = bits_of(board) // WORD
    if count == 1:
        return _cells_of_word

    def found(board: Any) -> Any:
        if board < 0:
            raise Overflow(NEGATIVE_CELLS)
        for place in range(count):
            word: Any = word_at(board, place)
            while word:
                yield WORD * place + trailing_zeros(word)
                word &= word - 1

    return found


def _cells_of_word(board: Any) -> Any:
    if board < 0:
        raise Overflow(NEGATIVE_CELLS)
    while board:
        yield trailing_zeros(board)
        board &= board - 1


# Memory ------------------------------------------------------------------------------------------


@overload(empty_table, strict=False, jit_options=JIT_OPTIONS)
def _empty_table(key: Any, value: Any) -> Any:
    key_type, value_type = _unliteral(key), _unliteral(value)
    return lambda key, value: numba.typed.Dict.empty(key_type, value_type)


def _unliteral(kind: types.Type) -> types.Type:
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return types.Tuple([_unliteral(item) for item in kind])
    return types.unliteral(kind)


@intrinsic
def _int64_array(_typing: Any, address: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], _INT64_POINTER)

    return types.CPointer(types.int64)(types.int64), generate


@overload(array_at, strict=False, jit_options=JIT_OPTIONS)
def _array_at(place: Any) -> Any:
    return lambda place: numba.carray(_int64_array(place), _UNKNOWN_LENGTH)


@intrinsic
def _prefetch_word(_typing: Any, address: Any, index: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = builder.add(arguments[0], builder.shl(arguments[1], INT64(3)))
        pointer = builder.inttoptr(byte, _BYTE_POINTER)
        kind = ir.FunctionType(ir.VoidType(), [_BYTE_POINTER, _INT32, _INT32, _INT32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, _INT32(0), _INT32(3), _INT32(1)])
        return _context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@overload(prefetch, strict=False, jit_options=JIT_OPTIONS)
def _prefetch(place: Any, index: Any) -> Any:
    return lambda place, index: _prefetch_word(place, np.int64(index))
