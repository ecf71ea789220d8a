"""Parts of searches, each as the plainest thing that does the same."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction


def multiplied_with_carry(chance: int) -> int:
    """The generator of Marsaglia and Zaman (1991) as they write it: x·a + c, carry and digit."""
    carry, digit = divmod(chance, 2**32)
    return 698_769_069 * digit + carry


def scaled(chance: int, count: int) -> int:
    """The digits of the carry and of the number, where they differ, as a fraction of `count`."""
    carry, digit = (f"{half:032b}" for half in divmod(chance, 2**32))
    differing = "".join("01"[one != other] for one, other in zip(carry, digit, strict=True))
    return int(Fraction(int(differing, 2), 2**32) * count)


def ordered(
    moves: Sequence[int],
    choice: int,
    orders: Sequence[int],
    killers: Sequence[int],
    histories: Sequence[int],
) -> list[int]:
    """The moves in the order of search: the table's first, then by order, killer, history."""
    ranks = [
        (number == choice, order, move in killers, history)
        for number, (move, order, history) in enumerate(zip(moves, orders, histories, strict=True))
    ]
    return [moves[at] for at in sorted(range(len(moves)), key=ranks.__getitem__, reverse=True)]


def plies_less(depth: int, place: int, loud: bool) -> int:
    """By how many plies less a selective search looks at the move in this place, from 0."""
    if loud or depth < 3 or place < 3:
        return 0
    grown = math.log(min(depth, 63)) * math.log(min(place, 63)) / 1.5
    return min(math.floor(grown + 0.5), depth - 2)


def left_open(bound: str, value: int, values: Sequence[int]) -> set[int]:
    """Which of these values a bound, in words, leaves for the true one."""
    possible = {
        "at least": [one for one in values if one >= value],
        "at most": [one for one in values if one <= value],
        "exact": [value],
    }
    return set(possible[bound])


def descended(
    numbers: Sequence[Sequence[int]],
    order: Sequence[int],
    base: Sequence[float],
    targets: Sequence[float],
    weights: list[float],
    steep: list[float],
    rate: float,
) -> float:
    """Logistic regression, one row after the other, with AdaGrad's steps; the mean loss."""
    losses = []
    for row in order:
        odds = math.exp(2 * (base[row] + sum(weights[number] for number in numbers[row])))
        chance, target = odds / (1 + odds), targets[row]
        losses.append(-target * math.log(chance) - (1 - target) * math.log(1 - chance))
        for number in numbers[row]:
            if rate:
                steep[number] += (target - chance) ** 2
                weights[number] += rate * (target - chance) / math.sqrt(steep[number])
    return sum(losses) / len(losses)
