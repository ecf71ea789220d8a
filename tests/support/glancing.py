"""Coverage at a third of its price: it watches how a test begins, then looks in now and then.

What takes long repeats itself, and coverage slows it threefold. Times are of the processor, so
that a busy machine watches as much.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator

import pytest
from coverage import Coverage

from zermelo.search import threads

Work = Callable[[], None]

BEGINNING = 0.3  # seconds of each test that are watched
LOOK = 0.04  # seconds that each look after that takes,
EVERY = 4  # and one of how many of them it is


class Glancing:
    """The hook that has coverage, where it runs, look away most of the time.

    Threads that wait for more work are watched again when they get some.
    """

    def pytest_sessionstart(self) -> None:
        """Have such a thread ask who watches threads now, as a new one does."""
        give = threads._Worker.give

        def given(worker: threads._Worker, work: Work, done: Work) -> None:
            def watched() -> None:
                if sys.gettrace() is None:
                    sys.settrace(threading.gettrace())
                work()

            give(worker, watched, done)

        threads._Worker.give = given

    def pytest_collection(self) -> None:
        """Have one coverage watch: of the two in a worker, one goes on when the other stops."""
        watching = Coverage.current()
        if watching is not None:
            while (one := Coverage.current()) is not None:
                one.stop()
            watching.start()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self) -> Iterator[object]:
        """Let coverage look at a test's setup, its call and what is undone after it."""
        watching = Coverage.current()
        if watching is None:
            return (yield)
        looks, tracers = [True], []

        def turn(*_: object) -> None:
            looks.append(len(looks) % EVERY == 0)
            if looks[-1] and not looks[-2]:
                watching.start()
            elif looks[-2] and not looks[-1]:
                tracers.append(sys.gettrace())  # which may be at work: freed now, it would crash
                watching.stop()

        signal.signal(signal.SIGVTALRM, turn)
        signal.setitimer(signal.ITIMER_VIRTUAL, BEGINNING, LOOK)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if not looks[-1]:
                watching.start()
