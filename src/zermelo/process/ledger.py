"""Files in Zermelo's format of lines: each line begins with a checksum of all lines so far.

    zermelo: opening book, version 2
    8d3f01c2 {"game":"nim",…}
    0be6a7f4 …

The first line names the contents. Every other line is JSON after the CRC-32 of the first line and
all JSON so far, in eight hexadecimal digits. So lines cannot change, move or vanish unnoticed,
except at the end.
"""

import errno
import gzip
import json
import os
import re
import stat
import warnings
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from zermelo.errors import LossWarning, UsageError
from zermelo.process import disk
from zermelo.process.files import file_errors, regular_file, write_all

FLAGS: Final = os.O_RDWR | os.O_CREAT | os.O_NONBLOCK
HEAD: Final = re.compile(rb"zermelo: (.+), version ([0-9]{1,9})")
DIGITS: Final = 8  # hexadecimal digits in a digest
GZIP: Final = 31  # wbits of zlib for gzip's header and checksum
MOST: Final = 1 << 30  # the most bytes of a decompressed file


@dataclass(frozen=True)
class Kind:
    """A kind of file."""

    holds: str  # the file's content, as in its first line: "records of a match"
    busy: str  # the other user of a locked file, for messages: "another match"
    version: int
    compressed: bool = False  # whether the file is compressed with gzip

    @property
    def head(self) -> bytes:
        """The first line."""
        return f"zermelo: {self.holds}, version {self.version}\n".encode()

    def read(self, path: Path) -> list[Any]:
        """Return all values; raises `UsageError` for a damaged file or a file of another kind."""
        with file_errors("use", path), regular_file(path) as file:
            content = disk.content(file.fileno())
            if self.compressed:
                stream = zlib.decompressobj(wbits=GZIP)
                try:
                    content = stream.decompress(content, MOST)
                except zlib.error:
                    raise damage_error(path, f"it has no {self.holds}") from None
                if not stream.eof or stream.unused_data:
                    raise damage_error(path, "it is cut short, or has extra data at the end")
        values, length, _ = _read_lines(self, path, content)
        if length != len(content):
            raise damage_error(path, "its last line is incomplete or changed")
        return values

    def lines(self, values: Iterable[Any]) -> bytes:
        """The content of a file with these values."""
        lines, digest = [self.head], zlib.crc32(self.head)
        for value in values:
            line, digest = _line(value, digest)
            lines.append(line)
        content = b"".join(lines)
        return gzip.compress(content, mtime=0) if self.compressed else content

    def open_locked(self, path: Path) -> int:
        """Open or create the file, locked against other processes until it is closed."""
        with file_errors("use", path):
            while True:
                file = disk.open_file(path, FLAGS, disk.EVERYONES)
                try:
                    status = os.fstat(file)
                    if not stat.S_ISREG(status.st_mode):
                        raise OSError(errno.EINVAL, "it is not a regular file")
                    disk.lock(file)
                    if os.path.samestat(status, path.stat()):  # the file was not replaced meanwhile
                        return file
                except BlockingIOError:
                    os.close(file)
                    raise UsageError(f"cannot use {path}: {self.busy} is writing to it") from None
                except BaseException:
                    os.close(file)
                    raise
                os.close(file)


def _read_lines(kind: Kind, path: Path, content: bytes) -> tuple[list[Any], int, int]:
    """Return the values in a file's complete lines, these lines' size, and the last digest."""
    pairs = zip(content, kind.head, strict=False)
    if len(content) <= len(kind.head) and all(there in (0, wanted) for there, wanted in pairs):
        return [], 0, 0  # empty, or a power cut left only a part of the first line
    head, _, rest = content.partition(b"\n")
    named = HEAD.fullmatch(head)
    if named is None or named[1] != kind.holds.encode():
        raise UsageError(f"{path} has no {kind.holds} of this version; choose another file")
    if head + b"\n" != kind.head:
        raise UsageError(
            f"{path} has {kind.holds} of version {int(named[2])}; this version reads {kind.version}"
        )
    values, digest, length = list[Any](), zlib.crc32(kind.head), len(kind.head)
    lines = rest.split(b"\n")
    for number, line in enumerate(lines[:-1], 2):
        later = zlib.crc32(line[DIGITS + 1 :], digest)
        if line[: DIGITS + 1] != b"%08x " % later:
            if number < len(lines):
                raise damage_error(path, f"line {number} does not match its checksum")
            break
        try:
            values.append(json.loads(line[DIGITS + 1 :]))
        except (ValueError, RecursionError):
            raise damage_error(path, f"line {number} is not JSON") from None
        digest, length = later, length + len(line) + 1
    return values, length, digest


class Ledger:
    """A file to which this process appends lines, locked until it is closed.

    `values` has the lines that existed before. An incomplete last line, left by a power cut, is
    removed with a warning. Raises `UsageError` for files that are damaged, of another kind, or
    open in another process.
    """

    def __init__(self, path: Path, kind: Kind) -> None:
        self.path, self._file = path, kind.open_locked(path)
        try:
            with file_errors("use", path):
                content = disk.content(self._file)
                self.values, self._length, self._digest = _read_lines(kind, path, content)
                if left := len(content) - self._length:
                    if self._length:
                        message = f"{path}: its last line, {left:,} bytes, is incomplete"
                        warnings.warn(f"{message} and is lost", LossWarning, stacklevel=2)
                    disk.truncate(self._file, self._length)
                if not self._length:
                    self._write(kind.head, zlib.crc32(kind.head))
                    disk.sync_folder(path.parent)
        except BaseException:
            self.close()
            raise

    def append(self, value: Any) -> None:
        """Append a line; once this returns, the line survives power cuts."""
        with file_errors("write", self.path):
            self._write(*_line(value, self._digest))

    def _write(self, content: bytes, digest: int) -> None:
        write_all(self._file, content, self._length)
        disk.sync(self._file)
        self._length, self._digest = self._length + len(content), digest

    def close(self) -> None:
        """Close and so unlock the file."""
        os.close(self._file)


def damage_error(path: Path | None, why: str) -> UsageError:
    """The error for a damaged file, with the reason."""
    return UsageError(f"{path} is damaged: {why}")


def _line(value: Any, digest: int) -> tuple[bytes, int]:
    """The line for a value, and its digest, given the digest of the line before."""
    text = json.dumps(value, separators=(",", ":")).encode()
    digest = zlib.crc32(text, digest)
    return b"%08x %b\n" % (digest, text), digest
