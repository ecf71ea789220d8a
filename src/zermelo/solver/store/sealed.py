"""The files of a database, each of which has its digest in the manifest."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from zermelo.errors import UsageError
from zermelo.process.files import regular_bytes

LARGEST: Final = 1 << 28  # bytes of one file


class Sealed:
    """Reads files below `path`, none but those whose content has the digest it should have.

    digests  SHA-256, in hexadecimal digits, by the files' names below `path`

    Reading raises `UsageError` for a file that is missing, changed or exchanged for another.
    """

    def __init__(self, path: Path, digests: Mapping[str, str]) -> None:
        self.path, self.digests = path, digests

    def read(self, name: str) -> bytes:
        """The content of one file."""
        content = self._content(name)
        wanted = self.digests.get(name, "none")
        if content is None or digest(content) != wanted:
            raise UsageError(
                f"{self.path / name} is damaged or missing: its checksum is not {wanted[:16]}…"
            )
        return content

    def is_there(self, name: str) -> bool:
        """Whether anything is there, sound or not: reading says what is no file."""
        return (self.path / name).exists()

    def _content(self, name: str) -> bytes | None:
        try:
            return regular_bytes(self.path / name, LARGEST)
        except OSError:
            return None


def digest(content: bytes) -> str:
    """The digest of a file's content."""
    return hashlib.sha256(content).hexdigest()


def digests(path: Path, names: Iterable[str]) -> dict[str, str]:
    """The digests of the files `names` below `path`, as a manifest keeps them."""
    return {name: digest((path / name).read_bytes()) for name in sorted(names)}
