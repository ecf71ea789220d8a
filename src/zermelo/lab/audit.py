"""How good a player is, measured against the truth: a database tells what each move gave away."""

from __future__ import annotations

import contextlib
import copy
import random
import threading
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from zermelo.analysis import By
from zermelo.errors import UsageError
from zermelo.game import Game
from zermelo.play.drawrules import DrawRules
from zermelo.play.history import History
from zermelo.players.named import PlayerSpec, player_spec
from zermelo.players.terms import Terms
from zermelo.points import by_of
from zermelo.ranges import SAMPLE
from zermelo.result import Result
from zermelo.solver.database import Database
from zermelo.solver.probe import move_scores
from zermelo.solver.score import worth_of
from zermelo.solver.tierstates import TierStates

if TYPE_CHECKING:
    from zermelo.play.player import Player

UNDRAWN: Final = DrawRules(None, None, cap=1000)
FRUITLESS: Final = 20_000  # numbers in a row that brought no new position: there are no more


@dataclass(frozen=True)
class PlyAudit:
    """The player's moves at one ply.

    ply        moves made before, from 0
    positions  how many were put to the player
    optimal    how many of its moves kept the position's value
    blunders   how many gave some of it away
    regret     what a move gave away on average: 1 from win to draw or draw to loss, 2 for both;
               by score the points lost
    """

    ply: int
    positions: int
    optimal: int
    blunders: int
    regret: float


@dataclass(frozen=True)
class PhaseAudit:
    """The player's moves in one phase of the game, see `Game.phase`; the rest as in `PlyAudit`."""

    phase: str
    positions: int
    optimal: int
    blunders: int
    regret: float


@dataclass(frozen=True)
class Audit(Result):
    """A player's moves against the truth, by ply, by phase if the game has phases, and in all.

    optimal_share  share of moves that kept the value, 0 … 1
    by_chance      the same for a player who takes any move, in the same positions
    regret         what a move gave away on average
    interrupted    Ctrl-C ended it; the rest is what was known by then
    by             "outcome", or "score" where the database has points
    """

    game: str
    player: str
    positions: int
    optimal_share: float
    by_chance: float
    blunders: int
    regret: float
    rows: tuple[PlyAudit, ...]
    phases: tuple[PhaseAudit, ...] = ()
    interrupted: bool = False
    by: By = "outcome"

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        fields = asdict(self)
        del fields["interrupted"]
        if self.by == "outcome":
            del fields["by"]
        if not self.phases:
            del fields["phases"]
        return fields | {name: list(fields[name]) for name in ("rows", "phases") if name in fields}


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
    phase: str | None
    regret: int
    kept_by_chance: float


def audit(
    database: Database,
    player: str | Player,
    *,
    positions: int = 200,
    seed: int = 0,
    by: By | None = None,
    progress: Callable[[Any], None] | None = None,
    native: bool = True,
    executor: Executor | None = None,
) -> Audit:
    """Put positions to `player`, each once, and compare its moves with the truth.

    They come from random games; where a database has no more of a game than an endgame, whose
    states are numbers, they are drawn from all of these, each tier as often.

    player     a name like "engine:nodes=1000", which begins anew with each position, or an object
               with a method choose(game, state)
    positions  how many at most; those where every move is worth the same tell nothing, and are
               left out
    seed       chooses the games
    by         what is compared; it is what the database was solved by: points for one by score
    native     whether players of ours search compiled
    executor   who asks a player by name: any of `concurrent.futures`, position by position

    Raises `ParameterError` for less than one position, `UsageError` for a database solved by other
    values than asked for.
    """
    SAMPLE.check("positions", positions)
    if by not in (None, by_of(database.game)):
        raise UsageError(f"{database.path} is solved by {by_of(database.game)}, not by {by}")
    terms = Terms(database.game, native=native, start=database.start)
    interview = _Interview(player_spec(player, terms), database, terms, seed)
    answers: list[_Answer] = []
    interrupted = False
    with contextlib.closing(_answers(interview, player, positions, executor)) as given:
        try:
            for answer in given:
                answers.append(answer)
                if progress is not None:
                    progress(Audited(len(answers), positions))
        except KeyboardInterrupt:
            interrupted = True
    return _summary(database.game, interview.spec.name, answers, interrupted)


def _answers(
    interview: _Interview, player: str | Player, positions: int, executor: Executor | None
) -> Generator[_Answer]:
    """What the player does in each position, in order."""
    database, seed = interview.database, interview.seed
    chosen = drawn_positions if has_numbers_only(database) else telling_positions
    asked = chosen(database, positions, random.Random(seed))
    if executor is None:
        with contextlib.closing(interview):
            for number, history in enumerate(asked):
                yield interview.ask(number, history)
        return
    if not isinstance(player, str):
        raise UsageError(f"an executor needs a player by name, not {interview.spec.name}'s object")
    terms, path = interview.terms, Path(database.path).resolve()
    calls = [
        executor.submit(_ask_afar, path, terms, player, seed, number, copy.deepcopy(history))
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
        """What the player does in the position with this number."""
        seed = random.Random(f"{self.seed}/{number}").getrandbits(32)
        return _ask(self.database, self.spec.begin(self.terms, seed), history)

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
    """What a player does after some moves: what has to be known of it can be sent anywhere."""
    key = path, terms, player, seed
    if _interviews.key != key:
        database = Database(path, terms.game)
        _interviews.now = _Interview(player_spec(player, terms), database, terms, seed)
        _interviews.key = key
    return _interviews.now.ask(number, history)


def telling_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Random games up to positions where some move is a mistake, each position once."""
    seen: set[Any] = set()
    game, fruitless = database.game, 0
    while len(seen) < count and fruitless < 200:  # games without a new position: there are no more
        history, before = History(game, UNDRAWN, database.start), len(seen)
        while not history.over and len(seen) < count:
            moves = move_scores(database, history.state)
            if history.state not in seen and _worths_differ(game, moves):
                seen.add(history.state)
                yield history
            history.play(chance.choice(moves)[0])
        fruitless = fruitless + 1 if len(seen) == before else 0


def has_numbers_only(database: Database) -> bool:
    """Whether no game leads to the states, which are numbers: those of an endgame."""
    return isinstance(database.states, TierStates) and database.start != database.game.start()


def drawn_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Positions where some move is a mistake, drawn from the numbers, each tier as often."""
    game, seen, fruitless = database.game, set[Any](), 0
    tiers = {tier["tier"]: tier["size"] for tier in database.manifest["tiers"]}
    while len(seen) < count and fruitless < FRUITLESS:
        tier = chance.choice(list(tiers))
        number = chance.randrange(tiers[tier])
        state, fruitless = game.unindex(tier, number), fruitless + 1
        new = game.index(state) == number and state not in seen
        if new and _worths_differ(game, move_scores(database, state)):
            fruitless = 0
            seen.add(state)
            yield History(game, UNDRAWN, state)


def _worths_differ(game: Game[Any], moves: list[tuple[int, int]]) -> bool:
    """Whether some of the moves, each with its score, is a mistake."""
    return len({worth_of(game, score) for _, score in moves}) > 1


def _ask(database: Database, player: Player, history: History) -> _Answer:
    scores = move_scores(database, history.state)
    values = {move: worth_of(database.game, score) for move, score in scores}
    best = max(values.values())
    if hasattr(player, "watch"):
        player.watch(history)
    chosen = player.choose(database.game, history.state)
    database.game.play_checked(history.state, chosen)
    kept = sum(value == best for value in values.values()) / len(values)
    phase = database.game.phase(history.state) if database.game.has("phase") else None
    return _Answer(len(history.moves), phase, best - values[chosen], kept)


def _summary(game: Game[Any], player: str, answers: list[_Answer], interrupted: bool) -> Audit:
    plies = sorted({answer.ply for answer in answers})
    rows = tuple(PlyAudit(ply, *_told(a for a in answers if a.ply == ply)) for ply in plies)
    phases = sorted({answer.phase for answer in answers if answer.phase is not None})
    count = max(len(answers), 1)
    blunders = sum(row.blunders for row in rows)
    return Audit(
        game=str(game),
        player=player,
        positions=len(answers),
        optimal_share=(len(answers) - blunders) / count,
        by_chance=sum(answer.kept_by_chance for answer in answers) / count,
        blunders=blunders,
        regret=sum(answer.regret for answer in answers) / count,
        rows=rows,
        phases=tuple(PhaseAudit(p, *_told(a for a in answers if a.phase == p)) for p in phases),
        interrupted=interrupted,
        by=by_of(game),
    )


def _told(answers: Iterable[_Answer]) -> tuple[int, int, int, float]:
    """How many there are, how many of them keep the value and how many do not, and the regret."""
    regrets = [answer.regret for answer in answers]
    count, optimal = len(regrets), regrets.count(0)
    return count, optimal, count - optimal, sum(regrets) / count
