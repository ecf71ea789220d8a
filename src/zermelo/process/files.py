"""Files written whole or not at all, and the one line that says why a file cannot be used."""

from __future__ import annotations

import errno
import io
import os
import shutil
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from zermelo.errors import UsageError, clip
from zermelo.process import disk

FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_drafts: Final[set[Path]] = set()  # named before they are made, so that none can be left behind
STANDARD: Final = (1, 2)  # the descriptors of standard output and standard error


class DraftFile(io.RawIOBase):
    """A file that is being written, byte after byte, every one by a step of `disk`."""

    def __init__(self, file: int) -> None:
        self._file, self._at = file, 0

    def fileno(self) -> int:
        """The descriptor, open until the end of the block."""
        return self._file

    def writable(self) -> bool:
        """That it is for writing."""
        return True

    def tell(self) -> int:
        """How many bytes are written."""
        return self._at

    def write(self, content: Any) -> int:
        """Add all of what is given."""
        with memoryview(content).cast("B") as part:
            write_all(self._file, part, self._at)
            self._at += len(part)
            return len(part)


@contextmanager
def whole_file(path: Path) -> Iterator[DraftFile]:
    """A new file to write to, which takes the place of `path` at the end of the block.

    Enter the block before long work: a `path` that cannot be written is a `UsageError` at once.
    When the block fails, `path` is left as it was; when the process is killed, nothing is left
    beside it, where the system has files without names. A symbolic link stays one, what it leads to
    is replaced and keeps its mode. A special file, like /dev/stdout or a FIFO, gets the
    content at the end of the block instead.
    """
    with file_errors("write", path):
        before = _status(path)
        through = before is not None and _is_written_through(before)
        if before is not None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        target = Path(os.path.realpath(path))
        place = _temporary() if through else target.parent
    beside = place / f".{target.name[:32]}.{os.urandom(4).hex()}"
    _drafts.add(beside)
    try:
        with file_errors("write", path):
            file = disk.open_nameless(place)
            named = file is None
            file = _create(beside) if file is None else file
        try:
            with _full_disk_errors(path):
                yield DraftFile(file)
            with file_errors("write", path):
                if through:
                    _copy(file, path)
                else:
                    os.fchmod(file, stat.S_IMODE(before.st_mode) if before else 0o666 & ~_umask())
                    if not named:
                        disk.link(file, beside)
                    put_in_place(file, beside, target)
        finally:
            os.close(file)
    finally:
        beside.unlink(missing_ok=True)
        _drafts.discard(beside)


def replace_file(path: Path, content: bytes, suffix: str, mode: int = disk.OURS) -> None:
    """Write a whole file or none of it, while other processes may be at the same one.

    suffix  of the name of the draft beside it, which a kill may leave
    mode    the file's, less what the umask takes away

    A power cut may leave less of a new file: readers have to look whether it is whole. It takes
    no file away that was there before.
    """
    draft = path.with_name(f"{path.name}.{os.urandom(8).hex()}{suffix}")
    file = _create(draft, mode)
    try:
        write_all(file, content)
        if path.exists():
            disk.sync(file)
        disk.replace(draft, path)
    except OSError:
        disk.remove(draft)
        raise
    finally:
        os.close(file)


def put_in_place(file: int, draft: Path, target: Path) -> None:
    """Have an open file take the place of another: one of the two outlasts whatever happens."""
    disk.sync(file)
    disk.replace(draft, target)
    disk.sync_folder(target.parent)


def write_all(file: int, content: bytes | memoryview, at: int = 0) -> None:
    """Write to an open file from the byte `at` on."""
    left = memoryview(content)
    while left:
        done = disk.write(file, left, at)
        left, at = left[done:], at + done


def remove_drafts() -> None:
    """Leave no file half written; for a process that ends without leaving its blocks."""
    for draft in list(_drafts):
        with suppress(OSError):
            draft.unlink()


@contextmanager
def file_errors(doing: str, path: Path | str) -> Iterator[None]:
    """Whatever the system has against `doing` something, "read" say, with `path`: one line."""
    try:
        yield
    except BrokenPipeError:  # the reader has closed the pipe: the end of the command, no mistake
        raise
    except UsageError:
        raise
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot {doing} {clip(str(path), 200)}: {reason(error)}") from None


@contextmanager
def regular_file(path: Path) -> Iterator[IO[bytes]]:
    """A regular file, open to be read; `OSError` for anything else, without waiting for a FIFO."""
    file = disk.open_file(path, disk.READ)
    with os.fdopen(file, "rb") as content:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "it is no regular file", str(path))
        yield content


def regular_bytes(path: Path, most: int) -> bytes:
    """The content of a regular file of at most `most` bytes; `OSError` for anything else."""
    with regular_file(path) as content:
        if os.fstat(content.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
        return disk.content(content.fileno())


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is no text in UTF-8"
    return "that is no name of a file"


@contextmanager
def _full_disk_errors(path: Path) -> Iterator[None]:
    """A full disk is named by the file that was to be written."""
    try:
        yield
    except OSError as error:
        if error.errno not in FULL:
            raise
        raise UsageError(f"cannot write {clip(str(path), 200)}: {reason(error)}") from None


def _status(path: Path) -> os.stat_result | None:
    """The kind of file at `path`, links followed; None for nothing. A directory is refused."""
    try:
        status = path.stat()
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a directory")
    return status


def _is_written_through(status: os.stat_result) -> bool:
    """Whether to write into the file that is there: a device, a FIFO, what this process prints to.

    Raises `OSError` for other things that are no regular file.
    """
    if any(os.path.samestat(status, shown) for _, shown in _standard()):
        return True
    if stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode):
        return True
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is no regular file")
    return False


def _standard() -> Iterator[tuple[int, os.stat_result]]:
    """Standard output and standard error, as far as they are open, and what they lead to."""
    for number in STANDARD:
        try:
            yield number, os.fstat(number)
        except OSError:
            continue


def _create(path: Path, mode: int = disk.OURS) -> int:
    return disk.open_file(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)


def _copy(file: int, path: Path) -> None:
    os.lseek(file, 0, os.SEEK_SET)
    with os.fdopen(os.dup(file), "rb") as content, _sink(path) as sink:
        shutil.copyfileobj(content, sink)


def _sink(path: Path) -> IO[bytes]:
    """`path` open for writing; what this process prints to goes on where that has come to."""
    there = path.stat()
    for number, shown in _standard():
        if os.path.samestat(there, shown):
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            return os.fdopen(os.dup(number), "wb")
    return path.open("wb")


def _temporary() -> Path:
    """Where files are that nobody asked for."""
    import tempfile  # it takes as long as all else here

    return Path(tempfile.gettempdir())


def _umask() -> int:
    """The process's umask, which can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
