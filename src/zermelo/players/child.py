"""The child's end of `Program`, in Python: lines come in, answers go out."""

from __future__ import annotations

import os
import queue
import threading
from collections.abc import Callable, Iterator


def orders() -> Iterator[str]:
    """Yield the lines sent to this process, which exits at the end of its input."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        yield lines.get()


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in open(0, encoding="utf-8", errors="replace"):  # noqa: SIM115 - to its end
        lines.put(line.rstrip("\n"))
    os._exit(0)


def voice() -> Callable[[str], None]:
    """Redirect output to standard error, and return a function that sends a line to the parent.

    The process exits if the parent is gone.
    """
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(line: str) -> None:
        try:
            print(line, file=output, flush=True)
        except BrokenPipeError:  # before `_listen` hears of it
            os._exit(0)

    return say
