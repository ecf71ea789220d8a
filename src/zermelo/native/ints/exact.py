"""The code of guarded operators on ints: sums, products, shifts, quotients and powers."""

from __future__ import annotations

from typing import Any, Final

from llvmlite import ir
from numba.core import types

from zermelo.native.ints.guards import Lowering, Site, guard
from zermelo.native.ints.wide import INT64, WHOLE, int_type, narrowed, refuse
from zermelo.native.ints.wideops import (
    exact_float,
    length,
    literal,
    magnitude,
    shifted_left,
    shifted_right,
    widest,
)
from zermelo.native.ints.widths import INEXACT, LOST, NEGATIVE_POWER, WORD, ZERO_DIVISION

LEAST: Final = -(1 << (WORD - 1))


def _alike(site: Site, *kinds: Any) -> Any:
    """Operands and result of one type, as wide as the widest of them and the site."""
    kind = int_type(max(site.width, widest(kinds)))
    return kind, [kind] * len(kinds)


# Sums and products -------------------------------------------------------------------------------


def _summing(name: str) -> Lowering:
    def lower(context: Any, builder: Any, _given: Any, operands: Any, site: Site, loc: Any) -> Any:
        width = operands[0].type.width
        if site.fits(width):
            return getattr(builder, name)(*operands, flags=("nsw",))
        if site.loses(width):
            return getattr(builder, name)(*operands)
        pair = getattr(builder, f"s{name}_with_overflow")(*operands)
        refuse(context, builder, builder.extract_value(pair, 1), LOST, loc, width)
        return builder.extract_value(pair, 0)

    return lower


def _multiply(context: Any, builder: Any, _given: Any, operands: Any, site: Site, loc: Any) -> Any:
    width = operands[0].type.width
    if site.fits(width):
        return builder.mul(*operands, flags=("nsw",))
    if site.loses(width):
        return builder.mul(*operands)
    if width == WORD:
        return _summing("mul")(context, builder, _given, operands, site, loc)
    # The lengths of both factors tell how long their product can be.
    bits = builder.add(*(_length(context, builder, factor) for factor in operands))
    refuse(context, builder, builder.icmp_signed(">=", bits, INT64(width)), LOST, loc, width)
    return builder.mul(*operands)


def _length(context: Any, builder: Any, value: Any) -> Any:
    def bits(value: Any) -> Any:
        return length(magnitude(value))

    given = types.int64(int_type(value.type.width))
    return context.compile_internal(builder, bits, given, [value])


def _negate(context: Any, builder: Any, _given: Any, operands: Any, site: Site, loc: Any) -> Any:
    (value,) = operands
    width = value.type.width
    if not site.fits(width) and not site.loses(width):
        least = builder.icmp_signed("==", value, value.type(-(1 << (width - 1))))
        refuse(context, builder, least, LOST, loc, width)
    return builder.neg(value)


guard("add", _alike, _summing("add"))
guard("sub", _alike, _summing("sub"))
guard("mul", _alike, _multiply)
guard("neg", _alike, _negate)


# Shifts ------------------------------------------------------------------------------------------


def _shift_kinds(site: Site, value: Any, count: Any) -> Any:
    kind = int_type(max(site.width, widest((value,))))
    first = value if isinstance(value, types.IntegerLiteral) else kind
    return kind, [first, count if isinstance(count, types.IntegerLiteral) else types.int64]


def _shift_left(context: Any, builder: Any, given: Any, operands: Any, site: Site, loc: Any) -> Any:
    first, second = given.args
    value, count = operands[0], literal(second, operands[1])
    width = getattr(given.return_type, "bits", WORD)
    if isinstance(first, types.IntegerLiteral):
        value = ir.IntType(width)(first.literal_value)
    return shifted_left(context, builder, value, count, loc, site)


def _shift_right(
    context: Any, builder: Any, given: Any, operands: Any, site: Site, loc: Any
) -> Any:
    first, second = given.args
    value, count = literal(first, operands[0]), literal(second, operands[1])
    return shifted_right(context, builder, value, count, loc, most=site.most)


def _shift_right_kinds(_site: Site, value: Any, count: Any) -> Any:
    return _shift_kinds(Site(), value, count)


guard("lshift", _shift_kinds, _shift_left)
guard("rshift", _shift_right_kinds, _shift_right)


# Quotients ---------------------------------------------------------------------------------------


def _refuse_zero(context: Any, builder: Any, given: Any, operands: Any, loc: Any) -> None:
    """numba gives 0, an infinity or no number where Python raises."""
    kind, divisor = given.args[1], operands[1]
    if isinstance(kind, types.Float):
        zero = builder.fcmp_ordered("==", divisor, divisor.type(0.0))
    elif isinstance(kind, WHOLE):
        zero = builder.icmp_signed("==", divisor, divisor.type(0))
    else:
        return
    refuse(context, builder, zero, ZERO_DIVISION, loc)


def _refuse_division(context: Any, builder: Any, operands: Any, site: Site, loc: Any) -> None:
    """Processors stop at a division by zero, and at the one whose quotient needs a bit more."""
    number, divisor = operands
    if not site.divides:
        zero = builder.icmp_signed("==", divisor, divisor.type(0))
        refuse(context, builder, zero, ZERO_DIVISION, loc)
    width = number.type.width
    if width == WORD and not site.fits(WORD) and not site.natural:
        least = builder.icmp_signed("==", number, INT64(LEAST))
        both = builder.and_(least, builder.icmp_signed("==", divisor, INT64(-1)))
        refuse(context, builder, both, LOST, loc, WORD)
    if width > WORD and not site.natural:
        for value in operands:  # whose absolute value is divided
            least = builder.icmp_signed("==", value, value.type(-1 << width - 1))
            refuse(context, builder, least, LOST, loc, width)


def _quotient_down(
    context: Any, builder: Any, given: Any, operands: Any, site: Site, loc: Any
) -> Any:
    _refuse_division(context, builder, operands, site, loc)
    if operands[0].type.width > WORD:
        return context.compile_internal(builder, long_quotient, given, operands)
    if site.natural:
        return builder.udiv(*operands)
    quotient = builder.sdiv(*operands)
    return builder.sub(quotient, builder.zext(_rounds_up(builder, *operands), INT64))


def _remainder(context: Any, builder: Any, given: Any, operands: Any, site: Site, loc: Any) -> Any:
    _refuse_division(context, builder, operands, site, loc)
    if operands[0].type.width > WORD:
        return context.compile_internal(builder, long_remainder, given, operands)
    if site.natural:
        return builder.urem(*operands)
    add = builder.select(_rounds_up(builder, *operands), operands[1], INT64(0))
    return builder.add(builder.srem(*operands), add)


def _rounds_up(builder: Any, number: Any, divisor: Any) -> Any:
    """Whether the processor's quotient, rounded to 0, is more than Python's, rounded down."""
    rest = builder.srem(number, divisor)
    inexact = builder.icmp_signed("!=", rest, INT64(0))
    return builder.and_(inexact, builder.icmp_signed("<", builder.xor(rest, divisor), INT64(0)))


def _as_floats(_site: Site, *kinds: Any) -> Any:
    return types.float64, [int_type(widest(kinds))] * 2


def _true_quotient(
    context: Any, builder: Any, _given: Any, operands: Any, site: Site, loc: Any
) -> Any:
    floats = []
    for value in operands:
        if site.small:
            floats.append(builder.sitofp(value, ir.DoubleType()))
            continue
        word = value
        if value.type.width > WORD:
            word = narrowed(context, builder, value, INEXACT, loc)
        floats.append(exact_float(context, builder, word, loc))
    _refuse_zero(context, builder, types.float64(types.float64, types.float64), floats, loc)
    return builder.fdiv(*floats)


def _long_division(number: Any, divisor: Any) -> Any:
    """Quotient and remainder of ints that are not negative, bit by bit."""
    quotient = rest = number & 0
    for place in range(number.bit_length() - 1, -1, -1):
        quotient, rest = quotient << 1, rest << 1 | (number >> place & 1)
        if rest >= divisor:
            quotient, rest = quotient | 1, rest - divisor
    return quotient, rest


def long_quotient(number: Any, divisor: Any) -> Any:
    """`number // divisor` of wide ints."""
    quotient, rest = _long_division(*_both_positive(number, divisor))
    if (number < 0) == (divisor < 0):
        return quotient
    return -quotient - 1 if rest else -quotient


def long_remainder(number: Any, divisor: Any) -> Any:
    """`number % divisor` of wide ints."""
    _, rest = _long_division(*_both_positive(number, divisor))
    rest = -rest if number < 0 else rest
    return rest + divisor if rest and (rest < 0) != (divisor < 0) else rest


def _both_positive(number: Any, divisor: Any) -> Any:
    return (-number if number < 0 else number), (-divisor if divisor < 0 else divisor)


guard("floordiv", _alike, _quotient_down, _refuse_zero)
guard("mod", _alike, _remainder, _refuse_zero)
guard("truediv", _as_floats, _true_quotient, _refuse_zero)


# Powers ------------------------------------------------------------------------------------------


def _power_kinds(site: Site, base: Any, _exponent: Any) -> Any:
    kind = int_type(max(site.width, widest((base,))))
    return kind, [kind, types.int64]


def _raise_to_power(
    context: Any, builder: Any, given: Any, operands: Any, _site: Site, loc: Any
) -> Any:
    base, exponent = operands
    kind, width = given.return_type, base.type.width
    below = builder.icmp_signed("<", exponent, INT64(0))
    refuse(context, builder, below, NEGATIVE_POWER, loc)
    asked = types.boolean(kind, types.int64, types.int64)
    fits = context.compile_internal(builder, power_fits, asked, [base, exponent, INT64(width)])
    refuse(context, builder, builder.not_(fits), LOST, loc, width)
    return context.compile_internal(builder, power, kind(kind, types.int64), operands)


def power_fits(base: Any, exponent: int, width: int) -> bool:
    """Whether `base ** exponent` surely fits; of powers of two it is known exactly."""
    size: Any = length(magnitude(base))
    if size <= 1 or exponent == 0:
        return True
    if base & (base - 1) == 0:
        return exponent < width and (size - 1) * exponent < width - 1
    return exponent < width and size * exponent < width


def power(base: Any, exponent: int) -> Any:
    """`base ** exponent` by squaring, where that fits."""
    result = (base & 0) | 1
    while exponent:
        if exponent & 1:
            result *= base
        exponent >>= 1
        if exponent:
            base *= base
    return result


guard("pow", _power_kinds, _raise_to_power)
