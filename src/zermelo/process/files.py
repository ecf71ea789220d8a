"""Files that are written completely or not at all, and errors of files in one line."""

import errno
import io
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any, Final

from zermelo.errors import UsageError, clip
from zermelo.process import disk

FULL: Final = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
_drafts: Final[set[Path]] = set()  # each is added before its file exists, so that none is missed
STANDARD: Final = (1, 2)  # the descriptors of standard output and standard error


class DraftFile(io.RawIOBase):
    """A file that is written through `disk`."""

    def __init__(self, file: int) -> None:
        self._file, self._at = file, 0

    def fileno(self) -> int:
        """The descriptor, open until the end of the `whole_file` block."""
        return self._file

    def writable(self) -> bool:
        """Whether the file can be written: always."""
        return True

    def tell(self) -> int:
        """The number of bytes written so far."""
        return self._at

    def write(self, content: Any) -> int:
        """Append bytes."""
        with memoryview(content).cast("B") as part:
            write_all(self._file, part, self._at)
            self._at += len(part)
            return len(part)


@contextmanager
def whole_file(path: Path) -> Iterator[DraftFile]:
    """Yield a new file, which replaces `path` at the end of the block.

    Enter the block before long work: it raises `UsageError` at once for an unwritable `path`.
    If the block fails, `path` stays as it was; if the process is killed, no draft remains on
    systems with unnamed temporary files (O_TMPFILE). If `path` is a symbolic link, its target is
    replaced. The mode stays the same. A special file, like /dev/stdout or a FIFO, receives the
    content at the end of the block.
    """
    with file_errors("write", path):
        before = None
        with suppress(FileNotFoundError):
            before = path.stat()
        through = before is not None and _is_written_through(before)
        if before is not None and not os.access(path, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        target = Path(os.path.realpath(path))
        place = target.parent
        if through:
            import tempfile  # slow to import

            place = Path(tempfile.gettempdir())
    beside = place / f".{target.name[:32]}.{os.urandom(4).hex()}"
    _drafts.add(beside)
    try:
        with file_errors("write", path):
            file = disk.open_nameless(place)
            named = file is None
            file = _create(beside) if file is None else file
        try:
            try:
                yield DraftFile(file)
            except OSError as error:
                if error.errno not in FULL:
                    raise
                raise UsageError(f"cannot write {clip(str(path), 200)}: {reason(error)}") from None
            with file_errors("write", path):
                if through:
                    os.lseek(file, 0, os.SEEK_SET)
                    with os.fdopen(os.dup(file), "rb") as content, _sink(path) as sink:
                        shutil.copyfileobj(content, sink)
                else:
                    os.umask(mask := os.umask(0))  # only setting the umask reads it
                    os.fchmod(file, stat.S_IMODE(before.st_mode) if before else 0o666 & ~mask)
                    if not named:
                        disk.link(file, beside)
                    disk.sync(file)
                    disk.replace(beside, target)  # a failure leaves the old or the new content
                    disk.sync_folder(target.parent)
        finally:
            os.close(file)
    finally:
        beside.unlink(missing_ok=True)
        _drafts.discard(beside)


def replace_file(
    path: Path,
    content: bytes | Iterable[bytes],
    suffix: str,
    mode: int = disk.OURS,
    *,
    lasting: bool = False,
) -> None:
    """Write a file completely or not at all, even if other processes write the same file.

    A draft beside the file, whose name ends in `suffix`, remains if the process is killed. After a
    power cut, an existing file has its old or its new content; a new file may be truncated unless
    `lasting`. The umask reduces `mode`.
    """
    draft = path.with_name(f"{path.name}.{os.urandom(8).hex()}{suffix}")
    file = _create(draft, mode)
    try:
        at = 0
        for part in [content] if isinstance(content, bytes) else content:
            write_all(file, part, at)
            at += len(part)
        if lasting or path.exists():
            disk.sync(file)
        disk.replace(draft, path)
    except Exception:
        disk.remove(draft)
        raise
    finally:
        os.close(file)


def write_all(file: int, content: bytes | memoryview, at: int = 0) -> None:
    """Write `content` to an open file, beginning at byte `at`."""
    left = memoryview(content)
    while left:
        done = disk.write(file, left, at)
        left, at = left[done:], at + done


def remove_drafts() -> None:
    """Remove the drafts of unfinished `whole_file` blocks, because the process ends."""
    for draft in list(_drafts):
        with suppress(OSError):
            draft.unlink()


def new_folder(folder: Path, texts: Mapping[str, str]) -> None:
    """Make a folder with files, path → text; if this fails, remove it and raise `UsageError`."""
    with file_errors("make", folder):
        folder.mkdir()
    try:
        with file_errors("write to", folder):
            for place, text in texts.items():
                (folder / place).parent.mkdir(parents=True, exist_ok=True)
                (folder / place).write_text(text, encoding="utf-8")
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise


@contextmanager
def file_errors(doing: str, path: Path | str) -> Iterator[None]:
    """Turn errors with `path` into a one-line `UsageError`, like "cannot read …"."""
    try:
        yield
    except (UsageError, BrokenPipeError):  # a closed pipe ends the command
        raise
    except (OSError, ValueError) as error:
        raise UsageError(f"cannot {doing} {clip(str(path), 200)}: {reason(error)}") from None


@contextmanager
def regular_file(path: Path) -> Iterator[IO[bytes]]:
    """Open a regular file for reading; for other kinds, even a FIFO, raise `OSError` at once."""
    file = disk.open_file(path, disk.READ)
    with os.fdopen(file, "rb") as content:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError(errno.EINVAL, "it is not a regular file", str(path))
        yield content


def regular_bytes(path: Path, most: int) -> bytes:
    """Read a regular file of at most `most` bytes; raises `OSError` for larger or other files."""
    with regular_file(path) as content:
        if os.fstat(content.fileno()).st_size > most:
            raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
        return disk.content(content.fileno())


def regular_part(path: Path, at: int, size: int) -> bytes:
    """Read `size` bytes of a regular file from byte `at`, counted from its end if negative."""
    with regular_file(path) as content:
        at = max(at + (os.fstat(content.fileno()).st_size if at < 0 else 0), 0)
        return disk.content(content.fileno(), at, at + size)


def reason(error: OSError | ValueError) -> str:
    """The reason why a file cannot be used, in a few words."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return "that is not a valid file name"


def _is_written_through(status: os.stat_result) -> bool:
    """Whether to write into a file, like a FIFO, not replace it; `OSError` if it allows neither."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "it is a directory")
    if any(os.path.samestat(status, shown) for _, shown in _standard()):
        return True
    if stat.S_ISCHR(status.st_mode) or stat.S_ISFIFO(status.st_mode):
        return True
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "it is not a regular file")
    return False


def _standard() -> Iterator[tuple[int, os.stat_result]]:
    """Yield the descriptors of standard output and error, if open, and their files' status."""
    for number in STANDARD:
        try:
            yield number, os.fstat(number)
        except OSError:
            continue


def _create(path: Path, mode: int = disk.OURS) -> int:
    return disk.open_file(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode)


def _sink(path: Path) -> IO[bytes]:
    """Open `path` for writing; if it is this process's output, continue at its position."""
    there = path.stat()
    for number, shown in _standard():
        if os.path.samestat(there, shown):
            for stream in (sys.stdout, sys.stderr):
                stream.flush()
            return os.fdopen(os.dup(number), "wb")
    return path.open("wb")
