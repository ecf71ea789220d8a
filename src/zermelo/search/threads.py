"""Threads for searches, with enough stack for recursive kernels, and races between searches.

Systems give a thread at most 8 MiB of stack, and kill the process if compiled code needs more.
Here a stack has 128 KiB for each of `DEEPEST` plies, hundreds of times as much as Zermelo's games
need; it takes up memory only as it grows. Starting a deep thread takes a millisecond, so idle ones
wait for work.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from zermelo.contract.arguments import DEEPEST
from zermelo.errors import Stopped, without_frame
from zermelo.search.counters import NO_LIMIT, NODE_LIMIT

STACK: Final = DEEPEST << 17  # bytes of stack for each thread

_starting = threading.Lock()


def start_deep(thread: threading.Thread) -> None:
    """Start `thread` with a stack of STACK bytes; the size is a setting of the whole process."""
    with _starting:
        before = threading.stack_size(STACK)
        try:
            thread.start()
        finally:
            threading.stack_size(before)


class Job:
    """A call on a thread with a deep stack; `result` returns its result or raises its error."""

    def __init__(self, function: Callable[..., Any], *arguments: Any) -> None:
        self._call = function, arguments
        self._done, self._under_way = False, threading.Lock()
        self._under_way.acquire()
        self._value: Any = None
        self._error: BaseException | None = None

    def start(self) -> None:
        """Begin the call on an idle thread, or on a new one."""
        try:
            worker = _idle.pop()
        except IndexError:
            worker = _Worker()
            start_deep(worker)
        worker.job = self
        worker.waits.release()

    def run(self) -> None:
        """Call the function, and keep its result or its error."""
        function, arguments = self._call
        try:
            self._value = function(*arguments)
        except BaseException as error:
            self._error = without_frame(error)

    def end(self) -> None:
        """Mark the call as ended, and wake the caller in `is_over`."""
        self._done = True
        self._under_way.release()

    def is_over(self, seconds: float = -1) -> bool:
        """Wait at most `seconds`, by default until the call ends; return whether it has ended.

        After Ctrl-C at any moment, this method can be called again. It waits for a lock because
        an interrupted `Event` may stay locked forever, and `join` may consider the thread ended.
        """
        if not self._done:
            self._under_way.acquire(timeout=seconds)
        return self._done

    def result(self) -> Any:
        """Return the result of the ended call, or raise its error."""
        error, self._error = self._error, None
        if error is None:
            return self._value
        try:
            raise error
        finally:
            del error  # the error refers to this frame


class _Worker(threading.Thread):
    """A thread that does one job after another."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.waits = threading.Lock()  # Ctrl-C cannot interrupt a call of the lock halfway
        self.waits.acquire()
        self.job: Job | None = None

    def run(self) -> None:
        while True:
            self.waits.acquire()
            job, self.job = self.job, None
            assert job is not None
            job.run()
            _idle.append(self)  # before `end`, so that the caller can reuse this thread
            job.end()
            del job  # free all objects that the call refers to


_idle: Final[list[_Worker]] = []  # threads that wait for work
if hasattr(os, "register_at_fork"):  # a forked process lacks its parent's threads
    os.register_at_fork(after_in_child=_idle.clear)


class Racer(NamedTuple):
    """A search in a race: a call that raises `Stopped` when the limit in its memory is reached."""

    search: Callable[[], Any]
    memory: Any


def race(racers: Sequence[Racer]) -> tuple[int, Any]:
    """Run searches, the first on this thread, until one ends; return its index and its result, or
    raise `Stopped` if all were stopped.
    """
    ended: list[tuple[int, Any]] = []

    def run(number: int) -> None:
        try:
            ended.append((number, racers[number].search()))
        except Stopped:
            pass
        finally:
            for racer in racers:
                racer.memory[NODE_LIMIT] = 0

    jobs = [Job(run, number) for number in range(1, len(racers))]
    for racer, job in zip(racers[1:], jobs, strict=True):
        racer.memory[NODE_LIMIT] = NO_LIMIT
        job.start()
    try:
        run(0)
    finally:
        for job in jobs:
            job.is_over()
    for job in jobs:
        job.result()  # raises its error
    if not ended:
        raise Stopped
    return ended[0]


MOST: Final = 1 << 18  # the most entries to keep


def most_worked(words: Any, work: Callable[[Any], Any], most: int = MOST) -> array[int]:
    """The costliest entries, keys and data alternating; `work` computes costs from data.

    In `words`, an entry is `key ^ data` and `data`, which is 0 if empty. Other threads may be
    writing: a half-written entry has another key, as in a search.
    """
    import numpy as np

    entries = np.asarray(words).view(np.int64).reshape(-1, 2)
    entries = entries[entries[:, 1] != 0]
    if len(entries) > most:
        entries = entries[np.argpartition(work(entries[:, 1]), len(entries) - most)[-most:]]
    entries[:, 0] ^= entries[:, 1]
    return array("q", entries.tobytes())
