"""Time of searches and moves, measured without the time that compiling takes."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator

Pause = Callable[[], contextlib.AbstractContextManager[None]]


class _Timed(threading.local):
    pause: Pause = contextlib.nullcontext


_timed = _Timed()


@contextlib.contextmanager
def timed_by(pause: Pause) -> Iterator[None]:
    """Have `pause` stop the time whenever this thread compiles what it is about to run."""
    before, _timed.pause = _timed.pause, pause
    try:
        yield
    finally:
        _timed.pause = before


def pause() -> contextlib.AbstractContextManager[None]:
    """Stop the time that this thread is measured by, while something is compiled in here."""
    return _timed.pause()


class Stopwatch:
    """Seconds since it was made, less those that passed in `paused`.

    began  when the time began by `time.perf_counter`, now by default

    A pause also stops the stopwatch that timed this thread before: a move's time contains that of
    its search.
    """

    def __init__(self, began: float | None = None) -> None:
        self._began = time.perf_counter() if began is None else began
        self._stopped_at: float | None = None
        self._outer = _timed.pause

    @property
    def stopped(self) -> bool:
        """Whether it stands still now."""
        return self._stopped_at is not None

    def seconds(self) -> float:
        """The time so far."""
        stopped_at = self._stopped_at  # which another thread may take away meanwhile
        return (time.perf_counter() if stopped_at is None else stopped_at) - self._began

    @contextlib.contextmanager
    def pause(self) -> Iterator[None]:
        """Leave out the time that passes in here; one pause inside another is part of it."""
        if self.stopped:
            yield
            return
        with self._outer():
            self._stopped_at = began = time.perf_counter()
            try:
                yield
            finally:
                self._began += time.perf_counter() - began
                self._stopped_at = None
