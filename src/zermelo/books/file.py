"""The file of a book: lines with digests, see `zermelo.process.ledger`, always written as a whole.

line 2   settings: the book's game and the way it was made; progress: whether it is complete, the
         work done, all work, and the seconds; positions: the number of lines that follow
others   state, the first ply at which it occurs, value, exact, remoteness, depth, games, wins
         and losses: see `Entry`; the last two are for books from games

A state is written as its ints in JSON; among symmetric states, the least stands for all. Values,
wins and losses are for the player to move.
"""

import gzip
import json
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from zermelo.contract.bits import digest
from zermelo.contract.game import LOSS, WIN, Game
from zermelo.contract.states import holds_ints
from zermelo.errors import UsageError, clip
from zermelo.process import disk
from zermelo.process.files import file_errors, whole_file
from zermelo.process.ledger import Kind, damage_error

BY_GAMES: Final = ("playouts", "games")  # ways of making a book that count games


class Entry(NamedTuple):
    """The value of a position for the player to move there."""

    value: float  # −1 … 1
    exact: bool  # whether it is proven; otherwise it is an estimate
    remoteness: int | None = None  # plies to the end under best play, for wins and losses if known
    depth: int = 0  # plies that the search for an estimate looked ahead
    games: int = 0  # the number of games whose mean is the value; 0 for other values

    def one_ply_before(self, same_player: bool) -> Self:
        """The entry of a move that leads to this position, as seen by the player who makes it: this
        position's mover if `same_player`, or else the opponent.
        """
        later = None if self.remoteness is None else self.remoteness + 1
        value = self.value if same_player else 0.0 - self.value  # `0.0 -` avoids -0.0
        depth = 0 if self.games else self.depth + 1
        return self._replace(value=value, remoteness=later, depth=depth)


def canonical(game: Game, state: Any) -> Any:
    """The one state that stands for all its symmetric states."""
    return min(game.symmetries(state), key=_ints_of)


def name_of(state: Any) -> str:
    """The name of a state: its ints, of any size, as JSON."""
    return json.dumps(_ints_of(state), separators=(",", ":"))


def _ints_of(state: Any) -> Any:
    """The state itself if it is made of ints, else ints that stand for it."""
    return state if holds_ints(state) else (digest(state),)


def best_of(moves: Iterable[Entry]) -> Entry:
    """A position's entry, from those of its moves: proven if a best move is a proven win, or if all
    moves are proven.
    """
    entries = list(moves)
    best = max(entry.value for entry in entries)
    equal = [entry for entry in entries if entry.value == best]
    won = best == WIN and any(entry.exact for entry in equal)
    exact = won or all(entry.exact for entry in entries)
    depth = min((entry.depth for entry in entries if not entry.exact), default=0)
    plies = [each.remoteness for each in equal if each.exact]
    known = [each for each in plies if each is not None]
    decided = exact and best in (WIN, LOSS) and len(known) == len(plies)
    return Entry(best, exact, (min if best == WIN else max)(known) if decided else None, depth)


BOOK: Final = Kind(holds="opening book", busy="another command", version=2)  # version 1: SQLite
KNOWN: Final = {"game": str, "rules": str, "plies": int, "made": dict}  # types of settings


class Progress(NamedTuple):
    """The progress of a book."""

    complete: bool = False
    done: int = 0  # positions searched, or games counted
    total: int = 0  # all positions to search, or games to count
    seconds: float = 0.0


class Row(NamedTuple):
    """A stored position."""

    state: str
    ply: int
    value: float
    exact: bool
    remoteness: int | None
    depth: int
    games: int = 0
    wins: int = 0
    losses: int = 0

    @property
    def entry(self) -> Entry:
        """The row as an entry, without its state, ply, wins and losses."""
        return Entry(self.value, self.exact, self.remoteness, self.depth, self.games)

    @property
    def fits(self) -> bool:
        """Whether a row from a file can be a position."""
        far = 0 if self.remoteness is None else self.remoteness
        whole = (self.ply, far, self.depth, self.games, self.wins, self.losses)
        counted = all(type(each) is int and each >= 0 for each in whole)
        valued = type(self.value) is float and -1 <= self.value <= 1
        return counted and valued and type(self.state) is str and type(self.exact) is bool


class BookFile:
    """A book's file, read as a whole; give `settings` to make or continue a book. `rows` are the
    known entries, by the names of the states. Raises `UsageError` for a file that is not a book, is
    damaged, or contains another book.
    """

    def __init__(self, path: Path, settings: dict[str, Any] | None = None) -> None:
        self.path, self._lock = path, None if settings is None else BOOK.open_locked(path)
        self.rows, self.progress = dict[str, Row](), Progress()
        self.settings: dict[str, Any] = settings or {}
        try:
            if settings is None or path.stat().st_size:
                self._load_rows()
                if settings is not None and settings != self.settings:
                    raise UsageError(
                        f"{path} contains another book, made with "
                        f"{_differences(self.settings, settings)}; give another file, or the same "
                        "settings"
                    )
            else:
                self._write(self.progress)
        except BaseException:
            self.close()
            raise

    def _load_rows(self) -> None:
        if not self.path.exists():
            raise UsageError(
                f"{self.path} does not exist; make a book with zermelo book GAME --out {self.path}"
            )
        if self.path.suffix == ".gz":  # books that come with Zermelo are compressed
            lines = json.loads(gzip.decompress(self.path.read_bytes()))
        else:
            lines = BOOK.read(self.path)
        about, *rows = lines or [None]
        try:
            self.settings, self.progress = about["settings"], Progress(*about["progress"])
            types = {name: type(self.settings[name]) for name in KNOWN}
            complete = len(rows) == about["positions"]
        except (TypeError, KeyError):
            types, complete = {}, False
        if types != KNOWN or list(map(type, self.progress)) != [bool, int, int, float]:
            raise damage_error(self.path, "its game or its progress is missing")
        if not complete:
            raise damage_error(self.path, "its first entry gives another number of positions")
        for fields in rows:
            known = isinstance(fields, list) and len(fields) == len(Row._fields)
            if not known or not (row := Row(*fields)).fits:
                raise damage_error(self.path, f"{clip(str(fields))} is not a position")
            self.rows[row.state] = row

    def entry(self, state: str) -> Entry | None:
        """The entry of the state with this name, or None."""
        row = self.rows.get(state)
        return None if row is None else row.entry

    def counts(self) -> list[tuple[int, int, int]]:
        """For each ply, the numbers of all positions and of proven ones."""
        count = Counter(row.ply for row in self.rows.values())
        proven = Counter(row.ply for row in self.rows.values() if row.exact)
        return [(ply, count[ply], proven[ply]) for ply in sorted(count)]

    # Making --------------------------------------------------------------------------------------

    def keep(self, entries: Iterable[tuple[str, int, Entry]], progress: Progress) -> None:
        """Write new entries permanently."""
        for state, ply, entry in entries:
            self.rows[state] = Row(state, ply, *entry)
        self._write(progress)

    def count(self, counted: Mapping[str, Sequence[int]], progress: Progress) -> None:
        """Add the games, wins and losses of each state, and write the file. A state's value counts
        one extra draw, so that it never reaches ±1.
        """
        for state, (ply, *more) in counted.items():
            row = self.rows.get(state) or Row(state, ply, 0.0, False, None, 0)
            games, wins, losses = (a + b for a, b in zip(row[6:], more, strict=True))
            self.rows[state] = row._replace(
                value=(wins - losses) / (games + 1), games=games, wins=wins, losses=losses
            )
        self._write(progress)

    def _write(self, progress: Progress) -> None:
        """Replace the old file with a new one, which is locked beforehand."""
        self.progress = progress
        rows = sorted(self.rows.values(), key=lambda row: (row.ply, row.state))
        about = {"settings": self.settings, "progress": self.progress, "positions": len(rows)}
        file = None
        try:
            with whole_file(self.path) as draft, file_errors("write", self.path):
                file = os.dup(draft.fileno())  # keeps the lock when the draft closes
                disk.lock(file)
                draft.write(BOOK.lines([about, *rows]))
        except BaseException:
            if file is not None:
                os.close(file)
            raise
        before, self._lock = self._lock, file
        if before is not None:
            os.close(before)

    def close(self) -> None:
        """Allow other processes to write to the file."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None


def _differences(before: dict[str, Any], now: dict[str, Any]) -> str:
    """The settings in which two books differ, with the stored values."""
    flat = [{**each, **each["made"]} for each in (before, now)]
    names = [name for name in flat[0] if name != "made" and flat[0][name] != flat[1].get(name)]
    kept = [f"{name} {flat[0][name]}" for name in names if name != "rules"]
    if kept:
        return clip(", ".join(kept), 200)
    return "earlier rules of the game" if names else "other settings"
