"""Parts of searches, each as the plainest thing that does the same."""

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
