"""Confidence intervals agree with their definitions."""

import math
from statistics import fmean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from zermelo.confidence import Mean, Share, mean, share

Z = 1.959964


@given(st.integers(1, 10**6), st.data())
def test_the_ends_of_a_share_are_where_the_test_of_its_score_turns(total, data):
    """At Wilson's ends, the observed count is Z standard deviations from the expected one."""
    part = share(count := data.draw(st.integers(0, total)), total)
    for end in {part.low, part.high} - {0.0, 1.0}:
        away = abs(count - total * end) / math.sqrt(total * end * (1 - end))
        assert away == pytest.approx(Z, rel=1e-6)
    assert 0 <= part.low <= part.value <= part.high <= 1


def test_shares_and_means_of_next_to_nothing():
    assert share(0, 0) == Share(0, None, 0.0, 1.0)
    assert (share(0, 9).low, share(9, 9).high) == (0.0, 1.0)
    assert share(0, 9).high > 0.2 and share(9, 9).low < 0.8
    assert mean(7, 49, 1) == Mean(7.0, None, None)
    assert mean(0, 0, 0) == Mean(None, None, None)


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=50))
def test_a_mean_is_that_of_the_numbers(numbers):
    result = mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    reach = Z * stdev(numbers) / math.sqrt(len(numbers))
    assert result.value == pytest.approx(fmean(numbers))
    assert result.high - result.value == pytest.approx(reach, abs=1e-9)
    assert result.value - result.low == pytest.approx(reach, abs=1e-9)
