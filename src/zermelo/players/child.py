"""The other end of `Program` in Python: lines come in, answers go out, and nothing else does."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator


def orders() -> Iterator[str]:
    """The lines for this process. At their end it ends too, whatever it is doing then."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        yield lines.get()


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in open(0, encoding="utf-8", errors="replace"):  # noqa: SIM115 - to its end
        lines.put(line.rstrip("\n"))
    os._exit(0)


def voice() -> Callable[[str], None]:
    """A function that sends a line to the parent; other output goes to standard error from now.

    Once the parent is gone, whatever ended it, this process ends too.
    """
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(line: str) -> None:
        try:
            print(line, file=output, flush=True)
        except BrokenPipeError:  # before `_listen` hears of it
            os._exit(0)

    return say
