"""Builtins that are written in Python and compiled with the rules that call them."""

# ruff: noqa: F821, F841, SIM110 - variables of a round before; loops as the compiler takes them

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from zermelo.native.arrays import LOW, WORD_BITS


def in_any_order(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function that comes to the same in whatever order it goes through a set."""
    function.in_any_order = True  # type: ignore[attr-defined]
    return function


def total(items: Any, result: Any) -> Any:
    """The sum of all items and the first summand."""
    for item in items:
        result += item
    return result


@in_any_order
def extreme(items: Any, is_before: Any, key: Any, has_default: bool, default: Any) -> Any:
    """The first item before which, or before whose rank, none comes."""
    first = True
    for item in items:
        rank = item if key is None else key(item)
        if first or is_before(rank, best):  # type: ignore[has-type]
            found, best = item, rank
            first = False
    if first:
        if has_default:
            return default
        raise ValueError
    return found


def reduce(function: Any, items: Any) -> Any:
    """All items combined two by two."""
    first = True
    for item in items:
        if first:
            result = item
            first = False
        else:
            result = function(result, item)
    if first:
        raise TypeError
    return result


def reduce_from(function: Any, items: Any, result: Any) -> Any:
    """All items combined two by two, a first value before them."""
    for item in items:
        result = function(result, item)
    return result


def accumulate(items: Any, function: Any) -> Iterator[Any]:
    """The results of combining the first items, one more each time."""
    first = True
    for item in items:
        if first:
            result = item
            first = False
        else:
            result = function(result, item)
        yield result


def pairwise(items: Any) -> Iterator[Any]:
    """Each item with the next."""
    first = True
    for item in items:
        if first:
            first = False
        else:
            yield before, item  # type: ignore[has-type]
        before = item


def chain_rows(rows: Any) -> Iterator[Any]:
    """The items of all rows."""
    for row in rows:
        yield from row


def filter_items(test: Any, items: Any) -> Iterator[Any]:
    """The items that pass a test."""
    for item in items:
        if item if test is None else test(item):
            yield item


def transpose_rows(rows: Any) -> Iterator[Any]:
    """The columns of some rows, as many as the shortest has: `zip(*rows)`."""
    if rows:
        for place in range(min(len(row) for row in rows)):
            yield tuple([row[place] for row in rows])


def reverse(items: Any) -> None:
    """Turn a list round."""
    last = len(items) - 1
    for place in range(len(items) // 2):
        items[place], items[last - place] = items[last - place], items[place]


def is_ordered(a: Any, b: Any, compare: Any) -> bool:
    """How two rows compare: as their first items that differ, or as their lengths."""
    for place in range(min(len(a), len(b))):
        if a[place] != b[place]:
            return bool(compare(a[place], b[place]))
    return bool(compare(len(a), len(b)))


def equal_dicts(a: Any, b: Any) -> bool:
    """Whether two dicts have the same keys and values."""
    if len(a) != len(b):
        return False
    for key, value in a.items():
        if key not in b or b[key] != value:
            return False
    return True


def split_int(item: Any, lowest: int, row: Any, index: int, count: int) -> None:
    """Write the words of an int, less its lowest value, to its place in a row, as `write_words`."""
    rest = item - lowest
    first = index * count
    for place in range(first, first + count - 1):
        row[place] = rest & LOW
        rest >>= WORD_BITS
    row[first + count - 1] = max(min(rest, LOW), ~LOW)


def joined_words(lowest: int, row: Any, index: int, count: int) -> int:
    """The int of which these are the words, as in `read_words`."""
    whole = 0
    for place in range(count):
        whole |= row[index * count + place] << WORD_BITS * place
    return whole + lowest


def sorted_places(ranks: Any, down: bool) -> Any:
    """The places of `ranks` in their order, the first of equal ones first: a merge sort."""
    count = len(ranks)
    here = list(range(count))
    there = list(range(count))
    width = 1
    while width < count:
        for low in range(0, count, 2 * width):
            middle = min(low + width, count)
            high = min(low + 2 * width, count)
            left, right = low, middle
            for place in range(low, high):
                if left < middle and right < high:
                    a, b = ranks[here[left]], ranks[here[right]]
                    from_right = b > a if down else b < a
                else:
                    from_right = left >= middle
                if from_right:
                    there[place] = here[right]
                    right += 1
                else:
                    there[place] = here[left]
                    left += 1
        here, there = there, here
        width *= 2
    return here


def permutations(pool: Any, count: int) -> Iterator[Any]:
    """The arrangements of `count` items, in the order of itertools."""
    size = len(pool)
    if count > size:
        return
    indices = list(range(size))
    cycles = list(range(size, size - count, -1))
    yield tuple([pool[i] for i in indices[:count]])
    going = size > 0
    while going:
        going = False
        for i in range(count - 1, -1, -1):
            cycles[i] -= 1
            if cycles[i] == 0:
                moved = indices[i]
                for j in range(i, size - 1):
                    indices[j] = indices[j + 1]
                indices[size - 1] = moved
                cycles[i] = size - i
            else:
                j = size - cycles[i]
                indices[i], indices[j] = indices[j], indices[i]
                going = True
                break
        if going:
            yield tuple([pool[i] for i in indices[:count]])


def combinations(pool: Any, count: int) -> Iterator[Any]:
    """The choices of `count` items, in the order of itertools."""
    size = len(pool)
    if count > size:
        return
    indices = list(range(count))
    going = True
    while going:
        yield tuple([pool[i] for i in indices])
        going = False
        for i in range(count - 1, -1, -1):
            if indices[i] != i + size - count:
                indices[i] += 1
                for j in range(i + 1, count):
                    indices[j] = indices[j - 1] + 1
                going = True
                break


def takewhile(test: Any, items: Any) -> Iterator[Any]:
    """The items before the first that fails a test."""
    for item in items:
        if not test(item):
            break
        yield item


def dropwhile(test: Any, items: Any) -> Iterator[Any]:
    """The items from the first that fails a test."""
    dropping = True
    for item in items:
        if dropping and not test(item):
            dropping = False
        if not dropping:
            yield item


def filterfalse(test: Any, items: Any) -> Iterator[Any]:
    """The items that fail a test."""
    for item in items:
        if not (item if test is None else test(item)):
            yield item


def compress(items: Any, wanted: Any) -> Iterator[Any]:
    """The items whose place is wanted."""
    for item, is_wanted in zip(items, wanted, strict=False):
        if is_wanted:
            yield item


def islice(items: Any, first: Any, last: Any = -1, step: Any = 1) -> Iterator[Any]:
    """The items whose number is in a range."""
    stop = first if last == -1 else last
    start = 0 if last == -1 else 0 if first is None else first
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError
    wanted = start
    for number, item in enumerate(items):
        if stop is not None and number >= stop:
            break
        if number == wanted:
            wanted += step
            yield item


def groupby(items: Any, key: Any = None) -> Any:
    """Runs of items of the same rank, each with its rank."""
    groups: list[Any] = []
    for item in items:
        rank = item if key is None else key(item)
        if groups and groups[-1][0] == rank:
            groups[-1][1].append(item)
        else:
            groups.append((rank, [item]))
    return groups


def range_length(first: int, last: int, step: int) -> int:
    """How many items a range has."""
    if step == 0:
        raise ValueError
    if step > 0:
        return max((last - first + step - 1) // step, 0)
    return max((first - last - step - 1) // -step, 0)


def power(base: int, exponent: int) -> int:
    """A power whose exponent is not negative."""
    result = 1
    while exponent > 1:
        if exponent & 1:
            result *= base
        base *= base
        exponent >>= 1
    return result * base if exponent else result


def power_modulo(base: int, exponent: int, modulus: int) -> int:
    """`pow` with three arguments; the exponent is not negative."""
    assert exponent >= 0, "an inverse, which compiled code leaves to Python"
    result, base = 1 % modulus, base % modulus
    while exponent:
        if exponent & 1:
            result = result * base % modulus
        base = base * base % modulus
        exponent >>= 1
    return result


def gcd(*numbers: int) -> int:
    """The greatest common divisor."""
    result = 0
    for number in numbers:
        rest = abs(number)
        while rest:
            result, rest = rest, result % rest
    return result


def lcm(*numbers: int) -> int:
    """The least common multiple."""
    result = 1
    for number in numbers:
        a, b = result, abs(number)
        while b:
            a, b = b, a % b
        result = result // a * abs(number) if a else 0
    return result


def factorial(number: int) -> int:
    """1 · 2 · … · number."""
    if number < 0:
        raise ValueError
    result = 1
    for factor in range(2, number + 1):
        result *= factor
    return result


def perm(count: int, chosen: Any = None) -> int:
    """In how many ways some of so many can be put in order."""
    size = count if chosen is None else chosen
    if count < 0 or size < 0:
        raise ValueError
    result = 1
    for less in range(size):
        result *= max(count - less, 0)
    return result


def comb(count: int, chosen: int) -> int:
    """In how many ways some of so many can be chosen."""
    if count < 0 or chosen < 0:
        raise ValueError
    if chosen > count:
        return 0
    result = 1
    for less in range(min(chosen, count - chosen)):
        result = result * (count - less) // (less + 1)
    return result


def isqrt(number: int) -> int:
    """The square root, rounded down."""
    if number < 0:
        raise ValueError
    if number == 0:
        return 0
    guess = 1 << (number.bit_length() + 1) // 2
    while True:
        better = (guess + number // guess) // 2
        if better >= guess:
            return guess
        guess = better


def prod(items: Any, *, start: Any = 1) -> Any:
    """The product of all items."""
    result = start
    for item in items:
        result *= item
    return result
