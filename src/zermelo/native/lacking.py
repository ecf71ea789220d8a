"""Features of Python and of the contract that numba lacks, for compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core import ir as code
from numba.core.imputils import lower_builtin
from numba.core.ir_utils import remove_dead_extensions
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.cpython.unsafe.tuple import tuple_setitem
from numba.extending import intrinsic, overload
from numba.np.arrayobj import populate_array

from zermelo.contract.bits import (
    _BITS63,
    FACTORS,
    REST,
    SHIFTS,
    cells,
    hashed,
    mixed,
    product,
    replaced,
)
from zermelo.native.arrays import array_at, prefetch
from zermelo.native.callbacks import ask
from zermelo.native.games import JIT_OPTIONS
from zermelo.native.host import may_go_on
from zermelo.native.ints.states import bits_of, is_int
from zermelo.native.ints.wide import INT64, Wide, int_type
from zermelo.native.ints.wideops import trailing_zeros, word_at
from zermelo.native.ints.widths import NEGATIVE_CELLS, WORD, Overflow
from zermelo.native.table import empty_table

_INT32, _INT64_POINTER = ir.IntType(32), INT64.as_pointer()
_BYTE_POINTER = ir.IntType(8).as_pointer()
_UNKNOWN_LENGTH = 1 << 40
FIRST: Final = {"target": "cpu"}  # numba asks it before what it has for all targets


def written_out(function: Any) -> Callable[[Callable[..., Any]], None]:
    """Have calls of `function` compiled to code in their place: another function takes 20 ms each.

    What is decorated has the types of the arguments, and returns the signature and what generates
    the code; or None, to leave the call to numba.
    """

    def register(typed: Callable[..., Any]) -> None:
        class Template(AbstractTemplate):
            key = function
            metadata = FIRST

            def generic(self, arguments: Any, _keywords: Any) -> Any:
                made = typed(*arguments)
                return made and made[0]

        infer_global(function, types.Function(Template))

        @lower_builtin(function, types.VarArg(types.Any))
        def generate(context: Any, builder: Any, given: Any, arguments: Any) -> Any:
            return typed(*given.args)[1](context, builder, given, arguments)

    return register


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


# Words -------------------------------------------------------------------------------------------


@written_out(int)
def _int(kind: Any = None) -> Any:
    if kind not in (types.int64, types.boolean):
        return None
    return types.int64(kind), lambda context, builder, _given, arguments: context.cast(
        builder, arguments[0], kind, types.int64
    )


def _chosen(sign: str) -> Callable[..., Any]:
    """`min` or `max` of words: the last one that is before all to its left, else the first."""

    def typed(*kinds: Any) -> Any:
        if len(kinds) < 2 or {*kinds} != {types.int64}:
            return None

        def generate(_context: Any, builder: Any, _given: Any, arguments: Any) -> Any:
            best = arguments[0]
            for word in arguments[1:]:
                best = builder.select(builder.icmp_signed(sign, word, best), word, best)
            return best

        return types.int64(*kinds), generate

    return typed


written_out(min)(_chosen("<"))
written_out(max)(_chosen(">"))


# Hashes ------------------------------------------------------------------------------------------


@written_out(product)
def _product(_first: Any, _second: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _multiply(builder, *arguments)

    return types.int64(types.int64, types.int64), generate


@written_out(mixed)
def _mixed(number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _mix(builder, _lowest(builder, arguments[0]))

    return types.int64(number if isinstance(number, Wide) else types.int64), generate


@written_out(hashed)
def _hashed(items: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _hash(context, builder, signature.args[0], arguments[0])

    return types.int64(items), generate


def _hash(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    if isinstance(kind, types.BaseTuple):
        number, items = INT64(0), list(enumerate(kind.types))
        for index, item in reversed(items):
            first = _hash(context, builder, item, builder.extract_value(value, index))
            number = _mix(builder, builder.xor(first, _multiply(builder, number, INT64(REST))))
        return number
    if isinstance(kind, Wide):
        return context.compile_internal(builder, _hashed_words, types.int64(kind), [value])
    return _mix(builder, context.cast(builder, value, kind, types.int64))


def _hashed_words(items: Any) -> Any:
    number, rest = mixed(items), items >> 63
    while rest != 0 and rest != -1:
        word = word_at(rest, 0) & _BITS63
        number, rest = mixed(number ^ REST ^ word), rest >> 63
    return number


def _mix(builder: Any, number: Any) -> Any:
    number = builder.and_(number, INT64(_BITS63))
    for shift, factor in zip(SHIFTS[:-1], FACTORS, strict=True):
        scattered = builder.xor(number, builder.lshr(number, INT64(shift)))
        number = _multiply(builder, scattered, INT64(factor))
    return builder.xor(number, builder.lshr(number, INT64(SHIFTS[-1])))


def _multiply(builder: Any, first: Any, second: Any) -> Any:
    """numba's own product promises not to overflow."""
    return builder.and_(builder.mul(first, second), INT64(_BITS63))


def _lowest(builder: Any, value: Any) -> Any:
    """The lowest word of an int."""
    return value if value.type.width == WORD else builder.trunc(value, INT64)


# Boards ------------------------------------------------------------------------------------------


@overload(cells, strict=False, jit_options=JIT_OPTIONS)
def _cells(board: Any) -> Any:
    if not is_int(board):
        return None
    count = bits_of(board) // WORD
    if count == 1:
        return _cells_of_word

    def places(board: Any) -> Any:
        if board < 0:
            raise Overflow(NEGATIVE_CELLS)
        for place in range(count):
            word: Any = word_at(board, place)
            while word:
                yield WORD * place + trailing_zeros(word)
                word &= word - 1

    return places


def _cells_of_word(board: Any) -> Any:
    if board < 0:
        raise Overflow(NEGATIVE_CELLS)
    while board:
        yield trailing_zeros(board)
        board &= board - 1


# Writes ----------------------------------------------------------------------------------------


def _written(statement: Any, _lives: Any, alive: set[str], *_rest: Any) -> Any:
    """Keep `row[0] = 1` in a loop over rows: numba takes what a loop gives for a copy, not seen."""
    alive.add(statement.target.name)
    return statement


remove_dead_extensions[code.SetItem] = _written


# Memory ------------------------------------------------------------------------------------------


@overload(empty_table, strict=False, jit_options=JIT_OPTIONS)
def _empty_table(key: Any, value: Any) -> Any:
    key_type, value_type = _unliteral(key), _unliteral(value)
    return lambda key, value: numba.typed.Dict.empty(key_type, value_type)


def _unliteral(kind: types.Type) -> types.Type:
    if isinstance(kind, types.BaseTuple) and not isinstance(kind, types.BaseNamedTuple):
        return types.Tuple([_unliteral(item) for item in kind])
    return types.unliteral(kind)


@written_out(array_at)
def _array_at(_place: Any) -> Any:
    kind = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        made = context.make_array(kind)(context, builder)
        populate_array(
            made,
            data=builder.inttoptr(arguments[0], _INT64_POINTER),
            shape=[INT64(_UNKNOWN_LENGTH)],
            strides=[INT64(8)],
            itemsize=INT64(8),
            meminfo=None,
        )
        return made._getvalue()

    return kind(types.int64), generate


@written_out(prefetch)
def _prefetch(_place: Any, _index: Any) -> Any:
    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        byte = builder.add(arguments[0], builder.shl(arguments[1], INT64(3)))
        pointer = builder.inttoptr(byte, _BYTE_POINTER)
        kind = ir.FunctionType(ir.VoidType(), [_BYTE_POINTER, _INT32, _INT32, _INT32])
        function = cgutils.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0")
        builder.call(function, [pointer, _INT32(0), _INT32(3), _INT32(1)])
        return context.get_dummy_value()

    return types.none(types.int64, types.int64), generate


@written_out(ask)
def _ask(_place: Any, _number: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(INT64, [INT64]).as_pointer()
        return builder.call(builder.inttoptr(arguments[0], kind), [arguments[1]])

    return types.int64(types.int64, types.int64), generate


GO_ON: Final = "zermelo_go_on"  # the function that WebAssembly asks
asks_host = False  # whether code is compiled for it: elsewhere threads watch searches


@written_out(may_go_on)
def _may_go_on() -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        if not asks_host:
            return cgutils.false_bit
        function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(INT64, []), GO_ON)
        return builder.icmp_signed("!=", builder.call(function, []), INT64(0))

    return types.boolean(), generate
