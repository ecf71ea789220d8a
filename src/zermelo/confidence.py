"""Shares and means with their 95% confidence intervals."""

import math
from dataclasses import dataclass
from typing import Final

NORMAL: Final = 1.959964  # the 97.5% quantile of the normal distribution


@dataclass(frozen=True)
class Share:
    """The number of cases of a kind, and their estimated share of all cases."""

    count: int
    value: float | None  # count / total; None without cases
    low: float  # the ends of the 95% interval by Wilson (1927), accurate even near 0 and 1
    high: float


@dataclass(frozen=True)
class Mean:
    """A mean with its 95% confidence interval."""

    value: float | None  # None without cases
    low: float | None  # the ends of the normal 95% interval; None for fewer than two cases
    high: float | None


def share(count: int, total: int) -> Share:
    """The share of `count` among `total` independent cases.

    >>> half = share(50, 100)
    >>> round(half.low, 3), half.value, round(half.high, 3)
    (0.404, 0.5, 0.596)
    """
    if total == 0:
        return Share(count, None, 0.0, 1.0)
    value, slack = count / total, NORMAL**2 / total
    middle = value + slack / 2
    reach = math.sqrt(slack * (value * (1 - value) + slack / 4))
    low = (middle - reach) / (1 + slack) if count else 0.0
    high = (middle + reach) / (1 + slack) if count < total else 1.0
    return Share(count, value, low, high)


def mean(total: int, squares: int, number: int) -> Mean:
    """The mean of `number` independent ints with sum `total` and sum of squares `squares`."""
    if number == 0:
        return Mean(None, None, None)
    value = total / number
    if number == 1:
        return Mean(value, None, None)
    variance = (squares * number - total * total) / (number * (number - 1))
    reach = NORMAL * math.sqrt(variance / number)
    return Mean(value, value - reach, value + reach)
