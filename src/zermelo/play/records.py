"""The records of a match in SQLite, from which it goes on: a game is in them whole or not at all.

settings  what the match is, as JSON; another match is refused
game      number, the players' numbers who were first and second, opening, result for the
          first, reason
move      game, ply from 0 after the opening, move, seconds, value, nodes
"""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from zermelo.errors import UsageError
from zermelo.files import written_whole
from zermelo.play.gamerecord import GameRecord, MoveRecord

Export = Callable[[str, Sequence[str], Iterable[GameRecord]], None]

TABLES = """
CREATE TABLE IF NOT EXISTS settings (text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS game (
    number INTEGER PRIMARY KEY, first INTEGER NOT NULL, second INTEGER NOT NULL,
    opening TEXT NOT NULL, result INTEGER NOT NULL, reason TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS move (
    game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, move TEXT NOT NULL,
    seconds REAL NOT NULL, value REAL, nodes INTEGER, PRIMARY KEY (game, ply));
"""


class Records:
    """The games of one match, kept in the file `path`, or in memory without one.

    Only one process can have the file open. Raises `UsageError` when another one has, when it
    holds another match, or when it is no such file.
    """

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        self.path = path
        with self._named():
            self._base = sqlite3.connect(":memory:" if path is None else path, timeout=0.5)
            self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("BEGIN IMMEDIATE")
            for statement in filter(str.strip, TABLES.split(";")):
                self._base.execute(statement)
            self._settle(json.dumps(settings, sort_keys=True))
            self._base.commit()

    @contextlib.contextmanager
    def _named(self) -> Iterator[None]:
        """What SQLite has against the file, as one line."""
        try:
            yield
        except sqlite3.OperationalError as error:
            busy = "locked" in str(error)
            said = "another match is writing to it" if busy else error
            raise UsageError(f"cannot use {self.path}: {said}") from None
        except sqlite3.DatabaseError as error:
            raise UsageError(f"{self.path} holds no records of a match: {error}") from None

    def _settle(self, settings: str) -> None:
        """Write what the match is, or compare it with what was written."""
        found = self._base.execute("SELECT text FROM settings").fetchone()
        if found is None:
            self._base.execute("INSERT INTO settings VALUES (?)", (settings,))
        elif found[0] != settings:
            self._base.close()
            raise UsageError(
                f"{self.path} holds another match, with {_differences(found[0], settings)}; "
                "give another file, or the same settings"
            )

    def add(self, record: GameRecord) -> None:
        """Keep a game: when this returns, it stays."""
        row = (record.number, record.first, record.second, " ".join(record.opening))
        moves = [
            (record.number, ply, move.move, move.seconds, move.value, move.nodes)
            for ply, move in enumerate(record.moves)
        ]
        with self._named(), self._base:
            self._base.execute(
                "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)", (*row, record.result, record.reason)
            )
            self._base.executemany("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", moves)

    def games(self) -> list[GameRecord]:
        """All games kept, by number."""
        moves: dict[int, list[MoveRecord]] = {}
        for number, *fields in self._base.execute(
            "SELECT game, move, seconds, value, nodes FROM move ORDER BY game, ply"
        ):
            moves.setdefault(number, []).append(MoveRecord(*fields))
        rows = self._base.execute("SELECT * FROM game ORDER BY number")
        return [
            GameRecord(
                number,
                first,
                second,
                tuple(opening.split()),
                tuple(moves.get(number, ())),
                result,
                reason,
            )
            for number, first, second, opening, result, reason in rows
        ]

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()


def _differences(stored: str, given: str) -> str:
    """The settings in which two matches differ, as the stored one has them."""
    before, now = json.loads(stored), json.loads(given)
    names = [name for name in before if before[name] != now.get(name)]
    if names == ["rules"]:
        return "rules of the game that have been changed since"
    said = [f"{name} {before[name]}" for name in names if name != "rules"]
    return ", ".join(said) or "other settings"


@contextlib.contextmanager
def exporting(path: Path | None) -> Iterator[Export]:
    """What writes games as JSON Lines, an object a game, into `path`, if there is one.

    Raises `UsageError` at once, not after the games, when it cannot be written.
    """
    if path is None:
        yield lambda *_: None
        return
    with written_whole(path) as draft:
        yield lambda *games: _write(draft, *games)


def _write(path: Path, game: str, players: Sequence[str], records: Iterable[GameRecord]) -> None:
    """The games, with the names of the game and the players."""
    with path.open("w", encoding="utf-8") as lines:
        for record in records:
            named = {"first": players[record.first], "second": players[record.second]}
            fields = {"game": game, **record.as_dict(), **named}
            lines.write(json.dumps(fields, ensure_ascii=False) + "\n")
