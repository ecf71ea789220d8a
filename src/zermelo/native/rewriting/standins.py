"""Built-in functions written out, to be compiled in their place with the rules that call them.

numba's own do not check for overflow, or it has none.
"""

from __future__ import annotations

import math
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


def product(items: Any, start: Any = 1) -> Any:
    """`math.prod`."""
    for item in items:
        start = start * item
    return start


def square_root(number: Any) -> Any:
    """`math.isqrt`, by Newton's method."""
    if number < 0:
        raise ValueError("isqrt of a negative int")
    root, nearer = number, (number + 1) // 2
    while nearer < root:
        root, nearer = nearer, (nearer + number // nearer) // 2
    return root


def choices(number: Any, chosen: Any) -> Any:
    """`math.comb`."""
    if number < 0 or chosen < 0:
        raise ValueError("comb of a negative int")
    ways = 1
    for place in range(chosen):
        ways = ways * (number - place) // (place + 1)
    return ways


def as_tuple(items: Any) -> Any:
    """`tuple`, which compiled code has of its own; see `sequences`."""
    return tuple(items)


def backwards(items: Any) -> Any:
    """`reversed` of a tuple, a list or a range, which gives one of these."""
    return items[::-1]


def by_keys(items: Any, keys: Any, backward: bool) -> Any:
    """A list sorted by a list of keys, one for each item; both are sorted in place.

    Equal ones stay in their order, as in Python, so this is an insertion sort: rows are short.
    """
    for index in range(1, len(items)):
        item, key, place = items[index], keys[index], index
        while place > 0 and (keys[place - 1] < key if backward else key < keys[place - 1]):
            items[place], keys[place] = items[place - 1], keys[place - 1]
            place -= 1
        items[place], keys[place] = item, key
    return items


def columns(rows: Any) -> Any:
    """`zip(*rows)`, as a list of tuples."""
    shortest = min([len(row) for row in rows]) if len(rows) else 0
    return [tuple([row[place] for row in rows]) for place in range(shortest)]


def listed(items: Any) -> Any:
    """A list; of a constant one, which compiled code has as a tuple, a list again."""
    return items


def no_ints() -> Any:
    """`[]`, given to a function."""
    return [0 for _ in range(0)]


def no_dict(items: Any) -> Any:
    """The items of a `Counter`; a dict, which would be its counts, is refused; see `sequences`."""
    return items


def no_items(rows: Any) -> Any:
    """`[]` or `set()`, put into a list or dict: of what others there hold; see `sequences`."""
    raise NotImplementedError


def item_at(groups: Any, key: Any) -> Any:
    """`groups.setdefault(key, [])`, or `set()`."""
    if key not in groups:
        groups[key] = no_items(groups)
    return groups[key]


def no_set() -> Any:
    """`set()`, given to a function."""
    return {0 for _ in range(0)}


STAND_INS: Final[dict[Any, Any]] = {
    abs: absolute,
    sum: total,
    all: every,
    any: some,
    divmod: quotient_and_remainder,
    pow: power,
    math.prod: product,
    math.isqrt: square_root,
    math.comb: choices,
    tuple: as_tuple,
    reversed: backwards,
}
