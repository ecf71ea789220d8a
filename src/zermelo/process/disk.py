"""The system's operations on files, one step per function, for everything that outlasts a process.

The functions are called as `disk.write`: a simulator of bad days puts others in their place.
"""

from __future__ import annotations

import errno
import os
import shutil
from pathlib import Path
from typing import Final

OURS: Final = 0o600
EVERYONES: Final = 0o666  # as far as the umask lets it
READ: Final = os.O_RDONLY | os.O_NONBLOCK
FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY
NO_NAMELESS: Final = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL}  # what file systems say
_DESCRIPTORS: Final = "/proc/self/fd"


def open_file(path: Path | str, flags: int, mode: int = OURS, *, within: int | None = None) -> int:
    """A descriptor of a file that no program started from here gets.

    within  the descriptor of the folder from which the path leads
    """
    return os.open(path, flags | os.O_CLOEXEC, mode, dir_fd=within)


def open_nameless(folder: Path) -> int | None:
    """A new file without a name in `folder`; it is gone with this process.

    None where the system has none.
    """
    flag = getattr(os, "O_TMPFILE", 0)
    if not flag or not Path(_DESCRIPTORS).is_dir():
        return None
    try:
        return os.open(folder, flag | os.O_RDWR | os.O_CLOEXEC, OURS)
    except OSError as error:
        if error.errno not in NO_NAMELESS:
            raise
        return None


def link(file: int, path: Path) -> None:
    """Give a file without a name one that is not taken."""
    folder = open_file(_DESCRIPTORS, FOLDER)
    try:
        os.link(str(file), path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def content(file: int) -> bytes:
    """All that is in a file."""
    parts, at = [], 0
    while part := os.pread(file, 1 << 24, at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


def write(file: int, content: bytes | memoryview, at: int) -> int:
    """Write from the byte `at` on; returns how much was, which may be less than all."""
    return os.pwrite(file, content, at)


def truncate(file: int, length: int) -> None:
    """Have a file end after so many bytes."""
    os.ftruncate(file, length)


def sync(file: int) -> None:
    """Return when all that was written to a file outlasts a power cut."""
    os.fsync(file)


def sync_folder(folder: Path) -> None:
    """Return when all names in a folder outlast a power cut."""
    file = open_file(folder, FOLDER)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def replace(path: Path, target: Path) -> None:
    """Give a file another name, in place of the file that has it."""
    path.replace(target)


def remove(path: Path) -> None:
    """Remove a file, if it is there."""
    path.unlink(missing_ok=True)


def remove_tree(path: Path) -> None:
    """Remove a file, or a folder with all that is in it."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def make_folder(path: Path) -> None:
    """Make a folder and those above it, unless it is there."""
    path.mkdir(parents=True, exist_ok=True)


def lock(file: int) -> None:
    """Lock a file for this process until it is closed; `BlockingIOError` if another one has."""
    import fcntl  # which browsers, where nobody locks, are without

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
