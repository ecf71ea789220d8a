"""Coverage at a third of its price: it watches how a test begins, then looks in now and then.

What takes long repeats itself, and coverage slows it threefold. Times are of the processor, so
that a busy machine watches as much.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from coverage import Coverage

BEGINNING = 0.2  # seconds of each test that are watched
LOOK = 0.04  # seconds that each look after that takes,
EVERY = 4  # and one of how many of them it is


class Glancing:
    """The hook that has coverage, where it runs, look away most of the time."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[object]:
        """Let coverage look at a test's setup, its call and what is undone after it."""
        watching = Coverage.current()
        if watching is None:
            return (yield)
        looks = [True]

        def turn(*_: object) -> None:
            looks.append(len(looks) % EVERY == 0)
            if looks[-1] and not looks[-2]:
                watching.start()
            elif looks[-2] and not looks[-1]:
                watching.stop()

        signal.signal(signal.SIGVTALRM, turn)
        signal.setitimer(signal.ITIMER_VIRTUAL, BEGINNING, LOOK)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if not looks[-1]:
                watching.start()
