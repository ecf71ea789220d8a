"""The memory that a process has freed, and keeps for itself."""

from __future__ import annotations

import contextlib
import ctypes
from typing import Final

ARENA_MAX: Final = -8  # M_ARENA_MAX of mallopt
# By default there are eight for each core, and memory freed in one is of no use to the others.
ARENAS: Final = 2


def share_heaps() -> None:
    """Have threads share heaps, before they are begun; only glibc has more than one."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give freed memory back to the operating system, as glibc does it when asked only."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
