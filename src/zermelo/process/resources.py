"""The resources of the machine that this process may use: cores, memory, threads, open files."""

import contextlib
import ctypes
import errno
import mmap
import os
from typing import Final

with contextlib.suppress(ImportError):  # Windows and browsers lack this module
    import resource

MODEST: Final = 4 << 30  # bytes of memory to assume if the system reports none


def usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_memory() -> int:
    """The machine's memory in bytes."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, ValueError, OSError):  # no sysconf (Windows), or other names
        return MODEST


def has_address_limit() -> bool:
    """Whether this process's address space is limited, for example by `ulimit -v`."""
    try:
        return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    except (OSError, NameError):
        return False


ARENA_MAX: Final = -8  # mallopt's parameter M_ARENA_MAX
# Heaps per process; with the default, eight per core, threads cannot reuse each other's memory.
ARENAS: Final = 2


def share_heaps() -> None:
    """Let threads share heaps; call this before starting threads. Only glibc has several heaps."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(ARENA_MAX, ARENAS)


def give_back() -> None:
    """Return freed memory to the operating system, which glibc does only on request."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


MEMORY: Final = "there is too little memory for this"
FILES: Final = "too many files are open"
MESSAGES: Final = {  # texts in errors of libraries that report no errno
    "can't start new thread": MEMORY,
    "Cannot allocate memory": MEMORY,
    "failed to map segment": MEMORY,
    "without setting an exception": MEMORY,
    "error return without exception set": MEMORY,
    "Too many open files": FILES,
}
ROOM: Final = 32 << 20  # bytes: a thread's stack, its first frames, and a margin
NUMBERS: Final = {errno.ENOMEM: MEMORY, errno.EMFILE: FILES, errno.ENFILE: FILES}


def shortage(error: BaseException) -> str | None:
    """A message about the resource whose shortage caused `error`; None for other causes."""
    at: BaseException | None = error
    while at is not None:
        if isinstance(at, MemoryError):
            return MEMORY
        if isinstance(at, OSError) and at.errno in NUMBERS:
            return NUMBERS[at.errno]
        for words, lacking in MESSAGES.items():
            if words in str(at):
                return lacking
        at = at.__cause__ or at.__context__
    return None


def require_room() -> None:
    """Raise `MemoryError` if a new thread would lack memory: Python would wait forever for it."""
    if not has_room():
        raise MemoryError


def has_room() -> bool:
    """Whether there is memory for another thread."""
    try:
        mmap.mmap(-1, ROOM).close()
    except OSError:
        return False
    return True
