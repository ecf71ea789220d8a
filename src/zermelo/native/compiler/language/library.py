"""Builtins that are written in Python and compiled with the rules that call them."""

# ruff: noqa: F821, F841, SIM110 - variables of a round before; loops as the compiler takes them

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from zermelo.contract.bits import REST, hashed, mixed, product
from zermelo.native.arrays import LOW


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


def accumulate(items: Any, func: Any = operator.add, *, initial: Any = None) -> Iterator[Any]:
    """The results of combining the first items, one more each time."""
    first = True
    for item in items if initial is None else chain((initial,), items):
        if first:
            result = item
            first = False
        else:
            result = func(result, item)
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


def starmap(function: Any, rows: Any) -> Iterator[Any]:
    """The results of a function of the items of each row."""
    for row in rows:
        yield function(*row)


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


def stepped_slice(items: Any, low: int, high: int, step: int) -> Any:
    """The items at the indices of a range."""
    return [items[place] for place in range(low, high, step)]


def set_slice(items: Any, low: int, high: int, others: Any) -> None:
    """`items[low:high] = others`."""
    made = [*items[:low], *others, *items[max(low, high) :]]
    items.clear()
    items.extend(made)


@in_any_order
def add_common(made: Any, a: Any, b: Any) -> None:
    """Add the items of one set that are in another to a third."""
    for item in a:
        if item in b:
            made.append(item)


@in_any_order
def add_others(made: Any, a: Any, b: Any) -> None:
    """Add the items of one set that are not in another to a third."""
    for item in a:
        if item not in b:
            made.append(item)


@in_any_order
def is_subset(a: Any, b: Any) -> bool:
    """Whether all items of a set are in another."""
    for item in a:
        if item not in b:
            return False
    return True


@in_any_order
def is_disjoint(a: Any, b: Any) -> bool:
    """Whether no item of a set is in another."""
    for item in a:
        if item in b:
            return False
    return True


def update_dict(known: Any, pairs: Any) -> None:
    """Put values under the keys of a dict."""
    for key, value in pairs:
        known[key] = value


def count_items(known: Any, pairs: Any) -> None:
    """Add one to a Counter for each item."""
    for item in pairs:
        known[item] += 1


def add_counts(known: Any, pairs: Any) -> None:
    """Add what a dict counts to a Counter."""
    for key, more in pairs:
        known[key] += more


def most_common(pairs: Any, most: Any = None) -> Any:
    """The keys of a Counter with their counts, the greatest first."""
    ranked = sorted(pairs, key=operator.itemgetter(1), reverse=True)
    return ranked if most is None else ranked[:most]


def equal_rows(a: Any, b: Any) -> bool:
    """Whether two rows have the same items."""
    if len(a) != len(b):
        return False
    for place in range(len(a)):
        if a[place] != b[place]:
            return False
    return True


def equal_dicts(a: Any, b: Any) -> bool:
    """Whether two dicts have the same keys and values."""
    if len(a) != len(b):
        return False
    for key, value in a.items():
        if key not in b or b[key] != value:
            return False
    return True


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


def sorted_list(items: Any, key: Any, down: Any) -> Any:
    """A new list of the items of a list, in the order of their ranks."""
    ranks = items if key is None else [key(item) for item in items]
    return [items[place] for place in sorted_places(ranks, down)]


def permutations(items: Any, chosen: Any = None) -> Iterator[Any]:
    """The arrangements of some items, in the order of itertools."""
    pool = list(items)
    size = len(pool)
    count = size if chosen is None else chosen
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


def chain_hashes(first: int, rest: int) -> int:
    """The hash of an item and of what follows it."""
    return mixed(first ^ product(rest, REST))


def hash_row(row: Any) -> int:
    """The hash of a tuple of any length, see `hashed`."""
    number = len(row)
    for item in reversed(row):
        number = chain_hashes(hashed(item), number)
    return number


@in_any_order
def hash_set(items: Any) -> int:
    """The hash of a frozenset, which says nothing of its order."""
    number = len(items)
    for item in items:
        number = (number + mixed(hashed(item))) & LOW
    return mixed(number)
