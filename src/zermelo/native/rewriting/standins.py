"""Built-in functions written out, to be compiled in their place with the rules that call them.

numba's own do not check for overflow, or it has none.
"""

from __future__ import annotations

from typing import Any, Final


def absolute(number: Any) -> Any:
    """`abs`."""
    return -number if number < 0 else number


def total(items: Any, start: Any = 0) -> Any:
    """`sum`."""
    for item in items:
        start = start + item
    return start


def every(items: Any) -> bool:
    """`all`."""
    for item in items:  # noqa: SIM110 - numba has no `all`
        if not item:
            return False
    return True


def some(items: Any) -> bool:
    """`any`."""
    for item in items:  # noqa: SIM110 - numba has no `any`
        if item:
            return True
    return False


def quotient_and_remainder(number: Any, divisor: Any) -> Any:
    """`divmod`."""
    return number // divisor, number % divisor


def power(base: Any, exponent: Any) -> Any:
    """`pow`."""
    return base**exponent


STAND_INS: Final[dict[Any, Any]] = {
    abs: absolute,
    sum: total,
    all: every,
    any: some,
    divmod: quotient_and_remainder,
    pow: power,
}
