"""The path of an SVG as moves, lines and cubic curves, all absolute."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from typing import Final

Point = tuple[float, float]
Piece = tuple[str, list[Point]]  # "M" and "L" with a point, "C" with three, "Z" with none

TOKEN: Final = re.compile(r"[A-Za-z]|[-+]?(?:\d+\.?\d*|\.\d+)")
TAKES: Final = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Q": 4, "A": 7, "Z": 0}  # numbers


def outline(data: str) -> Iterator[Piece]:
    """The pieces of a path's data.

    >>> list(outline("M1 2h3v-2z"))
    [('M', [(1.0, 2.0)]), ('L', [(4.0, 2.0)]), ('L', [(4.0, 0.0)]), ('Z', [])]
    """
    at = first = (0.0, 0.0)
    for letter, numbers in _commands(data):
        kind = letter.upper()
        base = at if letter.islower() else (0.0, 0.0)
        if kind == "Z":
            at = first
            yield "Z", []
        elif kind == "A":
            end = (base[0] + numbers[5], base[1] + numbers[6])
            yield from _arc(at, end, numbers[0], large=bool(numbers[3]), sweep=bool(numbers[4]))
            at = end
        elif kind in "HV":
            at = (base[0] + numbers[0], at[1]) if kind == "H" else (at[0], base[1] + numbers[0])
            yield "L", [at]
        else:
            pairs = zip(numbers[::2], numbers[1::2], strict=True)
            points = [(base[0] + x, base[1] + y) for x, y in pairs]
            if kind == "Q":
                points = [_between(at, points[0]), _between(points[1], points[0]), points[1]]
            at = points[-1]
            first = at if kind == "M" else first
            yield "C" if kind == "Q" else kind, points


def _commands(data: str) -> Iterator[tuple[str, list[float]]]:
    """Each command with its numbers; one with more of them is several."""
    tokens, letter = TOKEN.findall(data), "M"
    while tokens:
        if tokens[0].isalpha():
            letter = tokens.pop(0)
        count = TAKES[letter.upper()]
        yield letter, [float(token) for token in tokens[:count]]
        del tokens[:count]
        letter = {"M": "L", "m": "l"}.get(letter, letter)


def _between(end: Point, control: Point) -> Point:
    """Where a cubic curve has a control point of a quadratic one."""
    return end[0] + 2 / 3 * (control[0] - end[0]), end[1] + 2 / 3 * (control[1] - end[1])


def _arc(start: Point, end: Point, radius: float, *, large: bool, sweep: bool) -> Iterator[Piece]:
    """Part of a circle as cubic curves of a quarter each at most."""
    across, down = end[0] - start[0], end[1] - start[1]
    chord = math.hypot(across, down)
    if chord == 0:
        return
    radius = max(radius, chord / 2)
    off = math.sqrt(max(0.0, radius**2 - (chord / 2) ** 2)) * (-1 if large == sweep else 1)
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    centre = (middle[0] - off * down / chord, middle[1] + off * across / chord)
    angle = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = math.atan2(end[1] - centre[1], end[0] - centre[0]) - angle
    turn %= math.tau
    if not sweep:
        turn -= math.tau
    parts = max(1, math.ceil(abs(turn) / (math.pi / 2) - 1e-9))
    step = turn / parts
    reach = 4 / 3 * math.tan(step / 4)
    for _ in range(parts):
        points = [_on(centre, radius, angle, reach), _on(centre, radius, angle + step, -reach)]
        angle += step
        yield "C", [*points, _on(centre, radius, angle, 0.0)]


def _on(centre: Point, radius: float, angle: float, ahead: float) -> Point:
    """A point of a circle, or so far along the tangent there."""
    x, y = math.cos(angle), math.sin(angle)
    return centre[0] + radius * (x - ahead * y), centre[1] + radius * (y + ahead * x)
