"""Random numbers for kernels: a generator of one int, the same plain and compiled.

A multiply-with-carry generator of base 2³² (Marsaglia and Zaman 1991). Its whole state is an int
below 2⁶², so that Python's unlimited ints and compiled ones of 64 bits agree without masks. With
this multiplier, a · 2³² − 1 and a · 2³¹ − 1 are both prime: every seed starts the same cycle of
about 2⁶⁰ numbers, or its twin, somewhere.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

from zermelo.native import kernel

MULTIPLIER: Final = 698_769_069
LOW: Final = (1 << 32) - 1


def state_from_seed(seed: int | None) -> int:
    """A state of the generator that depends on all of `seed`; without one, on chance."""
    return next(states_from_seed(seed))


def states_from_seed(seed: int | None) -> Iterator[int]:
    """States of the generator without end, all drawn from `seed`; without one, by chance."""
    source = random.Random(seed)
    while True:
        yield source.randrange(1, MULTIPLIER << 32)


@kernel
def next_chance(chance: int) -> int:
    """The state after `chance`."""
    return MULTIPLIER * (chance & LOW) + (chance >> 32)


@kernel
def draw_number(chance: int, count: int) -> int:
    """The number from 0 to `count` − 1 that the state `chance` stands for; `count` below 2³¹."""
    return ((chance ^ chance >> 32) & LOW) * count >> 32
