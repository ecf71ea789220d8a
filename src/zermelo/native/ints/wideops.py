"""Operators on ints of several words: LLVM's arithmetic, with shifts word by word.

Nothing here loses bits without a trap, except those that `demand` allows to lose. Operands of one
word are widened first; results are as wide as the wider operand, or as `guards` asks for.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any, Final

from llvmlite import ir
from numba.core import cgutils, types
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic, overload, overload_method

from zermelo.native.ints.wide import (
    INT64,
    WHOLE,
    Wide,
    joined,
    narrowed,
    refuse,
    split,
)
from zermelo.native.ints.widths import INEXACT, LOST, NEGATIVE_SHIFT, WORD

FALSE: Final = ir.Constant(ir.IntType(1), 0)


def widest(kinds: Any) -> int:
    """The bits of the widest of these types of ints."""
    return max((kind.bits for kind in kinds if isinstance(kind, Wide)), default=WORD)


def any_wide(kinds: Any) -> bool:
    """Whether all these are types of ints, and one of them wide."""
    return widest(kinds) > WORD and all(isinstance(kind, (Wide, *WHOLE)) for kind in kinds)


def literal(kind: types.Type, value: Any) -> Any:
    """An int argument of an operation, as a constant of LLVM's when numba knows its value."""
    return INT64(kind.literal_value) if isinstance(kind, types.IntegerLiteral) else value


# Operators that lose nothing ---------------------------------------------------------------------


def _operator(function: Any, count: int, result: Any, generate: Callable[..., Any]) -> None:
    """Compile an operator on `count` ints, by default to an int as wide as the widest."""

    @infer_global(function)
    class Template(AbstractTemplate):
        key = function

        def generic(self, arguments: Any, _keywords: Any) -> Any:
            if len(arguments) != count or not any_wide(arguments):
                return None
            kind = Wide(widest(arguments))
            return signature(result or kind, *[kind] * count)

    @lower_builtin(function, *[Wide] * count)
    def lower(context: Any, builder: Any, _given: Any, arguments: Any) -> Any:
        return generate(context, builder, *arguments)


def _bitwise(name: str) -> Callable[..., Any]:
    return lambda _context, builder, one, other: getattr(builder, name)(one, other)


def _comparing(sign: str) -> Callable[..., Any]:
    return lambda _context, builder, one, other: builder.icmp_signed(sign, one, other)


def _is_zero(_context: Any, builder: Any, value: Any) -> Any:
    return builder.icmp_signed("==", value, value.type(0))


def _is_true(_context: Any, builder: Any, value: Any) -> Any:
    return builder.icmp_signed("!=", value, value.type(0))


def _as_float(context: Any, builder: Any, value: Any) -> Any:
    return exact_float(context, builder, narrowed(context, builder, value, INEXACT))


for _name in ("and_", "or_", "xor"):
    _operator(getattr(operator, _name), 2, None, _bitwise(_name))
    _operator(getattr(operator, f"i{_name.strip('_')}"), 2, None, _bitwise(_name))
for _name, _sign in {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}.items():
    _operator(getattr(operator, _name), 2, types.boolean, _comparing(_sign))
_operator(operator.invert, 1, None, lambda _context, builder, value: builder.not_(value))
_operator(operator.pos, 1, None, lambda _context, _builder, value: value)
_operator(int, 1, None, lambda _context, _builder, value: value)
_operator(operator.not_, 1, types.boolean, _is_zero)
_operator(operator.truth, 1, types.boolean, _is_true)
_operator(bool, 1, types.boolean, _is_true)
_operator(float, 1, types.float64, _as_float)


def exact_float(context: Any, builder: Any, word: Any, loc: Any = None) -> Any:
    """An int of one word as a float that is equal to it, or `Overflow`."""
    limit = INT64(1 << 53)
    beyond = builder.icmp_unsigned(">", builder.add(word, limit), INT64(1 << 54))
    refuse(context, builder, beyond, INEXACT, loc)
    return builder.sitofp(word, ir.DoubleType())


# Shifts ------------------------------------------------------------------------------------------


def shifted_left(context: Any, builder: Any, value: Any, count: Any, loc: Any, site: Any) -> Any:
    """`value << count`; bits beyond its width raise `Overflow`, or are lost if the site loses."""
    width = value.type.width
    fits = site.fits(width)
    exact = not fits and not site.loses(width)
    most = width - (exact and _is_one(value))  # the bit below the sign is the last
    if site.most is None or site.most >= most:
        outside = builder.icmp_unsigned(">=", count, INT64(most))
        with builder.if_then(outside, likely=False):
            below = builder.icmp_signed("<", count, INT64(0))
            refuse(context, builder, below, NEGATIVE_SHIFT, loc)
            refuse(context, builder, builder.not_(below), LOST, loc, width)
    if fits and width == WORD:
        return builder.shl(value, count, flags=("nsw",))
    result = _left(builder, value, count)
    if exact and not _is_one(value):
        back = shifted_right(context, builder, result, count, loc, most=width - 1)
        lost = builder.icmp_signed("!=", back, value)
        refuse(context, builder, lost, LOST, loc, width)
    return result


def _is_one(value: Any) -> bool:
    return isinstance(value, ir.Constant) and value.constant == 1


def _left(builder: Any, value: Any, count: Any) -> Any:
    width = value.type.width
    if width == WORD:
        return builder.shl(value, count)
    if isinstance(count, ir.Constant):
        return builder.shl(value, value.type(count.constant))
    places, whole = range(width // WORD), builder.lshr(count, INT64(6))
    within = builder.and_(count, INT64(WORD - 1))
    if _is_one(value):  # one word has the bit, the others none
        bit = builder.shl(INT64(1), within)
        chosen = [builder.icmp_unsigned("==", whole, INT64(place)) for place in places]
        return joined(builder, [builder.select(here, bit, INT64(0)) for here in chosen])
    parts = _moved(builder, split(builder, value), whole, -1, INT64(0))
    pairs = zip(parts, [INT64(0), *parts[:-1]], strict=True)
    return joined(builder, [_funnel(builder, "fshl", high, low, within) for high, low in pairs])


def shifted_right(
    context: Any, builder: Any, value: Any, count: Any, loc: Any, *, most: int | None = None
) -> Any:
    """`value >> count`, for any count that is not negative as in Python; `most` if it is known."""
    width = value.type.width
    if isinstance(count, ir.Constant) and count.constant >= 0:
        count = INT64(min(count.constant, width - 1))
    elif most is None or most >= width:
        if most is None:
            below = builder.icmp_signed("<", count, INT64(0))
            refuse(context, builder, below, NEGATIVE_SHIFT, loc)
        last = INT64(width - 1)
        count = builder.select(builder.icmp_unsigned(">", count, last), last, count)
    if width == WORD:
        return builder.ashr(value, count)
    if isinstance(count, ir.Constant):
        return builder.ashr(value, value.type(count.constant))
    parts = split(builder, value)
    fill = builder.ashr(parts[-1], INT64(WORD - 1))
    parts = _moved(builder, parts, builder.lshr(count, INT64(6)), 1, fill)
    within = builder.and_(count, INT64(WORD - 1))
    pairs = zip([*parts[1:], fill], parts, strict=True)
    return joined(builder, [_funnel(builder, "fshr", high, low, within) for high, low in pairs])


def _moved(builder: Any, parts: list[Any], places: Any, sign: int, fill: Any) -> list[Any]:
    """Words moved by so many places, found bit by bit: sign 1 to lower places, −1 to higher."""
    step, count = 1, len(parts)
    while step < count:
        on = builder.icmp_unsigned("!=", builder.and_(places, INT64(step)), INT64(0))
        sources = [place + sign * step for place in range(count)]
        moved = [parts[source] if 0 <= source < count else fill for source in sources]
        parts = [builder.select(on, far, near) for far, near in zip(moved, parts, strict=True)]
        step *= 2
    return parts


def _funnel(builder: Any, name: str, high: Any, low: Any, count: Any) -> Any:
    kind = ir.FunctionType(INT64, [INT64] * 3)
    function = cgutils.get_or_insert_function(builder.module, kind, f"llvm.{name}.i64")
    return builder.call(function, [high, low, count])


# Bits --------------------------------------------------------------------------------------------


def _low(builder: Any, value: Any) -> Any:
    return builder.trunc(value, INT64) if value.type.width > WORD else value


@intrinsic
def count_ones(_typing: Any, value: Any) -> Any:
    """The bits set in the two's complement of an int, which is not negative."""
    kind = value if isinstance(value, Wide) else types.int64

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _low(builder, builder.ctpop(arguments[0]))

    return types.int64(kind), generate


@intrinsic
def length(_typing: Any, value: Any) -> Any:
    """The bits of an int, which is not negative, without leading zeros."""
    kind = value if isinstance(value, Wide) else types.int64

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        zeros = builder.ctlz(arguments[0], FALSE)
        return builder.sub(INT64(arguments[0].type.width), _low(builder, zeros))

    return types.int64(kind), generate


@intrinsic
def magnitude(_typing: Any, value: Any) -> Any:
    """The absolute value; of the least int of its width the same bits, to be read as unsigned."""
    kind = value if isinstance(value, Wide) else types.int64

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        (number,) = arguments
        below = builder.icmp_signed("<", number, number.type(0))
        return builder.select(below, builder.neg(number), number)

    return kind(kind), generate


@intrinsic
def word_at(_typing: Any, value: Any, place: Any) -> Any:
    """Word number `place` of an int, 0 the lowest."""
    kind = value if isinstance(value, Wide) else types.int64

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        value, place = arguments
        if value.type.width == WORD:
            return value
        chosen, *others = split(builder, value)
        for index, word in enumerate(others, 1):
            here = builder.icmp_signed("==", place, INT64(index))
            chosen = builder.select(here, word, chosen)
        return chosen

    return types.int64(kind, types.int64), generate


@intrinsic
def trailing_zeros(_typing: Any, word: Any) -> Any:
    """The zeros below the lowest bit of a word that is not 0."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


def bit_count(value: int) -> int:
    """`value.bit_count()` in rules: a method would belong to the first type of a variable."""
    return value.bit_count()


def bit_length(value: int) -> int:
    """`value.bit_length()` in rules, a function for the same reason."""
    return value.bit_length()


METHODS: Final = {"bit_count": bit_count, "bit_length": bit_length}


@overload(bit_count, strict=False)
@overload_method(Wide, "bit_count", strict=False)
@overload_method(types.Integer, "bit_count", strict=False)
@overload_method(types.Boolean, "bit_count", strict=False)
def _bit_count(value: Any) -> Any:
    return lambda value: count_ones(magnitude(value))


@overload(bit_length, strict=False)
@overload_method(Wide, "bit_length", strict=False)
@overload_method(types.Integer, "bit_length", strict=False)
@overload_method(types.Boolean, "bit_length", strict=False)
def _bit_length(value: Any) -> Any:
    return lambda value: length(magnitude(value))


# Where other functions meet wide ints ------------------------------------------------------------


@overload(min, strict=False)
def _min(first: Any, second: Any) -> Any:
    if any_wide((first, second)):
        return lambda first, second: second if second < first else first
    return None


@overload(max, strict=False)
def _max(first: Any, second: Any) -> Any:
    if any_wide((first, second)):
        return lambda first, second: second if second > first else first
    return None


@overload_method(Wide, "__hash__", strict=False)
def _hash(value: Any) -> Any:
    return lambda value: hash(word_at(value, 0) ^ word_at(value, 1))


@infer_global(operator.getitem)
class _WideIndex(AbstractTemplate):
    """An index has to be of one word; more raises `Overflow`."""

    key = operator.getitem

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        if len(arguments) != 2 or not isinstance(arguments[1], Wide):
            return None
        return self.context.resolve_function_type(operator.getitem, (arguments[0], types.int64), {})


@infer_global(range)
class _WideRange(AbstractTemplate):
    """As with indices."""

    key = range

    def generic(self, arguments: Any, _keywords: Any) -> Any:
        if not arguments or not any_wide(arguments):
            return None
        return self.context.resolve_function_type(range, (types.int64,) * len(arguments), {})
