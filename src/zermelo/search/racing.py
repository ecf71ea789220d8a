"""Several searches of one question at once, each on a thread of its own: the first to end wins."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

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
