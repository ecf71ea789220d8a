"""Compiled searches that call themselves as deep as may be asked, whatever stack threads have."""

import subprocess
import sys
import threading
from pathlib import Path

import pytest

from processes import PATIENCE
from zermelo.search.stack import start_deep

DEEPEST_SEARCHES = """
import sys, threading
sys.path.insert(0, {tests!r})
threading.stack_size(64 << 10)

from toys import Again
from zermelo.errors import Stopped
from zermelo.contract.ranges import DEEPEST
from zermelo.search.clock import Clock
from zermelo.search.counters import NODES
from zermelo.search.limits import Limits
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
