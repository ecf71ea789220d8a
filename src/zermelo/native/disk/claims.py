"""When several processes need the same machine code, one compiles it and the others wait for it.

A claim is a lock on one byte of one file beside the machine code. The system gives it up with the
process, however that ends, and does not pass it on to forks; on storage that several machines see,
it holds between them. A process has one claim at most, so that no two wait for each other.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from zermelo.native.disk.folder import make_own
from zermelo.process import disk

LONGEST: Final = 300.0  # seconds: a process that was stopped keeps its claim
NAP: Final = 0.02  # seconds between two looks whether a claim is given up

_claimed: list[int] | None = None  # of the thread that compiles; None: nobody would give it up


@contextlib.contextmanager
def claiming() -> Iterator[None]:
    """Claims made in this block are given up at its end; at that of the outermost block."""
    global _claimed
    if _claimed is not None:
        yield
        return
    _claimed = []
    try:
        yield
    finally:
        for file in _claimed:
            os.close(file)
        _claimed = None


def claim(path: Path) -> bool:
    """Claim to make the file; if another process does, wait until it is done, and claim nothing.

    False, at once, where claims cannot be: nobody would give it up, there is one already, or the
    folder is not to be written to; or at last, where the other process takes too long.
    """
    if _claimed is None or _claimed:
        return False
    try:
        make_own(path.parent)
        flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
        _claimed.append(disk.open_file(path.parent / "claims", flags))
        return _locked(_claimed[0], _byte(path.name))
    except OSError:  # a file system without locks, say
        return False


def _byte(name: str) -> int:
    """The byte that stands for a file."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "big")


def _locked(file: int, byte: int) -> bool:
    """Lock a byte or see it unlocked, by looks: Ctrl-C is heeded in between.

    Who has waited does not lock it: what was not made until then cannot be kept, or its maker was
    killed, and nobody should wait for one after the other.
    """
    ends, waited = time.monotonic() + LONGEST, False
    while time.monotonic() < ends:
        try:
            fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, byte)
        except (BlockingIOError, PermissionError):  # POSIX leaves open which of the two it is
            waited = True
            time.sleep(NAP)
        else:
            if waited:
                fcntl.lockf(file, fcntl.LOCK_UN, 1, byte)
            return True
    return False
