"""Random numbers for kernels: against the formula, even, and the same plain and compiled."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

import oracles
from zermelo.search.chance import drawn, following, seeded


@given(st.integers(0, (1 << 62) - 1), st.integers(1, (1 << 31) - 1))
def test_the_generator_is_the_published_one(chance, count):
    assert following(chance) == oracles.multiplied_with_carry(chance)
    assert drawn(chance, count) == oracles.scaled(chance, count)


def test_the_generator_is_even_and_the_same_plain_and_native():
    chance, counts = seeded(3), Counter()
    for _ in range(6000):
        assert following.native(chance) == following(chance)
        chance = following(chance)
        assert 0 < chance < 1 << 62
        assert drawn.native(chance, 6) == drawn(chance, 6)
        counts[drawn(chance, 6)] += 1
    assert set(counts) == set(range(6))
    assert all(880 < count < 1120 for count in counts.values())  # four standard deviations
