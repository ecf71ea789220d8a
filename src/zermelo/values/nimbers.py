"""Nimbers of impartial games, where both sides have the same moves, and their period.

After Sprague (1935) and Grundy (1939): every position is worth a row of matches in Nim.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Hashable, Iterable, Mapping, Sequence

from zermelo.values.positions import Options, Parts


def nimbers(options: Mapping[Hashable, Options]) -> dict[Hashable, int]:
    """The nimber of each position: the least one that no move leads to; parts add by xor."""
    numbers: dict[Hashable, int] = {}
    for key, (moves, _) in options.items():
        numbers[key] = mex(nim_sum(numbers, parts) for parts in moves)
    return numbers


def nim_sum(numbers: Mapping[Hashable, int], parts: Parts) -> int:
    """The nimber of several positions together."""
    return functools.reduce(operator.xor, (numbers[part] for part in parts), 0)


def mex(taken: Iterable[int]) -> int:
    """The least number, from 0, that is not among those taken.

    >>> mex([0, 1, 3])
    2
    """
    there = set(taken)
    return next(number for number in range(len(there) + 1) if number not in there)


def period(numbers: Sequence[int]) -> tuple[int, int] | None:
    """The shortest period of a sequence's end, and where it begins; None if it shows no two.

    An observation, no proof: it has to fill a half of the sequence, and be seen twice.

    >>> period([0, 1, 2, 3, 1, 2, 3, 1, 2, 3])
    (3, 1)
    """
    for length in range(1, len(numbers) // 3 + 1):
        begin = len(numbers) - length
        while begin and numbers[begin - 1] == numbers[begin - 1 + length]:
            begin -= 1
        if len(numbers) - begin >= max(2 * length, len(numbers) // 2):
            return length, begin
    return None
