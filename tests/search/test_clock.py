"""Wait for a search while Ctrl-C may come at any instant."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from contextlib import nullcontext
from types import FrameType
from typing import Any

import pytest

import zermelo
from simulatedtime import SimulatedTime
from zermelo.errors import Stopped
from zermelo.native.kernel import pause
from zermelo.search.clock import Clock, Limits, Progress, Snapshot
from zermelo.search.counters import at_limit, visit
from zermelo.search.textbook import max_value
from zermelo.search.threads import Job

MORRIS = zermelo.game("morris")


class Interruption:
    """A trace function that raises `KeyboardInterrupt` at one step of the running code."""

    def __init__(self, step: int) -> None:
        self.left = step

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Interruption:
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return self


def interrupted(doing: Callable[[], object], step: int) -> bool:
    """Whether the call was interrupted at this step, and not done before."""
    interruption = Interruption(step)
    before = sys.gettrace()
    sys.settrace(interruption)
    try:
        doing()
    except KeyboardInterrupt:
        return True
    finally:
        sys.settrace(before)
    return False


def test_waiting_can_be_repeated_after_an_interruption():
    """Found by `make fuzz`: an `Event` stayed locked, and waiting for the search never ended."""
    step, going_on = 1, True
    while going_on:
        going = threading.Event()
        work = Job(lambda going=going: going.wait(20))
        work.start()
        going_on = interrupted(lambda work=work: work.is_over(0.001), step)
        going.set()
        waiting = threading.Thread(target=work.is_over, daemon=True)
        waiting.start()
        waiting.join()  # which never ends if the interruption broke the event
        assert work.is_over() and work.result() is True
        step += 1
    assert step > 3


def test_starting_can_be_repeated_after_an_interruption():
    """Found by `make fuzz`: a thread that got work at that instant missed later work."""
    step, going_on = 1, True
    while going_on:
        work, after = Job(lambda: None), Job(lambda: None)
        going_on = interrupted(work.start, step)
        work.is_over(0.1)  # unless it was never begun
        after.start()
        assert after.is_over(60), step
        step += 1


@pytest.mark.parametrize("compiles", [True, False])
def test_compiling_during_a_search_is_not_on_the_clock(compiles, monkeypatch):
    time = SimulatedTime(monkeypatch, "zermelo.search.clock")
    clock, glanced = Clock(Limits(seconds=60), native=False), threading.Event()
    monkeypatch.setattr(clock, "_look", lambda look=clock._look: (look(), glanced.set()))

    def search() -> str:
        with pause() if compiles else nullcontext():
            time.pass_by(100)
            assert glanced.wait()
        return "done"

    assert clock.watch(search) == "done"
    assert clock.stopped is not compiles
    assert clock.seconds() == (0 if compiles else 100)


def watched_here(limits: Limits, progress: Progress | None = None) -> Clock:
    """A clock that has watched a search of Morris without a thread, until that ended."""
    clock = Clock(limits, native=False, progress=progress)
    with pytest.raises(Stopped):
        clock.watch_here(max_value, MORRIS, MORRIS.start(), 6, clock.counts)
    return clock


def test_a_search_on_this_thread_ends_at_its_limits_and_tells_how_far_it_is(monkeypatch):
    assert 2000 <= watched_here(Limits(nodes=2000)).nodes() < 2030
    SimulatedTime(monkeypatch, "zermelo.search.clock", tick=0.01)
    collected: list[Snapshot] = []
    clock = watched_here(Limits(seconds=0.3), collected.append)
    assert clock.stopped and clock.counts["node_limit"] == 0
    assert collected and collected[-1].nodes <= clock.nodes()


def go_on(counts: Any) -> None:
    """Visit states up to a limit."""
    while not at_limit(counts):
        visit(counts)


@pytest.mark.parametrize(
    ("search", "given"), [(max_value, (MORRIS, MORRIS.start(), 6)), (go_on, ())]
)
def test_what_progress_raises_ends_a_search_on_this_thread(search, given):
    def progress(_: Snapshot) -> None:
        raise KeyError("nobody listens")

    clock = Clock(native=False, progress=progress)
    with pytest.raises(KeyError, match="nobody listens"):
        clock.watch_here(search, *given, clock.counts)
    assert clock.stopped


@pytest.mark.compiled
def test_a_table_that_outgrows_the_memory_ends_a_search_as_a_limit_does(monkeypatch):
    game = zermelo.game("awari")
    monkeypatch.setattr("zermelo.native.calling.ARENA", 1 << 19)
    found = zermelo.analyze(game, algorithm="memo", nodes=100_000)
    assert found.depth >= 1 and found.nodes < 100_000
