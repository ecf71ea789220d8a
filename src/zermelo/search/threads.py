"""Threads of searches: with stack enough for kernels that call themselves, and in a race.

Systems give a thread 8 MiB of stack, or 2, or half of one, and end the whole process when compiled
code needs more. A search to the depth of `DEEPEST` has 128 KiB a ply here, several hundred times
what the games of this package take. Memory is used only as the stack grows.

Starting a deep thread takes a millisecond, so those that have done their work wait for more.
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
            _idle.append(self)  # first, so that a caller who hears that it is done can use it
            done()
            del work, done  # and what they hold


_idle: Final[list[_Worker]] = []  # those that wait for work
if hasattr(os, "register_at_fork"):  # a process forked off has none of the threads
    os.register_at_fork(after_in_child=_idle.clear)


class Racer(NamedTuple):
    """A search: a call that raises `Stopped` once the limit in its memory says so."""

    search: Callable[[], Any]
    memory: Any


def race(racers: Sequence[Racer]) -> tuple[int, Any]:
    """The number of the first search to end, and its result; the others are stopped.

    The first one runs on this thread. Raises `Stopped` when it is stopped from outside.
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


MOST: Final = 1 << 18  # entries that are kept


def most_worked(words: Any, work: Callable[[Any], Any], most: int = MOST) -> array[int]:
    """The entries with the most work, as keys and data in turn.

    words  of the table, where an entry is `key ^ data` and `data`; data 0 is no entry. Other
           threads may be writing: an entry that is half written names some other key, as it does
           for a search
    work   of the data in an array
    """
    import numpy as np

    entries = np.array(words, np.int64).reshape(-1, 2)
    entries = entries[entries[:, 1] != 0]
    if len(entries) > most:
        entries = entries[np.argpartition(work(entries[:, 1]), len(entries) - most)[-most:]]
    entries[:, 0] ^= entries[:, 1]
    return array("q", entries.tobytes())
