"""How good a player is, measured against the truth: a database tells what each move gave away."""

from __future__ import annotations

import contextlib
import copy
import random
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from zermelo.confidence import mean, share
from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import by_of
from zermelo.contract.ranges import SAMPLE
from zermelo.contract.result import Result
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.play.history import History
from zermelo.players.named import player_spec
from zermelo.players.playerspec import PlayerSpec, Terms
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import move_scores
from zermelo.solver.score import worth_of
from zermelo.tuning.telling import (
    drawn_positions,
    has_numbers_only,
    listed_positions,
    telling_positions,
    uniform_positions,
)

if TYPE_CHECKING:
    from zermelo.play.player import Player

POSITIONS: Final = 200  # number of positions by default

Interval = tuple[float, float]
Source = Literal["play", "uniform"] | Sequence[Any]


@dataclass(frozen=True)
class Counted:
    """The losses of value in some of the player's moves.

    positions         how many were put to the player
    optimal           how many of its moves kept the position's value
    blunders          how many gave some of it away
    regret            what a move gave away on average: 1 from win to draw or draw to loss, 2 for
                      both; by score the points lost
    optimal_interval  where the share of moves that keep the value lies in 95%, see `Share`
    regret_interval   where the mean lies in 95%; None where all moves gave the same away, which
                      says nothing of how they differ
    """

    positions: int
    optimal: int
    blunders: int
    regret: float
    optimal_interval: Interval
    regret_interval: Interval | None


@dataclass(frozen=True)
class PlyAudit(Counted):
    """The player's moves at one ply: after so many moves, from 0."""

    ply: int


@dataclass(frozen=True)
class PhaseAudit(Counted):
    """The player's moves in one phase of the game, see `Game.phase`.

    Where a game names none, and positions are not from play, its tiers are the phases: "tier 0" is
    the first that is stored, and where each move fills a square, the number says how many are full.
    """

    phase: str


@dataclass(frozen=True)
class Audit(Result):
    """A player's moves against the truth, by ply, by phase if the game has phases, and in all.

    optimal_share     share of moves that kept the value, 0 … 1
    by_chance         the same for a player who takes any move, in the same positions
    regret            what a move gave away on average
    optimal_interval  where the share lies in 95%, the positions taken for independent
    regret_interval   the same of the regret, None where all moves gave the same away
    interrupted       Ctrl-C ended it; the rest is what was known by then
    by                "outcome", or "score" where the database has points
    """

    game: str
    player: str
    positions: int
    optimal_share: float
    by_chance: float
    blunders: int
    regret: float
    optimal_interval: Interval
    regret_interval: Interval | None
    rows: tuple[PlyAudit, ...]
    phases: tuple[PhaseAudit, ...] = ()
    interrupted: bool = False
    by: By = "outcome"

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields = super().as_dict()
        if self.by == "outcome":
            del fields["by"]
        if not self.phases:
            del fields["phases"]
        return fields


@dataclass(frozen=True)
class Audited:
    """How many positions were put to the player so far."""

    positions: int
    of: int

    def __str__(self) -> str:
        return f"{self.positions:,} of {self.of:,} positions"


@dataclass(frozen=True)
class _Answer:
    """One move of the player: when, what it gave away, and what any move would have."""

    ply: int
    phase: str
    regret: int
    kept_by_chance: float


def audit(
    database: Database,
    player: str | Player,
    *,
    positions: int | None = None,
    source: Source = "play",
    seed: int = 0,
    by: By | None = None,
    progress: Callable[[Any], None] | None = None,
    native: bool = True,
    executor: Executor | None = None,
) -> Audit:
    """Put positions to `player`, each once, and compare its moves with the truth.

    player     a name like "engine:nodes=1000", which begins again with each position, or an object
               with a method choose(game, state)
    positions  how many at most, by default 200, or all that are listed; those where every move is
               worth the same tell nothing, and are left out
    source     "play": they come from random games; where a database has no more of a game than an
               endgame, whose states are numbers, from all of these, each tier as often.
               "uniform": each that the database stores is as likely. Or a list of states
    seed       chooses them
    by         what is compared; it is what the database was solved by: points for one by score
    native     whether built-in players search compiled
    executor   who asks a player by name: any of `concurrent.futures`, position by position

    Raises `ParameterError` for less than one position, `TextError` for a listed state that the
    database does not have, `UsageError` when no listed one tells anything, and for a database
    solved by other values than asked for.
    """
    most = positions
    if most is None:
        most = POSITIONS if isinstance(source, str) else len(source)
    SAMPLE.check("positions", most)
    if by not in (None, by_of(database.game)):
        raise UsageError(f"{database.path} is solved by {by_of(database.game)}, not by {by}")
    terms = Terms(database.game, native=native, start=database.start)
    interview = _Interview(player_spec(player, terms), database, terms, seed)
    answers: list[_Answer] = []
    interrupted = False
    chosen = _chosen(database, source, most, random.Random(seed))
    with contextlib.closing(_answers(interview, player, chosen, executor)) as given:
        try:
            for answer in given:
                answers.append(answer)
                if progress is not None:
                    progress(Audited(len(answers), most))
        except KeyboardInterrupt:
            interrupted = True
    if not (isinstance(source, str) or answers or interrupted):
        raise UsageError("in none of the positions listed is any move a mistake")
    has_phases = database.game.has("phase") or source != "play"
    return _summary(database.game, interview.spec.name, answers, interrupted, has_phases)


def _chosen(
    database: Database, source: Source, most: int, chance: random.Random
) -> Iterator[History]:
    """So many positions from `source`, see `audit`."""
    if not isinstance(source, str):
        return islice(listed_positions(database, source), most)
    if source == "uniform":
        return uniform_positions(database, most, chance)
    if source != "play":
        raise ParameterError(f"source should be play, uniform or a list, not {clip(source)}")
    drawn = drawn_positions if has_numbers_only(database) else telling_positions
    return drawn(database, most, chance)


def _answers(
    interview: _Interview, player: str | Player, asked: Iterator[History], executor: Executor | None
) -> Generator[_Answer]:
    """The player's moves in each position, in order."""
    if executor is None:
        with contextlib.closing(interview):
            for number, history in enumerate(asked):
                yield interview.ask(number, history)
        return
    if not isinstance(player, str):
        raise UsageError(f"an executor needs a player by name, not {interview.spec.name}'s object")
    terms, path = interview.terms, Path(interview.database.path).resolve()
    calls = [
        executor.submit(
            _ask_afar, path, terms, player, interview.seed, number, copy.deepcopy(history)
        )
        for number, history in enumerate(asked)
    ]
    try:
        for call in calls:
            yield call.result()
    finally:
        for call in calls:
            call.cancel()


class _Interview:
    """A player, and the truth that its moves are compared with."""

    def __init__(self, spec: PlayerSpec, database: Database, terms: Terms, seed: int) -> None:
        self.spec, self.database, self.terms, self.seed = spec, database, terms, seed

    def ask(self, number: int, history: History) -> _Answer:
        """The player's move in the position with this number."""
        seed = random.Random(f"{self.seed}/{number}").getrandbits(32)
        terms = self.terms._replace(start=history.start)  # one from no play is where a game begins
        return _ask(self.database, self.spec.begin(terms, seed), history)

    def close(self) -> None:
        """Let go of what the player has started."""
        self.spec.stop()


class _Interviews(threading.local):
    """That of the audit whose positions this thread puts to a player."""

    key: Any = None
    now: _Interview


_interviews = _Interviews()


def _ask_afar(
    path: Path, terms: Terms, player: str, seed: int, number: int, history: History
) -> _Answer:
    """The move of a player after some moves, as data that can be sent anywhere."""
    key = path, terms, player, seed
    if _interviews.key != key:
        database = Database(path, terms.game)
        _interviews.now = _Interview(player_spec(player, terms), database, terms, seed)
        _interviews.key = key
    return _interviews.now.ask(number, history)


def _ask(database: Database, player: Player, history: History) -> _Answer:
    scores = move_scores(database, history.state)
    values = {move: worth_of(database.game, score) for move, score in scores}
    best = max(values.values())
    if hasattr(player, "watch"):
        player.watch(history)
    chosen = player.choose(database.game, history.state)
    database.game.play_checked(history.state, chosen)
    kept = sum(value == best for value in values.values()) / len(values)
    phase = _phase(database, history.state)
    return _Answer(len(history.moves), phase, best - values[chosen], kept)


def _phase(database: Database, state: Any) -> str:
    """The name of the game's phase, or of the tier where the game names none."""
    game = database.game
    return (
        game.phase(state) if game.has("phase") else f"tier {game.tier(state) - database.first_tier}"
    )


def _summary(
    game: Game, player: str, answers: list[_Answer], interrupted: bool, has_phases: bool
) -> Audit:
    plies = sorted({answer.ply for answer in answers})
    rows = tuple(PlyAudit(*_counted(a for a in answers if a.ply == ply), ply) for ply in plies)
    named = {answer.phase for answer in answers if has_phases}
    phases = sorted(named, key=lambda phase: (len(phase), phase))  # tier 9 comes before tier 10
    count, optimal, blunders, regret, optimal_interval, regret_interval = _counted(answers)
    return Audit(
        game=str(game),
        player=player,
        positions=count,
        optimal_share=optimal / max(count, 1),
        by_chance=sum(answer.kept_by_chance for answer in answers) / max(count, 1),
        blunders=blunders,
        regret=regret,
        optimal_interval=optimal_interval,
        regret_interval=regret_interval,
        rows=rows,
        phases=tuple(PhaseAudit(*_counted(a for a in answers if a.phase == p), p) for p in phases),
        interrupted=interrupted,
        by=by_of(game),
    )


def _counted(answers: Iterable[_Answer]) -> tuple[int, int, int, float, Interval, Interval | None]:
    """The fields of `Counted`."""
    regrets = [answer.regret for answer in answers]
    count, optimal = len(regrets), regrets.count(0)
    kept = share(optimal, count)
    lost = mean(sum(regrets), sum(regret * regret for regret in regrets), count)
    spread: Interval | None = None
    if lost.low is not None and lost.high is not None and len(set(regrets)) > 1:
        spread = max(lost.low, 0.0), lost.high
    return count, optimal, count - optimal, lost.value or 0.0, (kept.low, kept.high), spread
