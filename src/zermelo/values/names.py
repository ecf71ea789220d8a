"""Names of values as the literature writes them: 3/4, *2, ↑, 1⇑*, ±1, tiny(2), {2|-1/2}."""

from __future__ import annotations

from functools import cache
from typing import Final

from zermelo.values.canonical import ZERO, Value, nimber, number, value_of
from zermelo.values.thermograph import thermograph

ARROWS: Final = {0: "", 1: "↑", 2: "⇑", -1: "↓", -2: "⇓"}


@cache
def name(value: Value) -> str:
    """The shortest name of `value`; braces for one that has none, its options sorted.

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
    """The name of a value smaller than every positive number; empty if it has none."""
    depth = _depth(value)
    for ups in sorted(range(-depth, depth + 1), key=abs):
        star = _star(value - _ups(ups))
        if star is not None:
            stars = "" if star == 0 else "*" if star == 1 else f"*{star}"
            return ARROWS.get(ups, f"{abs(ups)}·{'↑' if ups > 0 else '↓'}") + stars
    for word, one in (("tiny", value), ("miny", -value)):
        size = _tiny(one)
        if size is not None:
            return f"{word}({name(size)})"
    return ""


@cache
def _depth(value: Value) -> int:
    """How many moves may follow at most."""
    return max((_depth(end) + 1 for end in value.left | value.right), default=0)


@cache
def _ups(count: int) -> Value:
    if count < 0:
        return -_ups(-count)
    return _ups(count - 1) + value_of([ZERO], [nimber(1)]) if count else ZERO


def _star(value: Value) -> int | None:
    """The size of a nimber; None for what is none."""
    size = len(value.left)
    return size if value is nimber(size) else None


def _tiny(value: Value) -> Value | None:
    """The value G of {0 || 0 | −G}; None for what is not of this form."""
    if value.left != {ZERO} or len(value.right) != 1:
        return None
    (threat,) = value.right
    if threat.left != {ZERO} or len(threat.right) != 1:
        return None
    (size,) = threat.right
    return -size
