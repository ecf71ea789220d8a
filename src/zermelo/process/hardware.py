"""The resources of the machine for this process: cores and memory, on any system."""

from __future__ import annotations

import os
from typing import Final

MODEST: Final = 4 << 30  # bytes of memory, where the system does not say


def usable_cores() -> int:
    """The cores this process may run on; all of the machine's if the system sets no limit."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_memory() -> int:
    """The machine's memory in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # none on Windows, or not these names
        return MODEST
