"""Ints of several words in compiled code: their type, constants, tables, and the way to Python's.

`Wide(n)` is LLVM's own integer of n bits, two's complement. It is no kind of numba's `Integer`:
numba would then narrow it wherever it knows a way for 64 bits. Its operators are in
`wideops`.
"""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.callconv import RETCODE_USEREXC
from numba.core.imputils import lower_cast, lower_constant
from numba.core.typeconv import Conversion
from numba.core.typing.typeof import typeof_impl
from numba.extending import NativeValue, box, models, register_model, unbox

from zermelo.native.ints.widths import NARROW, WORD, Overflow, rounded

INT64: Final = ir.IntType(WORD)
WHOLE: Final = (types.Integer, types.Boolean)


class Wide(types.Type):
    """An int of `bits` bits, a multiple of WORD, its sign among them."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        super().__init__(f"wide{bits}")

    def can_convert_to(self, _context: Any, other: types.Type) -> Any:
        """To wider ones without loss; to nothing else."""
        if isinstance(other, Wide) and other.bits > self.bits:
            return Conversion.promote
        return None

    def can_convert_from(self, _context: Any, other: types.Type) -> Any:
        """From every int of one word."""
        return Conversion.safe if isinstance(other, WHOLE) else None

    def unify(self, _context: Any, other: types.Type) -> Any:
        """The wider of the two."""
        if isinstance(other, Wide):
            return self if self.bits >= other.bits else other
        return self if isinstance(other, WHOLE) else None


@register_model(Wide)
class _WideModel(models.PrimitiveModel):
    """In memory it is an array of words: LLVM asks for addresses that are multiples of 16 else."""

    def __init__(self, manager: Any, kind: Wide) -> None:
        super().__init__(manager, kind, ir.IntType(kind.bits))

    def get_data_type(self) -> Any:
        return ir.ArrayType(INT64, self.be_type.width // WORD)

    def as_data(self, builder: Any, value: Any) -> Any:
        data = ir.Constant(self.get_data_type(), ir.Undefined)
        for index, word in enumerate(split(builder, value)):
            data = builder.insert_value(data, word, index)
        return data

    def from_data(self, builder: Any, value: Any) -> Any:
        count = self.be_type.width // WORD
        return joined(builder, [builder.extract_value(value, index) for index in range(count)])


def int_type(width: int) -> types.Type:
    """The compile-time type of ints of `width` bits."""
    return types.int64 if width <= WORD else Wide(width)


def split(builder: Any, value: Any) -> list[Any]:
    """The words of a wide int, the lowest first."""
    return [
        builder.trunc(builder.lshr(value, value.type(WORD * i)) if i else value, INT64)
        for i in range(value.type.width // WORD)
    ]


def joined(builder: Any, parts: list[Any]) -> Any:
    """The int of these words, the lowest first."""
    kind = ir.IntType(WORD * len(parts))
    whole = builder.zext(parts[0], kind)
    for index, word in enumerate(parts[1:], 1):
        whole = builder.or_(whole, builder.shl(builder.zext(word, kind), kind(WORD * index)))
    return whole


def refuse(context: Any, builder: Any, bad: Any, reason: str, loc: Any, width: int = 0) -> None:
    """Raise `Overflow` if `bad`; `loc` is numba's place in the source, if there is one."""
    place = ("", 0) if loc is None else (loc.filename, loc.line)
    convention = context.call_conv
    with builder.if_then(bad, likely=False):
        convention.set_static_user_exc(builder, Overflow, (reason, *place, width))
        convention._return_errcode_raw(builder, RETCODE_USEREXC)


# Casts -------------------------------------------------------------------------------------------


@lower_cast(types.Integer, Wide)
@lower_cast(types.IntegerLiteral, Wide)
@lower_cast(types.Boolean, Wide)
def _widen(context: Any, builder: Any, source: Any, target: Wide, value: Any) -> Any:
    word = context.cast(builder, value, source, types.int64)
    return builder.sext(word, ir.IntType(target.bits))


@lower_cast(Wide, Wide)
def _widen_more(_context: Any, builder: Any, source: Wide, target: Wide, value: Any) -> Any:
    assert target.bits >= source.bits
    return builder.sext(value, ir.IntType(target.bits))


@lower_cast(Wide, types.Integer)
def _narrow(context: Any, builder: Any, _source: Wide, target: Any, value: Any) -> Any:
    """Only where Zermelo asks for it: numba does not by itself, see `can_convert_to`."""
    return context.cast(builder, narrowed(context, builder, value, NARROW), types.int64, target)


def narrowed(
    context: Any, builder: Any, value: Any, reason: str, loc: Any = None, width: int = 0
) -> Any:
    """The lowest word of a wide int, which raises `Overflow` if that is not all of it."""
    word = builder.trunc(value, INT64)
    lossy = builder.icmp_signed("!=", builder.sext(word, value.type), value)
    refuse(context, builder, lossy, reason, loc, width)
    return word


# To and from Python, by functions that stay as they are from version to version ------------------


@unbox(Wide)
def _unbox(kind: Wide, value: Any, context: Any) -> NativeValue:
    api, builder = context.pyapi, context.builder
    take = api._get_function(ir.FunctionType(INT64, [api.pyobj]), "PyLong_AsUnsignedLongLongMask")
    shift = api.long_from_longlong(INT64(WORD))
    parts, rest = [], value
    api.incref(rest)
    for _ in range(kind.bits // WORD - 1):
        parts.append(builder.call(take, [rest]))
        above = api.number_rshift(rest, shift)
        api.decref(rest)
        rest = above
    parts.append(api.long_as_longlong(rest))  # says OverflowError if there is more
    api.decref(rest)
    api.decref(shift)
    whole = joined(builder, parts)
    return NativeValue(whole, is_error=cgutils.is_not_null(builder, api.err_occurred()))


@box(Wide)
def _box(_kind: Wide, value: Any, context: Any) -> Any:
    api, builder = context.pyapi, context.builder
    parts = split(builder, value)
    shift, whole = api.long_from_longlong(INT64(WORD)), api.long_from_longlong(parts[-1])
    for part in reversed(parts[:-1]):
        word, above = api.long_from_ulonglong(part), api.number_lshift(whole, shift)
        api.decref(whole)
        whole = api.number_or(above, word)
        api.decref(above)
        api.decref(word)
    api.decref(shift)
    return whole


# Constants ---------------------------------------------------------------------------------------


class WideConstant:
    """An int in the rules that needs more than one word; numba would take some for unsigned."""

    def __init__(self, value: int, width: int = 0) -> None:
        self.value = value
        self.width = width or rounded(value.bit_length())


@typeof_impl.register(WideConstant)
def _typeof_constant(constant: WideConstant, _context: Any) -> Wide:
    return Wide(constant.width)


@lower_constant(Wide)
def _lower_constant(_context: Any, _builder: Any, kind: Wide, constant: Any) -> Any:
    return ir.Constant(ir.IntType(kind.bits), getattr(constant, "value", constant))


def is_wide(value: Any) -> bool:
    """Whether `value` is an int of more than one word."""
    return isinstance(value, int) and rounded(value.bit_length()) > WORD
