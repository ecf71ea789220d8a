"""Threads with stack enough for kernels that call themselves, a call or more for every ply.

Systems give a thread 8 MiB of stack, or 2, or half of one, and end the whole process when compiled
code needs more. A search to the depth of `ranges.DEEPEST` has 128 KiB a ply here, several hundred
times what the games of this package take. Memory is used only as the stack grows.

Starting a deep thread takes a millisecond, so those that have done their work wait for more.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import Final

from zermelo.contract.ranges import DEEPEST

STACK: Final = DEEPEST << 17  # bytes

_starting = threading.Lock()


def start_deep(thread: threading.Thread) -> None:
    """Start `thread` with a stack of that size; the size is a setting of the whole process."""
    with _starting:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


def run_deep(work: Callable[[], None], done: Callable[[], None]) -> None:
    """Have a thread with that stack call `work`, which raises nothing, and then `done`."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
        start_deep(worker)
    worker.give(work, done)


class _Worker(threading.Thread):
    """A thread that does one piece of work after the other."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._waits = threading.Lock()  # whose calls Ctrl-C finds done or not begun
        self._waits.acquire()
        self._work: tuple[Callable[[], None], Callable[[], None]] | None = None

    def give(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        """Let it do this next; it has to be idle."""
        self._work = work, done
        self._waits.release()

    def run(self) -> None:
        while True:
            self._waits.acquire()
            assert self._work is not None
            work, done = self._work
            self._work = None
            work()
            _idle.append(self)  # first, so that a caller who hears that it is done can use it
            done()
            del work, done  # and what they hold


_idle: Final[list[_Worker]] = []  # those that wait for work
if hasattr(os, "register_at_fork"):  # a process forked off has none of the threads
    os.register_at_fork(after_in_child=_idle.clear)
