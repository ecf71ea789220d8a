"""Threads with stack enough for kernels that call themselves, a call or more for every ply.

Systems give a thread 8 MiB of stack, or 2, or half of one, and end the whole process when compiled
code needs more. A search to the depth of `ranges.DEEPEST` has 128 KiB a ply here, several hundred
times what the games of this package take. Memory is used only as the stack grows.
"""

from __future__ import annotations

import threading
from typing import Final

from zermelo.ranges import DEEPEST

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
