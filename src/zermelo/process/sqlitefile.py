"""SQLite files of ours: whose they are stands in their header, and faults are said in one line.

Such a file says in its header that it is ours, for what, and of which version, so that SQLite opens
no other one.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from zermelo.errors import UsageError, clip
from zermelo.process.files import faults_named, regular_file

MAGIC: Final = b"SQLite format 3\0"
HEADER: Final = 100  # bytes of an SQLite file; the last numbers in it are versions and ids
OBJECTS: Final = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"


@dataclass(frozen=True)
class Kind:
    """A kind of files.

    holds        what is in one, "records of a match", and `owner` what that is of, "a match"
    busy         who else may be writing to it, "another match"
    application  four letters that its header has
    tables       the statements that make its tables
    """

    holds: str
    owner: str
    busy: str
    application: bytes
    version: int
    tables: Sequence[str]

    def require(self, path: Path) -> None:
        """Raise `UsageError` for a file that is not of this kind, before SQLite opens it."""
        with faults_named("use", path):
            if not path.exists():
                return
            with regular_file(path) as content:
                header = content.read(HEADER)
        if header and (header[:16], header[68:72]) != (MAGIC, self.application):
            raise UsageError(f"{path} holds no {self.holds}; name another file")
        version = int.from_bytes(header[60:64])
        if header and version != self.version:
            raise UsageError(
                f"{path} has {self.holds} of version {version}; this version reads {self.version}"
            )

    def begin(self, base: sqlite3.Connection) -> bool:
        """Look at what is in the file and trust none of it; make the tables of a new one.

        Returns whether it is new.
        """
        base.execute("PRAGMA trusted_schema = OFF")
        base.execute("BEGIN EXCLUSIVE")
        new = not base.execute(OBJECTS).fetchall()
        if new:
            self._create(base)
        return new

    def require_sound(self, base: sqlite3.Connection, path: Path | None) -> None:
        """Raise `UsageError` for other tables, and for pages that do not fit together."""
        with contextlib.closing(sqlite3.connect(":memory:")) as empty:
            self._create(empty)
            if base.execute(OBJECTS).fetchall() != empty.execute(OBJECTS).fetchall():
                raise UsageError(f"{path} is damaged: its tables are not those of {self.owner}")
        faults = base.execute("PRAGMA integrity_check(1)").fetchone()
        if faults != ("ok",):
            raise UsageError(f"{path} is damaged: {clip(str(faults[0]))}")

    def _create(self, base: sqlite3.Connection) -> None:
        base.execute(f"PRAGMA application_id = {int.from_bytes(self.application)}")
        base.execute(f"PRAGMA user_version = {self.version}")
        for statement in self.tables:
            base.execute(statement)

    @contextlib.contextmanager
    def named(self, path: Path | None) -> Iterator[None]:
        """What SQLite has against the file, as one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            busy = "locked" in str(error)
            said = f"{self.busy} is writing to it" if busy else error
            raise UsageError(f"cannot use {path}: {said}") from None
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{path} holds no {self.holds}: {error}") from None
