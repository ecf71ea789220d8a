"""Canonical forms: the one simplest form of each value under normal play, and its arithmetic.

After Berlekamp, Conway and Guy, Winning Ways (1982), and Siegel, Combinatorial Game Theory (2013).
Left is player 0, Right player 1; a value is positive when Left wins moving first or second.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache


class Value:
    """A value in canonical form; equal ones are the same object, so `is` compares them.

    left    the values that Left can move to, none of them dominated or reversible
    right   the values that Right can move to
    number  the number that it is; None for all others
    """

    __slots__ = ("left", "number", "right")

    def __init__(self, left: frozenset[Value], right: frozenset[Value]) -> None:
        self.left, self.right = left, right
        self.number = _number(left, right)

    def __ge__(self, other: Value) -> bool:
        return _at_least(self, other)

    def __add__(self, other: Value) -> Value:
        if self.number is not None and other.number is not None:
            return number(self.number + other.number)
        if ZERO in (self, other):
            return self if other is ZERO else other
        return _translated(other, self) if other.number is None else _translated(self, other)

    def __neg__(self) -> Value:
        return _negated(self)

    def __sub__(self, other: Value) -> Value:
        return self + -other

    @property
    def outcome(self) -> str:
        """The winner: "L" Left, "R" Right, "N" the next player to move, "P" the previous one."""
        left, right = self >= ZERO, self <= ZERO
        return "P" if left and right else "L" if left else "R" if right else "N"


def _number(left: frozenset[Value], right: frozenset[Value]) -> Fraction | None:
    """The number of a canonical form: an integer, or half way between two numbers."""
    low, high = _numbers(left), _numbers(right)
    if (len(low), len(high)) != (len(left), len(right)) or max(len(low), len(high)) > 1:
        return None
    if low and high:
        return (low[0] + high[0]) / 2 if low[0] < high[0] else None
    return low[0] + 1 if low else high[0] - 1 if high else Fraction(0)


def _numbers(options: frozenset[Value]) -> list[Fraction]:
    return [each.number for each in options if each.number is not None]


@cache
def _form(left: frozenset[Value], right: frozenset[Value]) -> Value:
    return Value(left, right)


ZERO = _form(frozenset(), frozenset())


@cache
def number(size: Fraction | int) -> Value:
    """The value of a dyadic fraction, an integer for example."""
    size = Fraction(size)
    if size.denominator > 1:
        step = Fraction(1, size.denominator)
        return _form(frozenset([number(size - step)]), frozenset([number(size + step)]))
    value = ZERO
    for _ in range(abs(size.numerator)):  # no recursion: it may be large
        ends = frozenset([value]), frozenset[Value]()
        value = _form(*ends) if size > 0 else _form(*reversed(ends))
    return value


@cache
def nimber(size: int) -> Value:
    """The value of a row of `size` matches in Nim."""
    smaller = frozenset(map(nimber, range(size)))
    return _form(smaller, smaller)


# Canonical forms ---------------------------------------------------------------------------------


def value_of(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """{left | right}: without dominated options, its reversible ones bypassed."""
    lefts, minus_rights = _undominated(left), _undominated(-each for each in right)
    rights, minus_lefts = [-each for each in minus_rights], [-each for each in lefts]
    kept = _undominated(_irreversible(lefts, rights))
    minus_kept = _undominated(_irreversible(minus_rights, minus_lefts))
    return _form(frozenset(kept), frozenset(-each for each in minus_kept))


def _undominated(lefts: Iterable[Value]) -> list[Value]:
    """Left's options without those that are at most another one."""
    kept: list[Value] = []
    for each in lefts:
        if not any(other >= each for other in kept):
            kept = [other for other in kept if not each >= other]
            kept.append(each)
    return kept


def _irreversible(lefts: list[Value], rights: list[Value]) -> list[Value]:
    """Left's options in {lefts | rights}.

    From a reversible one, Right has a move to what is no better for Left than the whole; Left's
    moves from there stand in for it.
    """
    kept, waiting = [], list(lefts)
    while waiting:
        each = waiting.pop()
        back = next((end for end in each.right if _at_most(end, lefts, rights)), None)
        if back is None:
            kept.append(each)
        else:
            waiting += back.left
    return kept


# Comparing ---------------------------------------------------------------------------------------


@cache
def _at_least(one: Value, other: Value) -> bool:
    """Whether Left, moving second, wins one − other."""
    if one is other:
        return True
    if one.number is not None and other.number is not None:
        return one.number >= other.number
    return not (
        any(_at_least(other, end) for end in one.right)
        or any(_at_least(end, one) for end in other.left)
    )


def _at_most(one: Value, lefts: list[Value], rights: list[Value]) -> bool:
    """Whether one ≤ {lefts | rights}, which has no canonical form yet."""
    return not (
        any(one >= end for end in rights) or any(_no_less(end, lefts, rights) for end in one.left)
    )


def _no_less(one: Value, lefts: list[Value], rights: list[Value]) -> bool:
    """Whether one ≥ {lefts | rights}."""
    return not (
        any(end >= one for end in lefts) or any(_at_most(end, lefts, rights) for end in one.right)
    )


# Arithmetic --------------------------------------------------------------------------------------


@cache
def _negated(one: Value) -> Value:
    return _form(frozenset(map(_negated, one.right)), frozenset(map(_negated, one.left)))


@cache
def _translated(one: Value, other: Value) -> Value:
    """one + other, where one is no number. A number adds to the options of the rest."""
    left, right = ({end + other for end in side} for side in (one.left, one.right))
    if other.number is not None:
        return _form(frozenset(left), frozenset(right))
    return value_of(
        left | {one + end for end in other.left}, right | {one + end for end in other.right}
    )
