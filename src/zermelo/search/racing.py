"""Parts that searches of questions share: races on several threads, and the entries to keep."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from zermelo.errors import Stopped
from zermelo.search.counters import NO_LIMIT, NODE_LIMIT
from zermelo.search.stack import start_deep


class Racer(NamedTuple):
    """A search: a call that raises `Stopped` once the limit in its memory says so."""

    search: Callable[[], Any]
    memory: Any


def raced(racers: Sequence[Racer]) -> tuple[int, Any]:
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
