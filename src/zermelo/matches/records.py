"""The records of a match in SQLite, from which it goes on: a game is in them whole or not at all.

settings  what the match is, as JSON; another match is refused
game      number, the players' numbers who were first and second, opening, result for the
          first, reason, margin in points
move      game, ply from 0 after the opening, move, seconds, value, nodes

The file says in its header that it is ours, and of which version. Whatever is in it is looked at
before it counts; whether its games can have been played is for `replay` to say.
"""

from __future__ import annotations

import contextlib
import json
import math
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from zermelo.errors import UsageError, clip
from zermelo.matches.gamerecord import GameRecord, MoveRecord
from zermelo.process.files import faults_named, written_whole
from zermelo.process.sqlitefile import Kind

Export = Callable[[str, Sequence[str], Iterable[GameRecord]], None]

RECORDS: Final = Kind(
    holds="records of a match",
    owner="a match",
    busy="another match",
    application=b"Zrml",
    version=2,  # 1 had no margins
    tables=(
        "CREATE TABLE settings (text TEXT NOT NULL)",
        "CREATE TABLE game (number INTEGER PRIMARY KEY, first INTEGER NOT NULL, "
        "second INTEGER NOT NULL, opening TEXT NOT NULL, result INTEGER NOT NULL, "
        "reason TEXT NOT NULL, margin INTEGER)",
        "CREATE TABLE move (game INTEGER NOT NULL REFERENCES game, ply INTEGER NOT NULL, "
        "move TEXT NOT NULL, seconds REAL NOT NULL, value REAL, nodes INTEGER, "
        "PRIMARY KEY (game, ply))",
    ),
)


class Records:
    """The games of one match, kept in the file `path`, or in memory without one.

    Only one process can have the file open. Raises `UsageError` when another one has, when it
    holds another match, when it is no such file, and when it is damaged.
    """

    def __init__(self, path: Path | None, settings: dict[str, Any]) -> None:
        self.path = path
        if path is not None:
            RECORDS.require(path)
        with self._named(), faults_named("use", str(path)):
            self._base = sqlite3.connect(":memory:" if path is None else path, timeout=0.5)
        try:
            with self._named():
                self._open(json.dumps(settings, sort_keys=True))
        except UsageError:
            self._base.close()
            raise

    def _open(self, settings: str) -> None:
        """Set up a new file, or look whether an old one is sound and of this match."""
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        if RECORDS.begin(self._base):
            self._base.execute("INSERT INTO settings VALUES (?)", (settings,))
        self._base.commit()
        self._base.execute("PRAGMA journal_mode = WAL")
        RECORDS.require_sound(self._base, self.path)
        self._require_match(settings)

    def _named(self) -> contextlib.AbstractContextManager[None]:
        return RECORDS.named(self.path)

    def _require_match(self, settings: str) -> None:
        """Raise `UsageError` unless the file is of the match with these settings."""
        rows = self._base.execute("SELECT text FROM settings").fetchall()
        stored = _object(rows[0][0]) if len(rows) == 1 else None
        if stored is None:
            raise self._damaged("it does not say which match it is of")
        if stored != json.loads(settings):
            raise UsageError(
                f"{self.path} holds another match, with "
                f"{_differences(stored, json.loads(settings))}; "
                "give another file, or the same settings"
            )

    def _damaged(self, why: str) -> UsageError:
        return UsageError(f"{self.path} is damaged: {why}")

    def add(self, record: GameRecord) -> None:
        """Keep a game: when this returns, it stays."""
        row = (record.number, record.first, record.second, " ".join(record.opening))
        moves = [
            (record.number, ply, move.move, move.seconds, move.value, move.nodes)
            for ply, move in enumerate(record.moves)
        ]
        with self._named(), self._base:
            ended = record.result, record.reason, record.margin
            self._base.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, *ended))
            self._base.executemany("INSERT INTO move VALUES (?, ?, ?, ?, ?, ?)", moves)

    def games(self) -> list[GameRecord]:
        """All games kept, by number; raises `UsageError` for values of which no game can be."""
        moves: dict[int, list[MoveRecord]] = {}
        with self._named():
            games = self._base.execute("SELECT * FROM game ORDER BY number").fetchall()
            rows = self._base.execute("SELECT * FROM move ORDER BY game, ply").fetchall()
        for number, ply, *fields in rows:
            before = moves.setdefault(number, [])
            if ply != len(before) or not _move_fits(*fields):
                raise self._damaged(f"move {ply} of game {number} is none")
            before.append(MoveRecord(*fields))
        kept = [self._game(row, tuple(moves.pop(row[0], ()))) for row in games]
        if moves:
            raise self._damaged(f"it has moves of game {min(moves)}, which it does not have")
        return kept

    def _game(self, row: tuple[Any, ...], moves: tuple[MoveRecord, ...]) -> GameRecord:
        number, first, second, opening, result, reason, margin = row
        whole = all(type(item) is int and item >= 0 for item in (number, first, second))
        texts = isinstance(opening, str) and isinstance(reason, str)
        counted = margin is None or type(margin) is int
        if not whole or not texts or not counted or result not in (-1, 0, 1):
            raise self._damaged(f"game {number} is none")
        began = tuple(opening.split())
        return GameRecord(number, first, second, began, moves, result, reason, margin)

    def close(self) -> None:
        """Let go of the file."""
        self._base.close()


def _move_fits(move: Any, seconds: Any, value: Any, nodes: Any) -> bool:
    """Whether a row of the table move can be of a move."""
    timed = type(seconds) is float and 0 <= seconds < math.inf
    valued = value is None or (type(value) is float and -1 <= value <= 1)
    counted = nodes is None or (type(nodes) is int and nodes >= 0)
    return isinstance(move, str) and timed and valued and counted


def _object(text: Any) -> dict[str, Any] | None:
    """The JSON object in a text, or None."""
    try:
        found = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def _differences(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The settings in which two matches differ, as the stored one has them."""
    names = [name for name in before if before[name] != now.get(name)]
    if names == ["rules"]:
        return "rules of the game that have been changed since"
    said = [f"{name} {before[name]}" for name in names if name != "rules"]
    return clip(", ".join(said), 200) if said else "other settings"


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
