"""Keys in compiled code; see `keys`. Those of two words are ints of 128 bits."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, overload

from zermelo.native.games import JIT_OPTIONS
from zermelo.native.ints.wide import INT64, Wide
from zermelo.native.keys import (
    LOW,
    WORD_BITS,
    as_key,
    bits_at,
    folded,
    key_at,
    one_word,
    put_key,
    put_words,
    with_bits,
)

INT128: Final = ir.IntType(128)
TWO_WORDS: Final = Wide(128)


@intrinsic
def _joined(_typing: Any, upper: Any, lower: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        upper, lower = (builder.sext(word, INT128) for word in arguments)
        return builder.or_(builder.shl(upper, INT128(WORD_BITS)), lower)

    return TWO_WORDS(types.int64, types.int64), generate


@intrinsic
def _upper(_typing: Any, key: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.trunc(builder.ashr(arguments[0], INT128(WORD_BITS)), INT64)

    return types.int64(TWO_WORDS), generate


@intrinsic
def _lower(_typing: Any, key: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.and_(builder.trunc(arguments[0], INT64), INT64(LOW))

    return types.int64(TWO_WORDS), generate


@intrinsic
def _with_bits(_typing: Any, key: Any, bits: Any, shift: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        key, bits, shift = arguments
        bits, shift = (builder.zext(word, INT128) for word in (bits, shift))
        return builder.or_(key, builder.shl(bits, shift))

    return TWO_WORDS(TWO_WORDS, types.int64, types.int64), generate


@intrinsic
def _bits_at(_typing: Any, key: Any, shift: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        key, shift = arguments
        moved = builder.lshr(key, builder.zext(shift, INT128))
        return builder.and_(builder.trunc(moved, INT64), INT64(LOW))

    return types.int64(TWO_WORDS, types.int64), generate


@overload(key_at, strict=False, jit_options=JIT_OPTIONS)
def _key_at(keys: Any, index: Any) -> Any:
    if keys.ndim == 1:
        return lambda keys, index: keys[index]
    return lambda keys, index: _joined(keys[index, 0], keys[index, 1])


@overload(put_key, strict=False, jit_options=JIT_OPTIONS)
def _put_key(keys: Any, index: Any, key: Any) -> Any:
    if keys.ndim == 1:
        return _put_word
    return lambda keys, index, key: put_words(keys, index, _upper(key), _lower(key))


def _put_word(keys: Any, index: int, key: int) -> None:
    keys[index] = key


@overload(as_key, strict=False, jit_options=JIT_OPTIONS)
def _as_key(keys: Any, number: Any) -> Any:
    if keys.ndim == 1:
        return lambda keys, number: number
    return lambda keys, number: _joined(number >> WORD_BITS, number)


@overload(with_bits, strict=False, jit_options=JIT_OPTIONS)
def _with_bits_of(key: Any, bits: Any, shift: Any) -> Any:
    if isinstance(key, Wide):
        return lambda key, bits, shift: _with_bits(key, bits, shift)
    return with_bits


@overload(bits_at, strict=False, jit_options=JIT_OPTIONS)
def _bits_of(key: Any, shift: Any) -> Any:
    if isinstance(key, Wide):
        return lambda key, shift: _bits_at(key, shift)
    return bits_at


@overload(one_word, strict=False, jit_options=JIT_OPTIONS)
def _one_word(key: Any) -> Any:
    if isinstance(key, Wide):
        return lambda key: folded(_upper(key), _lower(key))
    return lambda key: key
