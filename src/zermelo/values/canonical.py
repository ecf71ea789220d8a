"""Canonical forms: the simplest form of each value under normal play, its thermograph and name.

After Berlekamp, Conway and Guy, Winning Ways (1982), and Siegel, Combinatorial Game Theory (2013).
Left is player 0, Right is player 1; a value is positive if Left wins moving first and second.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple


class Value:
    """A value in canonical form; equal values are the same object, so compare them with `is`. No
    option in `left` or `right` is dominated or reversible; `number` is None unless the value is a
    number.
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
        return _translate(other, self) if other.number is None else _translate(self, other)

    def __neg__(self) -> Value:
        return _negate(self)

    def __sub__(self, other: Value) -> Value:
        return self + -other

    @property
    def outcome(self) -> str:
        """The winner: "L" Left, "R" Right, "N" the next player to move, "P" the previous one."""
        left, right = self >= ZERO, self <= ZERO
        return "P" if left and right else "L" if left else "R" if right else "N"


def _number(left: frozenset[Value], right: frozenset[Value]) -> Fraction | None:
    """The number with these options in canonical form; None if they make no number."""
    low, high = ([end.number for end in side if end.number is not None] for side in (left, right))
    if (len(low), len(high)) != (len(left), len(right)) or max(len(low), len(high)) > 1:
        return None
    if low and high:
        return (low[0] + high[0]) / 2 if low[0] < high[0] else None
    return low[0] + 1 if low else high[0] - 1 if high else Fraction(0)


@cache
def _form(left: frozenset[Value], right: frozenset[Value]) -> Value:
    return Value(left, right)


ZERO = _form(frozenset(), frozenset())


@cache
def number(size: Fraction | int) -> Value:
    """The value of a dyadic fraction, which may be an integer."""
    size = Fraction(size)
    if size.denominator > 1:
        step = Fraction(1, size.denominator)
        return _form(frozenset([number(size - step)]), frozenset([number(size + step)]))
    value = ZERO
    for _ in range(abs(size.numerator)):  # no recursion, as `size` may be large
        ends = frozenset([value]), frozenset[Value]()
        value = _form(*ends) if size > 0 else _form(*reversed(ends))
    return value


@cache
def nimber(size: int) -> Value:
    """The value of a row of `size` matches in Nim."""
    smaller = frozenset(map(nimber, range(size)))
    return _form(smaller, smaller)


# Canonical forms --------------------------------------------------------------------------------


def value_of(left: Iterable[Value], right: Iterable[Value]) -> Value:
    """The canonical form of {left | right}: drop dominated options, bypass reversible ones."""
    lefts, minus_rights = _without_dominated(left), _without_dominated(-each for each in right)
    rights, minus_lefts = [-each for each in minus_rights], [-each for each in lefts]
    kept = _without_dominated(_irreversible(lefts, rights))
    minus_kept = _without_dominated(_irreversible(minus_rights, minus_lefts))
    return _form(frozenset(kept), frozenset(-each for each in minus_kept))


def _without_dominated(lefts: Iterable[Value]) -> list[Value]:
    """Drop each of Left's options that is less than or equal to another one."""
    kept: list[Value] = []
    for each in lefts:
        if not any(other >= each for other in kept):
            kept = [other for other in kept if not each >= other]
            kept.append(each)
    return kept


def _irreversible(lefts: list[Value], rights: list[Value]) -> list[Value]:
    """Left's options in {lefts | rights}, with reversible ones bypassed: after these, Right can
    reply with a value no better for Left than the whole, and Left's moves from that value replace
    the option.
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


# Comparing --------------------------------------------------------------------------------------


@cache
def _at_least(one: Value, other: Value) -> bool:
    """Whether one ≥ other: Left wins one − other when moving second."""
    if one is other:
        return True
    if one.number is not None and other.number is not None:
        return one.number >= other.number
    return not (
        any(_at_least(other, end) for end in one.right)
        or any(_at_least(end, one) for end in other.left)
    )


def _at_most(one: Value, lefts: list[Value], rights: list[Value]) -> bool:
    """Whether one ≤ {lefts | rights}, which is not yet in canonical form."""
    return not any(one >= end for end in rights) and all(  # and no option is ≥ {lefts | rights}
        any(left >= end for left in lefts) or any(_at_most(o, lefts, rights) for o in end.right)
        for end in one.left
    )


# Arithmetic -------------------------------------------------------------------------------------


@cache
def _negate(one: Value) -> Value:
    return _form(frozenset(map(_negate, one.right)), frozenset(map(_negate, one.left)))


@cache
def _translate(one: Value, other: Value) -> Value:
    """Return one + other, if `one` is not a number; adding a number only shifts its options."""
    left, right = ({end + other for end in side} for side in (one.left, one.right))
    if other.number is not None:
        return _form(frozenset(left), frozenset(right))
    return value_of(
        left | {one + end for end in other.left}, right | {one + end for end in other.right}
    )


# Thermographs -------------------------------------------------------------------------------------

Wall = tuple[tuple[Fraction, Fraction], ...]  # (tax, score) at tax 0 and at each bend


class Thermograph(NamedTuple):
    """The walls of a value, each as (tax, score) at its start and bends; its mast is vertical."""

    left: Wall
    right: Wall
    mean: Fraction  # the score of the mast: the average worth of one copy in a sum of many
    temperature: Fraction  # the tax at which nobody wants to move first; negative for numbers


@cache
def thermograph(value: Value) -> Thermograph:
    """The thermograph of `value`, from tax 0 on."""
    if value.number is not None:
        mast = ((Fraction(0), value.number),)
        return Thermograph(mast, mast, value.number, Fraction(-1, value.number.denominator))
    lefts = [thermograph(end).right for end in value.left]
    rights = [thermograph(end).left for end in value.right]
    points = [point for wall in lefts + rights for point in wall]
    far = max(tax for tax, _ in points) + max(abs(score) for _, score in points) + 1
    left, right = _outer(lefts, -1, far), _outer(rights, 1, far)  # the walls meet below tax `far`
    bends = _bends([left, right])
    after = next(tax for tax in bends if _at(left, tax) <= _at(right, tax))
    mean = _at(left, after)
    bent = [tax for tax in bends if tax < after]
    ends = [(*((tax, _at(wall, tax)) for tax in bent), (after, mean)) for wall in (left, right)]
    return Thermograph(_straight(ends[0]), _straight(ends[1]), mean, after)


def _outer(walls: list[Wall], sign: int, far: Fraction) -> Wall:
    """The wall of Left's (sign −1) or Right's (1) best scores in `walls` after paying each tax."""
    best: Callable[[Iterable[Fraction]], Fraction] = max if sign < 0 else min
    taxes = [*_bends(walls), far]
    return tuple((tax, best(_at(wall, tax) for wall in walls) + sign * tax) for tax in taxes)


def _bends(walls: list[Wall]) -> list[Fraction]:
    """Every tax at which a wall bends or two walls cross."""
    bends = sorted({tax for wall in walls for tax, _ in wall})
    places = set(bends)
    for low, high in itertools.pairwise(bends):
        for one, other in itertools.combinations(walls, 2):
            before = _at(one, low) - _at(other, low)
            behind = _at(one, high) - _at(other, high)
            if before * behind < 0:
                places.add(low + (high - low) * before / (before - behind))
    return sorted(places)


def _at(wall: Wall, tax: Fraction) -> Fraction:
    for (low, before), (high, behind) in itertools.pairwise(wall):
        if tax <= high:
            return before + (behind - before) * (tax - low) / (high - low)
    return wall[-1][1]


def _straight(wall: Wall) -> Wall:
    """Drop the points of a wall where the wall does not bend."""
    kept = list(wall[:1])
    for point, behind in itertools.pairwise(wall[1:]):
        if _at((kept[-1], behind), point[0]) != point[1]:
            kept.append(point)
    return (*kept, *wall[1:][-1:])


# Names --------------------------------------------------------------------------------------------

ARROWS: Final = {0: "", 1: "↑", 2: "⇑", -1: "↓", -2: "⇓"}


@cache
def name(value: Value) -> str:
    """The shortest name of `value`, or sorted options in braces if it has no name.

    >>> name(number(3) + nimber(2)), name(value_of([number(1)], [number(-1)]))
    ('3*2', '±1')
    """
    if value.number is not None:
        return str(value.number)
    graph = thermograph(value)
    if graph.left[0][1] == graph.right[0][1]:
        small = _infinitesimal(value - number(graph.mean))
        if small:
            whole = "" if graph.mean == 0 else str(graph.mean)
            return f"{whole} + {small}" if whole and small[0].isalnum() else whole + small
    if -value is value:
        left = _side(value.left)
        return f"±{left}" if all(end.number for end in value.left) else f"±({left})"
    return "{" + "|".join(_side(side) for side in (value.left, value.right)) + "}"


def _side(options: frozenset[Value]) -> str:
    return ",".join(sorted(map(name, options)))


def _infinitesimal(value: Value) -> str:
    """The name of an infinitesimal value, like "↑*" or "tiny(2)"; empty if it has none."""
    depth = _depth(value)
    for ups in sorted(range(-depth, depth + 1), key=abs):
        rest = value - _ups(ups)
        star = len(rest.left)
        if rest is nimber(star):
            stars = "" if star == 0 else "*" if star == 1 else f"*{star}"
            return ARROWS.get(ups, f"{abs(ups)}·{'↑' if ups > 0 else '↓'}") + stars
    for word, one in (("tiny", value), ("miny", -value)):
        size = _tiny(one)
        if size is not None:
            return f"{word}({name(size)})"
    return ""


@cache
def _depth(value: Value) -> int:
    """The greatest number of moves until neither side can move."""
    return max((_depth(end) + 1 for end in value.left | value.right), default=0)


@cache
def _ups(count: int) -> Value:
    if count < 0:
        return -_ups(-count)
    return _ups(count - 1) + value_of([ZERO], [nimber(1)]) if count else ZERO


def _tiny(value: Value) -> Value | None:
    """The value G of {0 || 0 | −G}; None for other values."""
    if value.left != {ZERO} or len(value.right) != 1:
        return None
    (threat,) = value.right
    if threat.left != {ZERO} or len(threat.right) != 1:
        return None
    (size,) = threat.right
    return -size
