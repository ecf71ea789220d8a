"""Numbers that make sense, and the one line for those that do not."""

import math

import numpy as np
import pytest

from zermelo.contract.ranges import CLOCK, DEPTH, SECONDS
from zermelo.errors import ParameterError


@pytest.mark.parametrize("value", [1, 512, np.int64(7)])
def test_a_number_inside_is_no_mistake(value):
    DEPTH.check("depth", value)
    SECONDS.check("seconds", value / 10)


@pytest.mark.parametrize(
    ("given", "value", "said"),
    [
        (DEPTH, 0, "depth should be 1 or more, not 0"),
        (DEPTH, 513, "depth should be 512 or less, not 513"),
        (DEPTH, 10**4000, "depth should be 512 or less"),
        (DEPTH, -(10**4000), "depth should be 1 or more"),
        (DEPTH, 2.0, "depth should be a whole number, 1 or more, not 2.0"),
        (DEPTH, True, "depth should be a whole number, 1 or more, not True"),
        (DEPTH, "7", "depth should be a whole number, 1 or more, not '7'"),
        (SECONDS, math.nan, "depth should be 0 or more, not nan"),
        (SECONDS, math.inf, "depth should be 10,000,000 or less, not inf"),
        (SECONDS, -math.inf, "depth should be 0 or more, not -inf"),
        (SECONDS, 1e20, "depth should be 10,000,000 or less, not 1e+20"),
        (CLOCK, 0, "depth should be a number above 0, at most 10,000,000, not 0"),
        (CLOCK, 1e999, "depth should be a number above 0, at most 10,000,000, not inf"),
        (SECONDS, None, "depth should be a number, 0 or more, not None"),
    ],
)
def test_a_number_outside_is_one_clear_line(given, value, said):
    with pytest.raises(ParameterError) as caught:
        given.check("depth", value)
    assert str(caught.value) == said


def test_texts_are_read_as_numbers():
    assert (DEPTH.parse("7"), SECONDS.parse("0.5")) == (7, 0.5)
    for text in ("x", "1.5", "", "nan", "1e3", "٣x", "9" * 5000):
        with pytest.raises(ParameterError):
            DEPTH.parse(text)
