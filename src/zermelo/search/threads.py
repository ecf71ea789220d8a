"""Threads for searches, with enough stack for recursive kernels, and races between searches.

Systems give a thread 8, 2 or half a MiB of stack, and kill the process if compiled code
needs more. Here, a search of depth `DEEPEST` has 128 KiB for each ply, several hundred times what
this package's games need. The stack takes memory only as it grows.

Starting a deep thread takes a millisecond, so idle ones wait for more work.
"""

from __future__ import annotations

import os
import threading
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from zermelo.contract.arguments import DEEPEST
from zermelo.errors import Stopped
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


def run_deep(work: Callable[[], None], done: Callable[[], None]) -> None:
    """Let a thread with a deep stack call `work`, which raises nothing, and then `done`."""
    try:
        worker = _idle.pop()
    except IndexError:
        worker = _Worker()
        start_deep(worker)
    worker.give(work, done)


class _Worker(threading.Thread):
    """A thread that does one job after another."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self._waits = threading.Lock()  # Ctrl-C never leaves a call of the lock half done
        self._waits.acquire()
        self._work: tuple[Callable[[], None], Callable[[], None]] | None = None

    def give(self, work: Callable[[], None], done: Callable[[], None]) -> None:
        """Give the idle thread its next work."""
        self._work = work, done
        self._waits.release()

    def run(self) -> None:
        while True:
            self._waits.acquire()
            assert self._work is not None
            work, done = self._work
            self._work = None
            work()
            _idle.append(self)  # before `done`, so that its caller can reuse this thread
            done()
            del work, done  # free all objects that the two functions refer to


_idle: Final[list[_Worker]] = []  # threads that wait for work
if hasattr(os, "register_at_fork"):  # a forked process lacks its parent's threads
    os.register_at_fork(after_in_child=_idle.clear)


class Racer(NamedTuple):
    """A search in a race: a call that raises `Stopped` when the limit in its memory is reached."""

    search: Callable[[], Any]
    memory: Any


def race(racers: Sequence[Racer]) -> tuple[int, Any]:
    """The index and result of the first search to end; stops the others.

    The first search runs on this thread. Raises `Stopped` if it is stopped from outside.
    """
    ended: list[tuple[int, Any]] = []
    errors: list[BaseException] = []

    def stop() -> None:
        for racer in racers:
            racer.memory[NODE_LIMIT] = 0

    def run(number: int) -> None:
        try:
            ended.append((number, racers[number].search()))
            stop()
        except Stopped:
            pass
        except BaseException as error:
            errors.append(error)
            stop()

    threads = [
        threading.Thread(target=run, args=(number,), daemon=True)
        for number in range(1, len(racers))
    ]
    for racer, thread in zip(racers[1:], threads, strict=True):
        racer.memory[NODE_LIMIT] = NO_LIMIT
        start_deep(thread)
    run(0)
    stop()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    if not ended:
        raise Stopped
    return ended[0]


MOST: Final = 1 << 18  # the most entries to keep


def most_worked(words: Any, work: Callable[[Any], Any], most: int = MOST) -> array[int]:
    """The costliest entries, keys and data alternating.

    words  the table's words, where an entry is `key ^ data` and `data`; data 0 means no entry.
           Other threads may be writing: a half-written entry has another key, as in a search
    work   computes the work from an array of data
    """
    import numpy as np

    entries = np.asarray(words).view(np.int64).reshape(-1, 2)
    entries = entries[entries[:, 1] != 0]
    if len(entries) > most:
        entries = entries[np.argpartition(work(entries[:, 1]), len(entries) - most)[-most:]]
    entries[:, 0] ^= entries[:, 1]
    return array("q", entries.tobytes())
