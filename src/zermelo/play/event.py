"""A match or tournament under way: what is recorded is taken over, what is missing is played."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from zermelo.errors import ParameterError
from zermelo.game import Game
from zermelo.play.draws import Draws
from zermelo.play.entrants import Entrant, entrant
from zermelo.play.gamerecord import GameRecord
from zermelo.play.players import Player
from zermelo.play.records import Records, exporting
from zermelo.play.schedule import Schedule
from zermelo.play.terms import Terms
from zermelo.play.workers import played


@dataclass(frozen=True)
class Conditions:
    """How the games of a match or a tournament are played, whoever plays them.

    games        for each two players, an even number: every opening is played with both colours
    plies        random moves with which the games begin, or
    openings     texts of openings, used in turn
    seed         makes all chance repeatable, but for players who are limited in time
    processes    how many play at the same time
    records      the SQLite file that keeps the games; without, they are in memory alone
    export       a file to which they are written as JSON Lines
    repetitions, quiet, cap   when a game is drawn, see `zermelo.play.draws.Draws`
    clock        seconds a move may take; who takes longer has lost
    native       whether players of ours search compiled
    progress     called with something that says the score so far, at first and after every game
    """

    games: int = 100
    plies: int = 2
    openings: Sequence[str] = ()
    seed: int = 0
    processes: int = 1
    records: str | Path | None = None
    export: str | Path | None = None
    repetitions: int | None = Draws.repetitions
    quiet: int | None = Draws.quiet
    cap: int | None = Draws.cap
    clock: float | None = None
    native: bool = True
    progress: Callable[[Any], None] | None = None


@dataclass
class Event:
    """The games of some players under some conditions.

    settings    what else belongs to what is recorded: records made with others are refused
    interrupted Ctrl-C has ended it
    seconds     what the games took that were played now
    """

    game: Game[Any]
    players: Sequence[str | Player]
    pairings: Sequence[tuple[int, int]]
    conditions: Conditions
    settings: dict[str, Any] = field(default_factory=dict)
    records: list[GameRecord] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    def __post_init__(self) -> None:
        given = self.conditions
        if given.processes < 1:
            raise ParameterError(f"processes should be 1 or more, not {given.processes}")
        draws = Draws(given.repetitions, given.quiet, given.cap)
        self.terms = Terms(self.game, draws, given.clock, given.native)
        self.entrants: list[Entrant] = [entrant(player, self.terms) for player in self.players]
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
        """What the players are called."""
        return tuple(one.name for one in self.entrants)

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
            for one in self.entrants:
                stack.callback(one.leave)
            self.records = kept.games()
            for record in self.records:
                watch(record)
            try:
                if not enough():
                    self._play(kept, watch, enough)
            except KeyboardInterrupt:
                self.interrupted = True
            self.records = kept.games()
            self.seconds = time.perf_counter() - began
            export(str(self.game), self.names, self.records)

    def _play(
        self, kept: Records, watch: Callable[[GameRecord], None], enough: Callable[[], bool]
    ) -> None:
        there = {record.number for record in self.records}
        missing = [number for number in range(self.size) if number not in there]
        playing = played(self.schedule, self.entrants, missing, self.conditions.processes)
        with contextlib.closing(playing):  # type: ignore[type-var]
            for record in playing:
                kept.add(record)
                watch(record)
                if enough():
                    return


def _path(given: str | Path | None) -> Path | None:
    return None if given is None else Path(given)
