"""Recognise errors from a shortage of memory, threads or open files."""

from __future__ import annotations

import errno
import mmap
from collections.abc import Iterator
from typing import Final

MEMORY: Final = "there is too little memory for this"
FILES: Final = "too many files are open"
MESSAGES: Final = {  # of libraries whose errors have no numbers
    "can't start new thread": MEMORY,
    "Cannot allocate memory": MEMORY,
    "failed to map segment": MEMORY,
    "without setting an exception": MEMORY,
    "error return without exception set": MEMORY,
    "Too many open files": FILES,
}
ROOM: Final = 32 << 20  # bytes: a thread's stack, its first frames, and some more
NUMBERS: Final = {errno.ENOMEM: MEMORY, errno.EMFILE: FILES, errno.ENFILE: FILES}


def shortage(error: BaseException) -> str | None:
    """The resource whose shortage caused `error`, or None."""
    return next(filter(None, map(_resource, _causes(error))), None)


def require_room() -> None:
    """Raise `MemoryError` if there is no memory for another thread.

    Python would wait forever for a thread that dies of out-of-memory before starting.
    """
    if not has_room():
        raise MemoryError


def has_room() -> bool:
    """Whether there is memory for another thread."""
    try:
        mmap.mmap(-1, ROOM).close()
    except OSError:
        return False
    return True


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The error and its causes."""
    at: BaseException | None = error
    while at is not None:
        yield at
        at = at.__cause__ or at.__context__


def _resource(error: BaseException) -> str | None:
    if isinstance(error, MemoryError):
        return MEMORY
    if isinstance(error, OSError) and error.errno in NUMBERS:
        return NUMBERS[error.errno]
    return next((resource for words, resource in MESSAGES.items() if words in str(error)), None)
