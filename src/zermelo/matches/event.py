"""A match or tournament under way: what is recorded is taken over, what is missing is played."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.contract.game import Game
from zermelo.contract.ranges import PROCESSES
from zermelo.errors import UsageError, clip
from zermelo.matches.conditions import Conditions
from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.playing import played
from zermelo.matches.records import Records, exporting
from zermelo.matches.replay import contradiction
from zermelo.matches.schedule import Schedule
from zermelo.play.history import DrawRules
from zermelo.play.player import Player
from zermelo.players.named import player_spec
from zermelo.players.playerspec import PlayerSpec
from zermelo.players.terms import Terms


@dataclass
class Event:
    """The games of some players under some conditions.

    settings    what else belongs to what is recorded: records made with others are refused
    interrupted Ctrl-C has ended it
    seconds     what the games took that were played now
    """

    game: Game
    players: Sequence[str | Player]
    pairings: Sequence[tuple[int, int]]
    conditions: Conditions
    settings: dict[str, Any] = field(default_factory=dict)
    records: list[GameRecord] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    def __post_init__(self) -> None:
        given = self.conditions
        PROCESSES.check("processes", given.processes)
        draws = DrawRules(given.repetitions, given.quiet, given.cap)
        self.terms = Terms(self.game, draws, given.clock, given.native)
        self.specs: list[PlayerSpec] = [player_spec(player, self.terms) for player in self.players]
        self.schedule = Schedule(
            self.terms,
            self.names,
            tuple(self.pairings),
            given.seed,
            given.plies,
            tuple(given.openings),
        )
        self.size = self.schedule.size(given.games)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(spec.name for spec in self.specs)

    def run(
        self, watch: Callable[[GameRecord], None], enough: Callable[[], bool] = lambda: False
    ) -> None:
        """Play what is missing until it is `enough`; `watch` sees every game, recorded ones too."""
        began, given = time.perf_counter(), self.conditions
        settings = {**self.schedule.settings(), **self.settings}
        kept = Records(_path(given.records), settings)
        with (
            contextlib.closing(kept),
            exporting(_path(given.export)) as export,
            contextlib.ExitStack() as stack,
        ):
            for spec in self.specs:
                stack.callback(spec.stop)
            self.records = kept.games()
            for record in self.records:
                self._require_played(record)
                watch(record)
            try:
                if not enough():
                    self._play(kept, watch, enough)
            except KeyboardInterrupt:
                self.interrupted = True
                kept.read_again()
            self.records = kept.games()
            self.seconds = time.perf_counter() - began
            export(str(self.game), self.names, self.records)

    def _require_played(self, record: GameRecord) -> None:
        """Raise `UsageError` for a recorded game that is none of this match's."""
        path, number = self.conditions.records, record.number
        if number >= self.size:
            raise UsageError(
                f"{path} holds more than the {self.size} games asked for; ask for more, "
                "or name another file"
            )
        why = contradiction(self.schedule, record)
        if why is not None:
            raise UsageError(f"{path} is damaged: in game {number}, {clip(why)}")

    def _play(
        self, kept: Records, watch: Callable[[GameRecord], None], enough: Callable[[], bool]
    ) -> None:
        there = {record.number for record in self.records}
        missing = [number for number in range(self.size) if number not in there]
        given = self.conditions
        playing = played(self.schedule, self.specs, missing, given.processes, given.executor)
        with contextlib.closing(playing):  # type: ignore[type-var]
            for record in playing:
                kept.add(record)
                watch(record)
                if enough():
                    return


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)
