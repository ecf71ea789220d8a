"""The file of a book: SQLite, so that it is asked where it is, and goes on where it was stopped.

settings  one row: what the book is of and how it was made, as JSON
progress  one row: whether it is complete, how much is done, of how much, and in how many seconds
position  state, the ply at which it can be met first, value, exact, remoteness, depth, games, wins
          and losses: see `entry`; the last two count for sampled books

A state is its ints as JSON, the least of those of all symmetric states. Values, wins and losses are
the player's to move.
"""

from __future__ import annotations

import contextlib
import json
import math
import sqlite3
import threading
import weakref
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.books.entry import Entry
from zermelo.errors import UsageError, clip
from zermelo.process.files import faults_named
from zermelo.process.sqlitefile import Kind

BOOK: Final = Kind(
    holds="opening book",
    owner="a book",
    busy="another command",
    application=b"Zbok",
    version=1,
    tables=(
        "CREATE TABLE settings (text TEXT NOT NULL)",
        "CREATE TABLE progress (complete INTEGER NOT NULL, done INTEGER NOT NULL, "
        "total INTEGER NOT NULL, seconds REAL NOT NULL)",
        "CREATE TABLE position (state TEXT PRIMARY KEY, ply INTEGER NOT NULL, value REAL NOT NULL, "
        "exact INTEGER NOT NULL, remoteness INTEGER, depth INTEGER NOT NULL, "
        "games INTEGER NOT NULL, wins INTEGER NOT NULL, losses INTEGER NOT NULL) WITHOUT ROWID",
    ),
)
ENTRY: Final = "value, exact, remoteness, depth, games"
ADD: Final = "INSERT OR REPLACE INTO position VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0)"
COUNT: Final = (  # a drawn game that nobody played keeps values between -1 and 1
    "INSERT INTO position VALUES (:state, :ply, (:wins - :losses) * 1.0 / (:games + 1), 0, NULL, "
    "0, :games, :wins, :losses) ON CONFLICT (state) DO UPDATE SET "
    "value = (wins + :wins - losses - :losses) * 1.0 / (games + :games + 1), "
    "games = games + :games, wins = wins + :wins, losses = losses + :losses"
)


class Progress(NamedTuple):
    """How far a book has come.

    done, total  positions that were searched, or random games
    """

    complete: bool = False
    done: int = 0
    total: int = 0
    seconds: float = 0.0


class BookFile:
    """A book's file, opened to be read; with `settings` to be made, or gone on with.

    Raises `UsageError` for a file that is no book, is damaged, or holds another one.
    """

    def __init__(self, path: Path, settings: dict[str, Any] | None = None) -> None:
        self.path, self._lock = path, threading.Lock()
        BOOK.require(path)
        if settings is None and not path.exists():
            raise UsageError(f"{path} is not there; zermelo book GAME --out {path} makes a book")
        with self._named(), faults_named("use", path):
            place = path.absolute().as_uri() + ("?mode=ro" if settings is None else "?mode=rwc")
            given: Any = {"timeout": 0.5, "uri": True, "check_same_thread": False}
            self._base = sqlite3.connect(place, **given)
        self._end = weakref.finalize(
            self, self._base.close
        )  # nobody has to close what is only read
        try:
            with self._named():
                self._open(settings)
        except UsageError:
            self.close()
            raise

    def _open(self, settings: dict[str, Any] | None) -> None:
        base = self._base
        if settings is not None:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            if BOOK.begin(base):
                base.execute("INSERT INTO settings VALUES (?)", (json.dumps(settings),))
                base.execute("INSERT INTO progress VALUES (0, 0, 0, 0.0)")
            base.commit()
        base.execute("PRAGMA trusted_schema = OFF")
        BOOK.require_sound(base, self.path)
        self.settings = self._stored()
        if settings is not None and self.settings != settings:
            raise UsageError(
                f"{self.path} holds another book, made with {_differences(self.settings, settings)}"
                "; give another file, or the same settings"
            )

    def _named(self) -> contextlib.AbstractContextManager[None]:
        return BOOK.named(self.path)

    def damaged(self, why: str) -> UsageError:
        """The line that says so."""
        return UsageError(f"{self.path} is damaged: {why}")

    def _stored(self) -> dict[str, Any]:
        """What the book says of itself."""
        rows = self._base.execute("SELECT text FROM settings").fetchall()
        try:
            found = json.loads(rows[0][0])
            known = [type(found[name]) for name in ("game", "rules", "plies", "made")]
        except (ValueError, TypeError, KeyError, IndexError, RecursionError):
            known = []
        if known != [str, str, int, dict]:
            raise self.damaged("it does not say what it is of")
        return dict(found)

    @property
    def progress(self) -> Progress:
        """How far it has come."""
        with self._lock, self._named():
            rows = self._base.execute("SELECT * FROM progress").fetchall()
        if len(rows) != 1 or list(map(type, rows[0])) != [int, int, int, float]:
            raise self.damaged("it does not say how far it has come")
        return Progress(bool(rows[0][0]), *rows[0][1:])

    def entry(self, state: str) -> Entry | None:
        """What is known of the state with this name."""
        question = f"SELECT {ENTRY} FROM position WHERE state = ?"
        with self._lock, self._named():
            row = self._base.execute(question, (state,)).fetchone()
        return None if row is None else self._entry(state, *row)

    def _entry(self, state: str, *row: Any) -> Entry:
        value, exact, remoteness, depth, games = row
        whole = (exact, depth, games, 0 if remoteness is None else remoteness)
        counted = all(type(each) is int and each >= 0 for each in whole)
        if not counted or type(value) is not float or not -1 <= value <= 1 or math.isnan(value):
            raise self.damaged(f"what it says of {clip(state)} is no value")
        return Entry(value, bool(exact), *row[2:])

    def names(self) -> set[str]:
        """All states that are in it."""
        with self._lock, self._named():
            return {row[0] for row in self._base.execute("SELECT state FROM position")}

    def rows(self) -> Iterator[tuple[str, int, Entry]]:
        """Every state with its ply and what is known of it, by ply."""
        question = f"SELECT state, ply, {ENTRY} FROM position ORDER BY ply, state"
        with self._lock, self._named():
            for state, ply, *row in self._base.execute(question):
                yield state, ply, self._entry(state, *row)

    def counts(self) -> list[tuple[int, int, int]]:
        """For each ply how many positions there are, and how many are proven."""
        question = "SELECT ply, count(*), sum(exact) FROM position GROUP BY ply ORDER BY ply"
        with self._lock, self._named():
            return list(self._base.execute(question))

    # Making --------------------------------------------------------------------------------------

    def keep(self, found: Iterable[tuple[str, int, Entry]], progress: Progress) -> None:
        """Write what was found out; when this returns, it stays."""
        rows = [(state, ply, *entry[:2], *entry[2:4]) for state, ply, entry in found]
        with self._named(), self._base:
            self._base.executemany(ADD, rows)
            self._tell(progress)

    def count(self, found: Iterable[dict[str, Any]], progress: Progress) -> None:
        """Add what random games came to: dicts of state, ply, games, wins and losses."""
        with self._named(), self._base:
            self._base.executemany(COUNT, found)
            self._tell(progress)

    def _tell(self, progress: Progress) -> None:
        self._base.execute(
            "UPDATE progress SET complete = ?, done = ?, total = ?, seconds = ?", progress
        )

    def close(self) -> None:
        """Let go of the file."""
        self._end()


def _differences(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The settings in which two books differ, as the stored one has them."""
    flat = [{**each, **each["made"]} for each in (before, now)]
    names = [name for name in flat[0] if name != "made" and flat[0][name] != flat[1].get(name)]
    said = [f"{name} {flat[0][name]}" for name in names if name != "rules"]
    if said:
        return clip(", ".join(said), 200)
    return "rules of the game that have been changed since" if names else "other settings"
