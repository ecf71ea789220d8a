"""Builtins written in Python, which are compiled with the rules that call them."""

# ruff: noqa: F821, F841, SIM110 - loops read variables set in earlier iterations; any() and all() compile to loops

import operator
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from zermelo.contract.bits import REST, hashed, mixed, product
from zermelo.native.arrays import LOW


def in_any_order(function: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a function whose result does not depend on the order of a set's items."""
    function.in_any_order = True  # type: ignore[attr-defined]
    return function


def total(items: Any, result: Any) -> Any:
    """The sum of a first summand and all items."""
    for item in items:
        result += item
    return result


@in_any_order
def extreme(items: Any, is_before: Any, key: Any, has_default: bool, default: Any) -> Any:
    """The first item that no other item precedes, by `key` if given; without items, the default."""
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


@in_any_order
def any_item(items: Any) -> bool:
    """Whether some item is true."""
    for item in items:
        if item:
            return True
    return False


@in_any_order
def all_items(items: Any) -> bool:
    """Whether all items are true."""
    for item in items:
        if not item:
            return False
    return True


def next_item(items: Any, has_default: bool, default: Any) -> Any:
    """The first item; if there are no items, the default, or an error if there is no default."""
    for item in items:
        return item
    if has_default:
        return default
    raise StopIteration


def number_items(items: Any, before: int, after: int) -> Iterator[Any]:
    """The numbered items that zip(a, items, b) uses if a has `before` values and b has `after`.
    Like `zip`, take and drop one more item if `after` is less than `before`."""
    place = 0
    if before > 0:
        for item in items:
            if place >= after:
                break
            yield place, item
            place += 1
            if place >= before:
                break


def reduce(function: Any, items: Any) -> Any:
    """Combine all items with a function of two arguments."""
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
    """Combine a first value and all items with a function of two arguments."""
    for item in items:
        result = function(result, item)
    return result


def accumulate(items: Any, func: Any = operator.add, *, initial: Any = None) -> Iterator[Any]:
    """The results of combining the first item, the first two, and so on."""
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
    """The results of calling a function with the items of each row."""
    for row in rows:
        yield function(*row)


def transpose_rows(rows: Any) -> Iterator[Any]:
    """The columns of some rows, up to the shortest: `zip(*rows)`."""
    if rows:
        for place in range(min(len(row) for row in rows)):
            yield tuple([row[place] for row in rows])


def reverse(items: Any) -> None:
    """Reverse a list in place."""
    last = len(items) - 1
    for place in range(len(items) // 2):
        items[place], items[last - place] = items[last - place], items[place]


def is_ordered(a: Any, b: Any, compare: Any) -> bool:
    """Compare two rows by their first different items, or else by their lengths."""
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
def add_items(made: Any, a: Any, b: Any, shared: bool) -> None:
    """Add to `made` the items of `a` that are in `b` or, if not `shared`, that are not in `b`."""
    for item in a:
        if (item in b) == shared:
            made.append(item)


def is_subset(a: Any, b: Any) -> bool:
    """Whether all items of a set are in another set."""
    return all(item in b for item in a)


def is_disjoint(a: Any, b: Any) -> bool:
    """Whether no item of a set is in another set."""
    return all(item not in b for item in a)


def update_dict(known: Any, pairs: Any) -> None:
    """Put the values of pairs under their keys in a dict."""
    for key, value in pairs:
        known[key] = value


def count_items(known: Any, pairs: Any) -> None:
    """Add 1 to the count of each item in a Counter."""
    for item in pairs:
        known[item] += 1


def add_counts(known: Any, pairs: Any) -> None:
    """Add the counts of a dict to a Counter."""
    for key, more in pairs:
        known[key] += more


def most_common(pairs: Any, most: Any = None) -> Any:
    """The keys of a Counter with their counts, the greatest count first."""
    ranked = sorted(pairs, key=operator.itemgetter(1), reverse=True)
    return ranked if most is None else ranked[:most]


def equal_rows(a: Any, b: Any) -> bool:
    """Whether two rows have the same items."""
    return len(a) == len(b) and all(a[place] == b[place] for place in range(len(a)))


def equal_dicts(a: Any, b: Any) -> bool:
    """Whether two dicts have the same keys and values."""
    return len(a) == len(b) and all(key in b and b[key] == value for key, value in a.items())


def sorted_places(ranks: Any, down: bool) -> Any:
    """The indices of `ranks` in sorted order, by a stable merge sort."""
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
    """A copy of a list, sorted by the items or by their ranks from `key`."""
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
    """The items whose flag in `wanted` is true."""
    for item, is_wanted in zip(items, wanted, strict=False):
        if is_wanted:
            yield item


def islice(items: Any, first: Any, last: Any = -1, step: Any = 1) -> Iterator[Any]:
    """The items at the indices of a range, see `itertools.islice`."""
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
    """Runs of adjacent items with equal rank, each run with its rank."""
    groups: list[Any] = []
    for item in items:
        rank = item if key is None else key(item)
        if groups and groups[-1][0] == rank:
            groups[-1][1].append(item)
        else:
            groups.append((rank, [item]))
    return groups


def chain_hashes(first: int, rest: int) -> int:
    """Combine the hash of an item with the hash of all items after it."""
    return mixed(first ^ product(rest, REST))


def hash_row(row: Any) -> int:
    """The hash of a tuple of any length, see `hashed`."""
    number = len(row)
    for item in reversed(row):
        number = chain_hashes(hashed(item), number)
    return number


@in_any_order
def hash_set(items: Any) -> int:
    """The hash of a frozenset, which ignores its order."""
    number = len(items)
    for item in items:
        number = (number + mixed(hashed(item))) & LOW
    return mixed(number)
