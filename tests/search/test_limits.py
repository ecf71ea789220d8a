"""Limits, and the clock that holds a search to them: compiling costs the search no time."""

import time

import pytest

from simulatedtime import SimulatedTime
from zermelo.errors import ParameterError
from zermelo.search.clock import Clock
from zermelo.search.counters import NODE_LIMIT
from zermelo.search.limits import NO_LIMITS, Limits


class SlowToCompile:
    @staticmethod
    def prepare(*arguments):
        time.sleep(0.3)

    @staticmethod
    def native(counts):
        return int(counts[NODE_LIMIT])


def test_a_limit_that_ends_while_compiling_stops_nothing(monkeypatch):
    SimulatedTime(monkeypatch, "zermelo.search.clock")
    clock = Clock(Limits(seconds=0.1), native=True)
    assert clock.run(SlowToCompile) > 0
    assert clock.seconds() == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"depth": 100_000}, "depth should be 512 or less, not 100000"),
        ({"depth": 2.5}, "depth should be a whole number, 1 or more, not 2.5"),
        ({"seconds": float("inf")}, "seconds should be 10,000,000 or less, not inf"),
        ({"seconds": "1"}, "seconds should be a number, 0 or more, not '1'"),
        ({"nodes": 10**20}, "nodes should be 1,000,000,000,000,000 or less"),
    ],
)
def test_limits_that_make_no_sense_are_refused_when_they_are_made(given, said):
    with pytest.raises(ParameterError) as caught:
        Limits(**given)
    assert str(caught.value) == said


def test_a_depth_alone_is_searched_at_once_and_all_else_ply_by_ply():
    assert not Limits(depth=3).deepening
    assert Limits(depth=3, nodes=1).deepening and Limits(seconds=0).deepening
    assert NO_LIMITS.deepening


def test_limits_take_a_time_where_there_are_none_and_keep_within_one():
    assert NO_LIMITS.or_seconds(5) == Limits(seconds=5)
    assert Limits(depth=2).or_seconds(5) == Limits(depth=2)
    assert Limits(depth=2).within(3) == Limits(depth=2, seconds=3)
    assert Limits(seconds=0).within(3) == Limits(seconds=0)
    assert Limits(seconds=9).within(3) == Limits(seconds=3)
