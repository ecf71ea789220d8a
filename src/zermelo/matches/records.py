"""The records of a match, from which it resumes; they contain each game completely or not at all.

The lines have digests, see `zermelo.process.ledger`. Line 2 describes the match; no other match can
use the file. Each later line is a game: its number, the numbers of the first and the second player,
opening, result for the first, reason, margin in points, and the moves: each with its seconds, value
and nodes.

Every line is checked before it counts; `zermelo.matches.event` checks whether the games can have
been played.
"""

import contextlib
import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, Self

from zermelo.contract.analysis import Fields
from zermelo.errors import UsageError, clip
from zermelo.play.history import REPETITION
from zermelo.process.files import whole_file
from zermelo.process.ledger import Kind, Ledger, damage_error


class MoveRecord(Fields):
    """One move."""

    move: str
    seconds: float
    value: float | None = None  # the position's value to the mover, −1 to 1, if reported
    nodes: int | None = None  # the number of states that the player visited


class GameRecord(Fields):
    """One game."""

    number: int  # the game's place in the schedule, from 0; 2n and 2n + 1 share an opening
    first: int  # the number of player 0
    second: int  # the number of player 1
    opening: tuple[str, ...]  # the moves before the players' first choice
    moves: tuple[MoveRecord, ...]
    result: int  # 1 when the first won, 0 for a draw, −1 when the second won
    # "" when the game was played out; else the match's rule that ended it; for a forfeit "time",
    # "illegal move" or "crash" with the details
    reason: str
    margin: int | None = None  # the first player's lead in points, if the game was played out

    @property
    def forfeited(self) -> bool:
        """Whether the loser forfeited instead of losing on the board."""
        return self.result != 0 and self.reason not in ("", REPETITION)

    def points(self, player: int) -> float:
        """The points of `player` in the game: 1, 0.5 or 0."""
        result = self.result if player == self.first else -self.result
        return (1 + result) / 2

    def ahead(self, player: int) -> int | None:
        """The lead of `player` in points, if the game was played out for points, or None."""
        return -self.margin if self.margin and player != self.first else self.margin

    def row(self) -> list[Any]:
        """The fields as lists, the form for files and other processes."""
        fields = {**vars(self), "opening": list(self.opening)}
        moves = [[move.move, move.seconds, move.value, move.nodes] for move in fields.pop("moves")]
        return [*fields.values(), moves]

    @classmethod
    def from_row(cls, fields: Any) -> Self:
        """The inverse of `row`; raises `ValueError` for invalid values."""
        if not isinstance(fields, list) or len(fields) != GAME:
            raise ValueError(f"{clip(str(fields))} is not a game")
        number, first, second, opening, result, reason, margin, moves = fields
        whole = all(type(item) is int and item >= 0 for item in (number, first, second))
        texts = isinstance(opening, list) and all(isinstance(each, str) for each in opening)
        counted = margin is None or type(margin) is int
        ended = isinstance(reason, str) and type(result) is int and result in (-1, 0, 1)
        if not (whole and texts and counted and ended and isinstance(moves, list)):
            raise ValueError(f"game {clip(str(number))} is invalid")
        for ply, move in enumerate(moves):
            if not isinstance(move, list) or len(move) != MOVE or not _move_fits(*move):
                raise ValueError(f"move {ply} of game {number} is invalid")
        made = tuple(MoveRecord(*move) for move in moves)
        return cls(number, first, second, tuple(opening), made, result, reason, margin)


def _move_fits(move: Any, seconds: Any, value: Any, nodes: Any) -> bool:
    timed = type(seconds) is float and 0 <= seconds < math.inf
    valued = value is None or (type(value) is float and -1 <= value <= 1)
    counted = nodes is None or (type(nodes) is int and nodes >= 0)
    return isinstance(move, str) and timed and valued and counted


Export = Callable[[str, Sequence[str], Iterable[GameRecord]], None]

RECORDS: Final = Kind("records of a match", "another match", 3)  # versions 1, 2 were SQLite files
GAME: Final = 8  # the number of fields of a game
MOVE: Final = 4  # the number of fields of a move


class Records:
    """The games of one match, kept in the file `path`, or in memory without one. Raises
    `UsageError` if another process has the file open, and for a file of another match or kind, or a
    damaged one.
    """

    def __init__(self, path: str | Path | None, settings: dict[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self._settings = json.loads(json.dumps(settings))
        self._games: dict[int, GameRecord] = {}
        self._ledger: Ledger | None = None
        self._open()

    def _open(self) -> None:
        if self.path is not None:
            self._ledger = Ledger(self.path, RECORDS)
            try:
                self._load_or_begin(self._ledger, self._settings)
            except BaseException:
                self.close()
                raise

    def read_again(self) -> None:
        """Read the stored games again: Ctrl-C may come after one is written, before it counts."""
        if self._ledger is not None:
            self.close()
            self._games.clear()
            self._open()

    def _load_or_begin(self, ledger: Ledger, settings: dict[str, Any]) -> None:
        """Set up a new file, or load an old one, which must be sound and of this match."""
        if not ledger.values:
            ledger.append(settings)
            return
        stored, *games = ledger.values
        if not isinstance(stored, dict):
            raise damage_error(self.path, "it does not describe its match")
        if stored != settings:
            names = [name for name in stored if stored[name] != settings.get(name)]
            kept = ", ".join(f"{name} {stored[name]}" for name in names if name != "rules")
            what = clip(kept, 200) or "other settings"
            if names == ["rules"]:
                raise UsageError(f"{self.path} has games by earlier rules; use another file")
            raise UsageError(
                f"{self.path} contains another match, with {what}; use another file, or the same "
                f"settings"
            )
        for fields in games:
            try:
                record = GameRecord.from_row(fields)
            except ValueError as error:
                raise damage_error(self.path, str(error)) from None
            if record.number in self._games:
                raise damage_error(self.path, f"game {record.number} is in it twice")
            self._games[record.number] = record

    def add(self, record: GameRecord) -> None:
        """Store a game permanently; raises `UsageError` if it is already stored."""
        if record.number in self._games:
            raise UsageError(f"{self.path} already has game {record.number}")
        if self._ledger is not None:
            self._ledger.append(record.row())
        self._games[record.number] = record

    def games(self) -> list[GameRecord]:
        """All stored games, by number."""
        return [self._games[number] for number in sorted(self._games)]

    def close(self) -> None:
        """Close the file."""
        if self._ledger is not None:
            self._ledger.close()


@contextlib.contextmanager
def export_games(path: str | Path | None) -> Iterator[Export]:
    """Yield a function that writes games to `path` as JSON Lines; reject a bad path at once."""
    if path is None:
        yield lambda *_: None
        return
    with whole_file(Path(path)) as draft:

        def write(game: str, players: Sequence[str], records: Iterable[GameRecord]) -> None:
            for record in records:
                named = {"first": players[record.first], "second": players[record.second]}
                fields = {"game": game, **record.as_dict(), **named}
                draft.write((json.dumps(fields, ensure_ascii=False) + "\n").encode())

        yield write
