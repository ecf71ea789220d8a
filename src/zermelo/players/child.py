"""The other end of `Program` in Python: lines come in, answers go out, and nothing else does."""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator


def orders() -> Iterator[str]:
    """The lines for this process. At their end it ends too, whatever it is doing then."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(lines,), daemon=True).start()
    while True:
        yield lines.get()


def _listen(lines: queue.SimpleQueue[str]) -> None:
    for line in sys.stdin:
        lines.put(line.rstrip("\n"))
    os._exit(0)


def voice() -> Callable[[str], None]:
    """A function that sends a line to the parent; other output goes to standard error from now."""
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def say(line: str) -> None:
        print(line, file=output, flush=True)

    return say
