"""Levels calibrated for a game: how often each has to err, found by letting neighbours play.

From the highest level down: the one above is known, and of the next one the rate is sought at
which the one above takes the share of points wanted. A match that goes wrong is left early, and
one with another rate begun.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.result import Fields, Result
from zermelo.errors import UsageError
from zermelo.matches.conditions import Conditions
from zermelo.matches.event import Event
from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.match import Score, score_of
from zermelo.matches.ratings import elo, mean_of, pair_counts
from zermelo.play.player import Player
from zermelo.players.levels import CALIBRATED, LEVELS, Level, Opponent, calibrations, levels_of
from zermelo.process import disk
from zermelo.process.files import file_errors, regular_bytes, whole_file
from zermelo.search.limits import Limits
from zermelo.tuning.mistakes import mistakes
from zermelo.tuning.options import USUAL, CalibrationOptions

LARGEST: Final = 1 << 24  # bytes of a table of levels
RIGHT: Final = (0.60, 0.80)  # what a level should take from the one below
TRIAL: Final = 100  # games after which a match is left
HOPEFUL: Final = (0.59, 0.77)  # unless the share is between these by then
TRIALS: Final = 10  # matches of one level at most
FEWEST: Final = 250  # nodes of a level
FIRST_GAP: Final = 0.12  # what the first guess adds to the rate of level 10, which is 0,
WIDER: Final = 1.1  # and the next one beside the gap before
QUIET: Final = 50  # moves without progress that draw a game
CAP: Final = 300  # plies that do
TIMED: Final = 100  # plies of a game in which moves are timed
SURE: Final = 0.99  # the share that is expected against random moves


@dataclass(frozen=True)
class Rung(Fields):
    """A level as calibrated, and what it scored against the one below it; level 1: None.

    rate, bound, nodes   how it errs and searches, see `zermelo.players.levels.Level`
    score         its games against the level below
    share         of their points; low, high: the 95% interval
    milliseconds  of the processor's time that a move takes, in the mean
    mistakes      the share of its moves that are mistakes, see `zermelo.tuning.mistakes`
    """

    level: int
    rate: float
    bound: float
    nodes: int
    score: Score | None = None
    share: float | None = None
    low: float | None = None
    high: float | None = None
    milliseconds: float | None = None
    mistakes: float | None = None

    @property
    def right(self) -> bool:
        """Whether it takes what a level should take from the one below."""
        return self.share is None or RIGHT[0] <= self.share <= RIGHT[1]

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        score = self.score
        counted = score and {"wins": score.wins, "draws": score.draws, "losses": score.losses}
        return {**super().as_dict(), "score": counted}


@dataclass(frozen=True)
class Calibration(Result):
    """The levels of a game, the highest first; of an interrupted calibration those it came to."""

    game: str
    target: float
    games: int
    rungs: tuple[Rung, ...]
    interrupted: bool = False

    def store(self, path: Path = CALIBRATED) -> None:
        """Keep the rates where levels look for them, beside those of other games."""
        if self.interrupted or len(self.rungs) < len(LEVELS):
            raise UsageError("a calibration that did not come to its end is not stored")
        with file_errors("read", path):
            stored = json.loads(regular_bytes(path, LARGEST))
        stored[self.game] = [rung.as_dict() for rung in reversed(self.rungs)]
        rows = (
            f' "{game}": [\n  ' + ",\n  ".join(map(json.dumps, stored[game])) + "\n ]"
            for game in sorted(stored)
        )
        with whole_file(path) as draft:
            draft.write(("{\n" + ",\n".join(rows) + "\n}\n").encode())
        calibrations.cache_clear()
        levels_of.cache_clear()


@dataclass(frozen=True)
class Trying:
    """The two levels that play, for observers."""

    level: int
    rate: float
    score: Score
    games: int

    def __str__(self) -> str:
        return (
            f"level {self.level + 1} against level {self.level} with rate {self.rate:g}, "
            f"{self.score.games} of {self.games} games, {self.score}"
        )


def calibrate(
    game: Game,
    records: str | Path,
    options: CalibrationOptions = USUAL,
    *,
    progress: Callable[[Any], None] | None = None,
) -> Calibration:
    """Find how often each level errs, so that each takes the target from the one below.

    records  a directory for the records of the matches; from it a calibration that was stopped
             goes on
    """
    directory = Path(records)
    climb = _Descent(game, directory, options, progress)
    interrupted = False
    try:
        climb.run()
    except KeyboardInterrupt:
        interrupted = True
    return Calibration(str(game), options.target, options.games, tuple(climb.rungs), interrupted)


class _Descent:
    """From the highest level to the lowest."""

    def __init__(
        self,
        game: Game,
        directory: Path,
        options: CalibrationOptions,
        progress: Callable[[Any], None] | None,
    ) -> None:
        self.game, self.directory, self.options = game, directory, options
        self.target, self.games, self.progress = options.target, options.games, progress
        self.conditions = Conditions(
            options.games,
            seed=options.seed,
            processes=options.processes,
            quiet=QUIET if game.has("progress") else None,
            cap=CAP,
            native=options.native,
        )
        self.rungs: list[Rung] = []
        self.rates = {len(LEVELS): 0.0}
        highest = len(LEVELS)
        self.nodes = {n: max(options.nodes >> highest - n, FEWEST) for n in range(1, highest + 1)}

    def run(self) -> None:
        """Every level, each with what the one above scored against it."""
        for level in range(len(LEVELS) - 1, 0, -1):
            self.rates[level], games = self.sought(level)
            self.rungs.append(self.rung(level + 1, games))
        self.rungs.append(Rung(1, self.rates[1], LEVELS[0].bound, self.nodes[1]))
        levels = [Level(rung.rate, rung.bound, rung.nodes) for rung in reversed(self.rungs)]
        given: Any = {"native": self.options.native, "progress": self.progress}
        shares = mistakes(self.game, levels, positions=self.games, seed=self.options.seed, **given)
        for at, share in enumerate(reversed(shares or [])):
            self.rungs[at] = replace(self.rungs[at], mistakes=round(share, 3))

    def sought(self, level: int) -> tuple[float, list[GameRecord]]:
        """The rate of `level`, and the games of the match that measured it."""
        alike = self.easier(level) == 1.0
        bracket = _Bracket(self.target, self.rates[level + 1] if alike else 0.0)
        rate = round(min(self.first_guess(level), 1), 3)
        tried: list[tuple[float, float, list[GameRecord]]] = []
        for _ in range(TRIALS):
            games = self.played(level, rate)
            share = self.share(games)
            away = abs(share - self.target) if len(games) >= self.games else 1.0
            tried.append((away, rate, games))
            if away <= self.options.within and RIGHT[0] <= share <= RIGHT[1]:
                break
            if not bracket.narrowed(rate, share):
                break
            rate = bracket.guess()
        _, rate, games = min(tried, key=lambda each: each[0])
        return rate, games

    def first_guess(self, level: int) -> float:
        """As far from the level above as that is from the one above it, and a little more."""
        if level + 2 > len(LEVELS):
            return FIRST_GAP
        above, higher = self.rates[level + 1], self.rates[level + 2]
        gap = max(WIDER * (above - higher), FIRST_GAP)
        return (above + gap) * self.easier(level)

    def easier(self, level: int) -> float:
        """The penalty of a rate whose mistakes may cost more than those of the level above."""
        here, above = LEVELS[level - 1], LEVELS[level]
        return above.bound / here.bound if 0 < above.bound < here.bound else 1.0

    def played(self, level: int, rate: float) -> list[GameRecord]:
        """The games of the level above against `level`; what is recorded is not played again."""
        above = self.rates[level + 1]
        pair = ((level + 1, above), (level, rate))
        names = [f"level:{n},rate={often:g},nodes={self.nodes[n]}" for n, often in pair]
        file = self.directory / f"{level + 1}-{above:g}-{level}-{rate:g}.db"
        event = Event(self.game, names, ((0, 1),), replace(self.conditions, records=file))
        with file_errors("write", self.directory):
            disk.make_folder(self.directory)
        score = Score()

        def watch(record: GameRecord) -> None:
            nonlocal score
            score += score_of([record], 0)
            if self.progress is not None:
                self.progress(Trying(level, rate, score, self.games))

        event.run(watch, lambda: hopeless(score))
        if event.interrupted:
            raise KeyboardInterrupt
        return event.records

    def share(self, records: list[GameRecord]) -> float:
        """The share of the level above."""
        return score_of(records, 0).share

    def rung(self, level: int, records: list[GameRecord]) -> Rung:
        """The score of a level in these games, in which it moved first or second."""
        score, interval = score_of(records, 0), elo(pair_counts(records, 0))
        assert interval is not None
        limits, native = Limits(nodes=self.nodes[level]), self.options.native
        player = Opponent(level, limits, rate=self.rates[level], native=native, seed=level)
        return Rung(
            level,
            self.rates[level],
            LEVELS[level - 1].bound,
            self.nodes[level],
            score,
            round(score.share, 4),
            round(mean_of(interval.low), 4),
            round(mean_of(interval.high), 4),
            round(processor_time(self.game, player), 2),
        )


def processor_time(game: Game, player: Player) -> float:
    """Milliseconds of the processor's time that a move takes a player, in the mean of a game.

    The clock would say what else the machine does. It is the second game: the first loads code.
    """
    spent: list[float] = []
    for _ in range(2):
        state, spent = game.start(), []
        while game.outcome(state) == ONGOING and len(spent) < TIMED:
            began = time.process_time()
            move = player.choose(game, state)
            spent.append(time.process_time() - began)
            state = game.play(state, move)
    return 1000 * sum(spent) / max(len(spent), 1)


def hopeless(score: Score) -> bool:
    """Whether a match has gone so wrong that it is not worth playing on."""
    return score.games == TRIAL and not HOPEFUL[0] <= score.share <= HOPEFUL[1]


class _Bracket:
    """Rates below and above the one sought, with what they scored: a share grows with the rate."""

    def __init__(self, target: float, low: float) -> None:
        self.target = target
        self.low, self.high = (low, 0.5), (1.0, SURE)

    def narrowed(self, rate: float, share: float) -> bool:
        """Take in what a rate scored; whether there is still something between the two."""
        if share < self.target:
            self.low = rate, share
            if rate >= self.high[0]:
                return False
        else:
            self.high = rate, share
            if rate <= self.low[0]:
                self.low = 0.0, 0.5
        return self.high[0] - self.low[0] > 0.004

    def guess(self) -> float:
        """The rate between that would score what is wanted, were it straight in logarithms."""
        (first, low), (last, high) = self.low, self.high
        part = (_logit(self.target) - _logit(low)) / max(_logit(high) - _logit(low), 1e-6)
        return round(first + (last - first) * min(max(part, 0.1), 0.9), 3)


def _logit(share: float) -> float:
    share = min(max(share, 1 - SURE), SURE)
    return math.log(share / (1 - share))
