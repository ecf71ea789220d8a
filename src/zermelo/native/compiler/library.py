"""Builtins that are written in Python and compiled with the rules that call them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.native.keys import LOW, WORD_BITS


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
