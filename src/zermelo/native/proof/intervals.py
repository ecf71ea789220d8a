"""Intervals of ints, and what Python's operators make of them (interval arithmetic, Moore 1966).

Every result holds all that the operator can give for operands within the intervals given; it may
hold more. Bounds beyond all widths are infinite.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from itertools import product
from typing import Any, Final, NamedTuple

from zermelo.native.ints.widths import WIDEST, WORD, rounded

INFINITE: Final = math.inf
_BEYOND: Final = 1 << (WIDEST - 1)  # what no width holds


class Interval(NamedTuple):
    """The ints from `low` to `high`, both among them.

    width  the most bits of the compile-time type of what lies there; infinite if it may be no int
    """

    low: Any
    high: Any
    width: float = WORD

    @property
    def is_empty(self) -> bool:
        """Whether no int lies there."""
        return bool(self.low > self.high)

    def holds(self, other: Interval) -> bool:
        """Whether all of `other` lies there, and its type is as narrow."""
        inside = self.low <= other.low and other.high <= self.high
        return bool(inside and other.width <= self.width)

    def fits(self, bits: float) -> bool:
        """Whether all of it fits into so many bits, the sign among them."""
        return bool(fitting(bits).low <= self.low and self.high <= fitting(bits).high)


def interval(low: Any, high: Any, width: float = WORD) -> Interval:
    """The interval with these bounds, infinite ones for those beyond all widths."""
    low = -INFINITE if low < -_BEYOND else min(low, _BEYOND)
    return Interval(low, INFINITE if high >= _BEYOND else max(high, -_BEYOND), width)


ANY: Final = Interval(-INFINITE, INFINITE, INFINITE)
BIT: Final = Interval(0, 1)


def fitting(bits: float, width: float = WORD) -> Interval:
    """All ints of so many bits, the sign among them."""
    if bits > WIDEST:
        return Interval(-INFINITE, INFINITE, width)
    most = 1 << int(bits) - 1
    return interval(-most, most - 1, width)


def of_int(value: int) -> Interval:
    """The interval of one int."""
    return interval(value, value, rounded(value.bit_length()))


def join(one: Interval, other: Interval) -> Interval:
    """The smallest interval that holds both."""
    low, high = min(one.low, other.low), max(one.high, other.high)
    return Interval(low, high, max(one.width, other.width))


def meet(one: Interval, other: Interval) -> Interval:
    """The intersection, of the narrower type."""
    low, high = max(one.low, other.low), min(one.high, other.high)
    return Interval(low, high, min(one.width, other.width))


def widened(old: Interval, new: Interval) -> Interval:
    """Both, but that a bound of `new` beyond `old` goes to the next of a few: so loops end."""
    low, high = old.low, old.high
    if new.low < low:
        low = 0 if new.low >= 0 else -_next_power(-new.low)
    if new.high > high:
        high = _next_power(new.high + 1) - 1
    return interval(low, high, max(old.width, new.width))


def _next_power(number: Any) -> Any:
    """The least of a few powers of two that is as great."""
    bits = WIDEST if number == INFINITE else (number - 1).bit_length()
    return next((1 << step for step in _STEPS if bits <= step), INFINITE)


_STEPS: Final = (0, 1, 2, 4, 6, 8, 16, 32, 53, 62, 63, *range(127, WIDEST, 64))


# Operators ---------------------------------------------------------------------------------------


def _bits(*bounds: Any) -> Any:
    """The bits without sign of the longest of these ints."""
    return max(INFINITE if _isinf(bound) else int(bound).bit_length() for bound in bounds)


def _isinf(bound: Any) -> bool:
    return bound in (INFINITE, -INFINITE)


def _power(bits: Any) -> Any:
    return INFINITE if bits >= WIDEST else 1 << bits


def _corners(function: Callable[[Any, Any], Any], one: Any, other: Any) -> tuple[Any, Any]:
    corners = [function(*pair) for pair in product(one, other)]
    return min(corners), max(corners)


def _add(one: Interval, other: Interval) -> tuple[Any, Any]:
    return one.low + other.low, one.high + other.high


def _subtract(one: Interval, other: Interval) -> tuple[Any, Any]:
    return one.low - other.high, one.high - other.low


def _multiply(one: Interval, other: Interval) -> tuple[Any, Any]:
    def times(first: Any, second: Any) -> Any:
        return first * second if first and second else 0  # where infinity times 0 is none

    return _corners(times, one[:2], other[:2])


def _and(one: Interval, other: Interval) -> tuple[Any, Any]:
    if one.low >= 0 and other.low >= 0:
        return 0, min(one.high, other.high)
    if one.low >= 0 or other.low >= 0:
        return 0, one.high if one.low >= 0 else other.high
    least, most = min(one.low, other.low), max(one.high, other.high)
    return -_power(_bits_below(least)), most


def _or(one: Interval, other: Interval) -> tuple[Any, Any]:
    if one.high < 0 or other.high < 0:
        return min(one.low, other.low), -1
    most = _power(_bits(one.high, other.high)) - 1
    if one.low >= 0 and other.low >= 0:
        return max(one.low, other.low), most
    return min(one.low, other.low), most


def _xor(one: Interval, other: Interval) -> tuple[Any, Any]:
    if one.low >= 0 and other.low >= 0:
        return 0, _power(_bits(one.high, other.high)) - 1
    bounds = (*one[:2], *other[:2])
    most = _power(max(_bits_below(bound) if bound < 0 else _bits(bound) for bound in bounds))
    return -most, most - 1


def _bits_below(bound: Any) -> Any:
    """The bits without sign of a negative int."""
    return INFINITE if bound == -INFINITE else (~bound).bit_length()


def _shift_left(one: Interval, other: Interval) -> tuple[Any, Any]:
    def shifted(value: Any, count: Any) -> Any:
        if not value or _isinf(value):
            return value
        return math.copysign(INFINITE, value) if count > WIDEST else value << int(count)

    counts = max(other.low, 0), max(other.high, 0)  # negative ones are refused
    return _corners(shifted, one[:2], counts)


def _shift_right(one: Interval, other: Interval) -> tuple[Any, Any]:
    def shifted(value: Any, count: Any) -> Any:
        if _isinf(value):
            return value
        return value >> int(min(count, WIDEST))

    counts = max(other.low, 0), max(other.high, 0)
    return _corners(shifted, one[:2], counts)


def _quotient(one: Interval, other: Interval) -> tuple[Any, Any]:
    """Of each sign of the divisor the ends; 0 is refused."""

    def divided(value: Any, divisor: Any) -> Any:
        if _isinf(value):
            return value if divisor > 0 else -value
        if _isinf(divisor):
            return 0 if value == 0 or (value > 0) == (divisor > 0) else -1
        return value // divisor

    ends = [end for end in (other.low, other.high, -1, 1) if other.low <= end <= other.high and end]
    return _corners(divided, one[:2], ends) if ends else (0, 0)


def _remainder(one: Interval, other: Interval) -> tuple[Any, Any]:
    """Of the divisor's sign, and nearer to 0."""
    if one.low >= 0 and other.low > one.high:
        return one.low, one.high
    low, high = min(other.low + 1, 0), max(other.high - 1, 0)
    return low, min(high, one.high) if one.low >= 0 and other.low > 0 else high


def _raise_to_power(one: Interval, other: Interval) -> tuple[Any, Any]:
    if one.low < 0 or other.high > WIDEST:
        return (0 if one.low >= 0 else -INFINITE), INFINITE
    count = max(int(other.high), 0)
    if _isinf(one.high) or one.high.bit_length() * count > WIDEST:
        return 0, INFINITE
    return 0, max(int(one.high) ** count, 1)


def _compare(_one: Interval, _other: Interval) -> tuple[Any, Any]:
    return 0, 1


_BINARY: Final[dict[str, Any]] = {
    "add": _add,
    "sub": _subtract,
    "mul": _multiply,
    "and_": _and,
    "or_": _or,
    "xor": _xor,
    "lshift": _shift_left,
    "rshift": _shift_right,
    "floordiv": _quotient,
    "mod": _remainder,
    "pow": _raise_to_power,
}
COMPARISONS: Final = ("eq", "ne", "lt", "le", "gt", "ge")

BINARY: Final[dict[Any, Callable[[Interval, Interval], tuple[Any, Any]]]] = {
    function: rule
    for name, rule in _BINARY.items()
    for function in (getattr(operator, name), getattr(operator, f"i{name.strip('_')}"))
} | {getattr(operator, name): _compare for name in COMPARISONS}

UNARY: Final[dict[Any, Callable[[Interval], tuple[Any, Any]]]] = {
    operator.neg: lambda given: (-given.high, -given.low),
    operator.invert: lambda given: (-given.high - 1, -given.low - 1),
    operator.pos: lambda given: given[:2],
    operator.not_: lambda _given: (0, 1),
}


def result_of(function: Any, *operands: Interval) -> Interval:
    """The interval of an operator's result; every int for operators without a rule."""
    rule: Any = (UNARY if len(operands) == 1 else BINARY).get(function)
    width = max(operand.width for operand in operands)
    if rule is None or (width == INFINITE and function not in _OF_INTS):
        return ANY
    width = WORD if function in _TRUTHS else min(width, WIDEST)
    low, high = rule(*operands)
    return interval(low, high, width)


_TRUTHS: Final = {operator.not_, *(getattr(operator, name) for name in COMPARISONS)}
_OF_INTS: Final = _TRUTHS | {  # what takes no floats
    operator.invert,
    *(getattr(operator, name) for name in ("and_", "or_", "xor", "lshift", "rshift")),
    *(getattr(operator, name) for name in ("iand", "ior", "ixor", "ilshift", "irshift")),
}


def counted(given: Interval, *, length: bool) -> Interval:
    """The interval of `bit_length` or `bit_count` for these ints."""
    most = _bits(given.low, given.high)
    if not length:
        least = 1 if given.low > 0 or given.high < 0 else 0
    elif given.low > 0:
        least = int(given.low).bit_length()
    else:
        least = 1 if given.high < 0 else 0
    return Interval(least, min(most, WIDEST))
