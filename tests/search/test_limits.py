"""Limits, and the clock that holds a search to them: compiling costs the search no time."""

import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracles
from processes import PATIENCE
from simulatedtime import SimulatedTime
from zermelo.errors import ParameterError
from zermelo.search.clock import NO_LIMITS, Clock, Limits
from zermelo.search.counters import NODE_LIMIT, draw_number, next_chance, state_from_seed
from zermelo.search.threads import start_deep


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


# Compiled searches that call themselves as deep as may be asked, whatever stack threads have ----


DEEPEST_SEARCHES = """
import sys, threading
sys.path.insert(0, {tests!r})
threading.stack_size(64 << 10)

from toys import Again
from zermelo.errors import Stopped
from zermelo.contract.ranges import DEEPEST
from zermelo.search.clock import Clock
from zermelo.search.counters import NODES
from zermelo.search.clock import Limits
from zermelo.search.perft import count_sequences
from zermelo.search.textbook import minimax_values

game = Again(size=2 * DEEPEST)
for kernel in (minimax_values, count_sequences):
    clock = Clock(Limits(nodes=10 * DEEPEST), native=True)
    try:
        clock.run(kernel, game, game.start(), DEEPEST)
    except Stopped:
        print(clock.counts[NODES] >= DEEPEST)
"""


@pytest.mark.compiled
def test_kernels_have_the_stack_for_the_deepest_search():
    code = DEEPEST_SEARCHES.format(tests=str(Path(__file__).parents[1] / "support"))
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (done.returncode, done.stdout.split()) == (0, ["True", "True"]), done.stderr


def test_the_stack_of_other_threads_stays_what_it_was():
    before, ran = threading.stack_size(), threading.Event()
    thread = threading.Thread(target=ran.set)
    start_deep(thread)
    thread.join()
    assert ran.is_set() and threading.stack_size() == before


# Random numbers for kernels: against the formula, even, and the same plain and compiled ---------


@given(st.integers(0, (1 << 62) - 1), st.integers(1, (1 << 31) - 1))
def test_the_generator_is_the_published_one(chance, count):
    assert next_chance(chance) == oracles.multiplied_with_carry(chance)
    assert draw_number(chance, count) == oracles.scaled(chance, count)


def test_the_generator_is_even_and_the_same_plain_and_native():
    chance, counts = state_from_seed(3), Counter()
    for _ in range(6000):
        assert next_chance.native(chance) == next_chance(chance)
        chance = next_chance(chance)
        assert 0 < chance < 1 << 62
        assert draw_number.native(chance, 6) == draw_number(chance, 6)
        counts[draw_number(chance, 6)] += 1
    assert set(counts) == set(range(6))
    assert all(880 < count < 1120 for count in counts.values())  # four standard deviations
