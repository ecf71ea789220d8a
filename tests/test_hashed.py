"""The default key: no two of the small states that play could reach have the same hash."""

from itertools import product
from typing import NamedTuple

import pytest

from zermelo.contract.bits import hashed
from zermelo.native import kernel


class Inner(NamedTuple):
    """A state with a tuple between its ints, as in games with counters for each player."""

    left: int
    passes: tuple[int, int]
    lead: int
    player: int


STATES = [
    Inner(left, (first, second), lead, player)
    for left, first, second, lead, player in product(
        range(3), range(3), range(3), range(-2, 3), range(2)
    )
]


@kernel
def hash_of(state: Inner) -> int:
    return hashed(state)


def test_a_tuple_is_told_apart_from_what_follows_it():
    assert hashed(((1, 0), 0)) != hashed(((0, 0), 1))
    assert hashed(((0, 1), 1, 0)) != hashed(((1, 0), 0, 1))
    assert len({hashed(state) for state in STATES}) == len(STATES)


@pytest.mark.compiled
def test_compiled_it_is_the_same():
    assert all(hash_of.native(state) == hashed(state) for state in STATES[::7])
