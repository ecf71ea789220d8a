"""Who times what a thread runs, and leaves out what has to be compiled meanwhile."""

from __future__ import annotations

import contextlib
import threading
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


def paused() -> contextlib.AbstractContextManager[None]:
    """Whoever times this thread leaves out what is done in here."""
    return _timed.pause()
