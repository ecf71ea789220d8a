"""Operations on files, each in a function.

Call them through the module, as `disk.write`: tests that simulate failing disks replace them.
"""

import errno
import os
import shutil
from pathlib import Path
from typing import Final

OURS: Final = 0o600
EVERYONES: Final = 0o666  # the umask then removes bits
READ: Final = os.O_RDONLY | os.O_NONBLOCK
FOLDER: Final = os.O_RDONLY | os.O_DIRECTORY
NO_NAMELESS: Final = {errno.EOPNOTSUPP, errno.EISDIR, errno.EINVAL}  # if O_TMPFILE is missing
_DESCRIPTORS: Final = "/proc/self/fd"

truncate = os.ftruncate  # cuts an open file to a number of bytes
sync = os.fsync  # returns once the content of an open file would survive a power cut
replace = os.replace  # renames a file, replacing an existing file
remove_folder = os.rmdir  # raises `OSError` for a folder that is not empty


def open_file(path: Path | str, flags: int, mode: int = OURS, *, within: int | None = None) -> int:
    """Open a file, relative to the folder `within`; child processes don't inherit it."""
    return os.open(path, flags | os.O_CLOEXEC, mode, dir_fd=within)


def open_nameless(folder: Path) -> int | None:
    """Make an unnamed file, which disappears with this process; None if the system can't."""
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
    """Give an unnamed file the name `path`, which must not exist yet."""
    folder = open_file(_DESCRIPTORS, FOLDER)
    try:
        os.link(str(file), path, src_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def content(file: int, at: int = 0, end: int = 1 << 63) -> bytes:
    """Read an open file from byte `at` to its end, or up to byte `end`, which is excluded."""
    parts = []
    while part := os.pread(file, min(1 << 24, end - at), at):
        parts.append(part)
        at += len(part)
    return b"".join(parts)


def write(file: int, content: bytes | memoryview, at: int) -> int:
    """Write `content` at the byte `at`; return the number of bytes written, which may be fewer."""
    return os.pwrite(file, content, at)


def sync_folder(folder: Path) -> None:
    """Write a folder's list of files to the disk, so that it survives a power cut."""
    file = open_file(folder, FOLDER)
    try:
        os.fsync(file)
    finally:
        os.close(file)


def remove(path: Path) -> None:
    """Remove a file, if it exists."""
    path.unlink(missing_ok=True)


def remove_tree(path: Path) -> None:
    """Remove a file, or a folder with its content."""
    shutil.rmtree(path) if path.is_dir() else path.unlink()


def make_folder(path: Path) -> None:
    """Make a folder and its parents, unless they exist."""
    path.mkdir(parents=True, exist_ok=True)


def lock(file: int) -> None:
    """Lock a file until it is closed; raises `BlockingIOError` if another process has locked it."""
    import fcntl  # not available under Emscripten

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
