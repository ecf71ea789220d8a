"""Thermographs: how much it is worth to move, as the tax on every move rises.

After Conway, On Numbers and Games (1976): at tax t the walls are what Left gets who begins, and
what she gets when Right begins; from the temperature on they are one mast, at the mean.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from zermelo.values.canonical import Value

Wall = tuple[tuple[Fraction, Fraction], ...]  # (tax, score) at each bend, the first at tax 0


class Thermograph(NamedTuple):
    """The walls of a value.

    left, right  (tax, score) where each wall begins and bends; above the last they are vertical
    mean         the score of the mast: what many copies are worth, each on average
    temperature  the tax at which nobody wants to move first; of a number negative
    """

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction


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
    left, right = _outer(lefts, -1, far), _outer(rights, 1, far)  # they meet before that
    bends = _bends([left, right])
    after = next(tax for tax in bends if _at(left, tax) <= _at(right, tax))
    mean = _at(left, after)
    bent = [tax for tax in bends if tax < after]
    ends = [(*((tax, _at(wall, tax)) for tax in bent), (after, mean)) for wall in (left, right)]
    return Thermograph(_straight(ends[0]), _straight(ends[1]), mean, after)


def _outer(walls: list[Wall], sign: int, far: Fraction) -> Wall:
    """The best of walls for the player who pays the tax, up to a tax: −1 Left, 1 Right."""
    best: Callable[[Iterable[Fraction]], Fraction] = max if sign < 0 else min
    taxes = [*_bends(walls), far]
    return tuple((tax, best(_at(wall, tax) for wall in walls) + sign * tax) for tax in taxes)


def _bends(walls: list[Wall]) -> list[Fraction]:
    """Every tax at which a wall bends or two of them cross."""
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
    """The score of a wall at a tax."""
    for (low, before), (high, behind) in itertools.pairwise(wall):
        if tax <= high:
            return before + (behind - before) * (tax - low) / (high - low)
    return wall[-1][1]


def _straight(wall: Wall) -> Wall:
    """The wall without points at which it does not bend."""
    kept = list(wall[:1])
    for point, behind in itertools.pairwise(wall[1:]):
        if _slope(kept[-1], point) != _slope(point, behind):
            kept.append(point)
    return (*kept, *wall[1:][-1:])


def _slope(one: tuple[Fraction, Fraction], other: tuple[Fraction, Fraction]) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])
