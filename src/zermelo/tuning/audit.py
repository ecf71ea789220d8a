"""Compare a player's moves with a database, which shows how much value each move gave away."""

import copy
import functools
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor
from itertools import count, islice
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from zermelo.confidence import mean, share
from zermelo.contract.analysis import By, Fields, Result, by_of
from zermelo.contract.arguments import SAMPLE
from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError, clip
from zermelo.play.history import DrawRules, History
from zermelo.play.player import Player, PlayerSpec, Terms
from zermelo.players.byname import player_spec
from zermelo.process.files import file_errors, regular_bytes
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import move_scores
from zermelo.solver.score import worth_of
from zermelo.solver.store.numbers import TierStates

POSITIONS: Final = 200  # the number of positions by default
UNDRAWN: Final = DrawRules(None, None, cap=1000)
FRUITLESS: Final = 20_000  # consecutive attempts without a new position before giving up
_open_database: Final = functools.lru_cache(maxsize=4)(Database)
LARGEST: Final = 10_000_000  # the most bytes of a file

Interval = tuple[float, float]
Source = Literal["play", "uniform"] | Sequence[Any]


class Counted(Fields):
    """The losses of value in some of a player's moves."""

    positions: int  # the number of positions given to the player
    optimal: int  # the number of moves that kept the position's value
    blunders: int  # the number of moves that gave some of it away
    # the average loss per move: 1 from win to draw or draw to loss, 2 from win to loss; by score,
    # the points lost
    regret: float
    optimal_interval: Interval  # the 95% interval of the share of moves that keep the value
    regret_interval: Interval | None  # None if all moves lost the same


class PlyAudit(Counted):
    """The player's moves at one ply, counted from 0."""

    ply: int


class PhaseAudit(Counted):
    """The player's moves in one phase of the game, see `Game.phase`.

    If a game has no phases, and positions are not from play, its tiers are the phases: "tier 0" is
    the first stored tier. If each move fills a square, a tier's number counts the full squares.
    """

    phase: str


class Audit(Result):
    """A player's moves compared with a database: by ply, by phase if there are any, and overall."""

    game: str
    player: str
    positions: int
    optimal_share: float  # the share of moves that kept the value, 0 … 1
    by_chance: float  # the optimal share of a player who moves at random in the same positions
    blunders: int
    regret: float  # the average loss per move
    optimal_interval: Interval  # the 95% interval of `optimal_share`, if positions are independent
    regret_interval: Interval | None  # the same of `regret`; None if all moves lost the same
    rows: tuple[PlyAudit, ...]
    phases: tuple[PhaseAudit, ...] = ()
    interrupted: bool = False  # whether Ctrl-C ended the audit, which covers the moves made so far
    by: By = "outcome"  # "score" if the database has points

    def as_dict(self) -> dict[str, Any]:
        """The fields for JSON."""
        fields = super().as_dict()
        if self.by == "outcome":
            del fields["by"]
        if not self.phases:
            del fields["phases"]
        return fields


class _Answer(NamedTuple):
    """One move of the player: its ply and phase, its loss, and the share of moves without loss."""

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
    """Give `player` distinct positions, and compare its moves with the database.

    player     a name like "engine:nodes=1000", which starts afresh in each position, or an object
               with a method choose(game, state)
    positions  the most positions, by default 200, or all listed ones; those where every move is
               worth the same are left out, because they show nothing
    source     "play": positions of random games or, if the database has only a numbered
               endgame, any of its states, each tier equally often;
               "uniform": all stored states are equally likely; or a list of states
    seed       the seed for choosing positions
    by         the values to compare, which must be the database's: "outcome" or "score"
    native     whether built-in players search compiled
    executor   an executor from `concurrent.futures`, which needs `player` as a name

    Raises `ParameterError` for less than one position, `TextError` for a listed state that is not
    in the database, and `UsageError` if no move is a mistake in any listed state, or if
    the database has other values than requested.
    """
    most = positions
    if most is None:
        most = POSITIONS if isinstance(source, str) else len(source)
    SAMPLE.check("positions", most)
    if by not in (None, by_of(database.game)):
        raise UsageError(f"{database.path} is solved by {by_of(database.game)}, not by {by}")
    terms = Terms(database.game, native=native, start=database.start)
    spec, answers, interrupted = player_spec(player, terms), list[_Answer](), False
    asked = _choose_positions(database, source, most, random.Random(seed))
    if executor is None:
        given: Any = (_ask(database, spec, terms, seed, *each) for each in enumerate(asked))
    elif isinstance(player, str):
        ask = functools.partial(ask_one, Path(database.path).resolve(), player, terms, seed)
        given = executor.map(ask, count(), map(copy.deepcopy, asked))
    else:
        raise UsageError(f"an executor needs a player by name, not the object {spec.name}")
    try:
        for answer in given:
            answers.append(answer)
            if progress is not None:
                progress(f"{len(answers):,} of {most:,} positions")
    except KeyboardInterrupt:
        interrupted = True
    finally:
        given.close()
        spec.stop()
    if not (isinstance(source, str) or answers or interrupted):
        raise UsageError("no move is a mistake in any of the listed positions")
    has_phases = database.game.has("phase") or source != "play"
    return _summary(database.game, spec.name, answers, interrupted, has_phases)


def _choose_positions(
    database: Database, source: Source, most: int, chance: random.Random
) -> Iterator[History]:
    if not isinstance(source, str):
        return islice(listed_positions(database, source), most)
    if source == "uniform":
        places = database.states.places  # symmetric positions count once
        tries = chance.sample(range(places), min(places, 100 * most + FRUITLESS))
        stored = (state for state in map(database.states.state, tries) if state is not None)
        return islice(listed_positions(database, stored), most)
    if source != "play":
        raise ParameterError(f"source should be play, uniform or a list, not {clip(source)}")
    endgame = isinstance(database.states, TierStates) and database.start != database.game.start()
    return (numbered_positions if endgame else played_positions)(database, most, chance)


def ask_one(
    path: Path, player: str, terms: Terms, seed: int, number: int, history: History
) -> _Answer:
    """Ask a player for one move; arguments and result can go to any process or machine."""
    spec = player_spec(player, terms)
    try:
        return _ask(_open_database(path, terms.game), spec, terms, seed, number, history)
    finally:
        spec.stop()


def _ask(
    database: Database, spec: PlayerSpec, terms: Terms, seed: int, number: int, history: History
) -> _Answer:
    """The player's move in position `number`, compared with the database."""
    game, state = database.game, history.state
    chance = random.Random(f"{seed}/{number}").getrandbits(32)
    # A position that is not from play is the start of its game
    player = spec.begin(terms._replace(start=history.start), chance)
    values = {move: worth_of(game, score) for move, score in move_scores(database, state)}
    best = max(values.values())
    if hasattr(player, "watch"):
        player.watch(history)
    chosen = player.choose(game, state)
    game.play_checked(state, chosen)
    kept = sum(value == best for value in values.values()) / len(values)
    tier = None if game.has("phase") else game.tier(state) - database.first_tier
    phase = game.phase(state) if tier is None else f"tier {tier}"
    return _Answer(len(history.moves), phase, best - values[chosen], kept)


def _summary(
    game: Game, player: str, answers: list[_Answer], interrupted: bool, has_phases: bool
) -> Audit:
    plies = sorted({answer.ply for answer in answers})
    rows = tuple(
        PlyAudit(*_count_answers(a for a in answers if a.ply == ply), ply) for ply in plies
    )
    named = {answer.phase for answer in answers if has_phases}
    phases = sorted(named, key=lambda phase: (len(phase), phase))  # tier 9 comes before tier 10
    count, optimal, blunders, regret, optimal_interval, regret_interval = _count_answers(answers)
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
        phases=tuple(
            PhaseAudit(*_count_answers(a for a in answers if a.phase == p), p) for p in phases
        ),
        interrupted=interrupted,
        by=by_of(game),
    )


def _count_answers(
    answers: Iterable[_Answer],
) -> tuple[int, int, int, float, Interval, Interval | None]:
    regrets = [answer.regret for answer in answers]
    count, optimal = len(regrets), regrets.count(0)
    kept = share(optimal, count)
    lost = mean(sum(regrets), sum(regret * regret for regret in regrets), count)
    spread: Interval | None = None
    if lost.low is not None and lost.high is not None and len(set(regrets)) > 1:
        spread = max(lost.low, 0.0), lost.high
    return count, optimal, count - optimal, lost.value or 0.0, (kept.low, kept.high), spread


# Positions in which some move is a mistake -------------------------------------------------------


def played_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Random games, each up to a new position where some move is a mistake."""
    seen: set[Any] = set()
    game, fruitless = database.game, 0
    while len(seen) < count and fruitless < 200:  # consecutive games without a new position
        history, before = History(game, UNDRAWN, database.start), len(seen)
        while not history.over and len(seen) < count:
            moves = move_scores(database, history.state)
            if history.state not in seen and _worths_differ(game, moves):
                seen.add(history.state)
                yield history
            history.play(chance.choice(moves)[0])
        fruitless = fruitless + 1 if len(seen) == before else 0


def numbered_positions(database: Database, count: int, chance: random.Random) -> Iterator[History]:
    """Positions where some move is a mistake, drawn by number, each tier equally often."""
    game: Any = database.game
    seen, fruitless = set[Any](), 0
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


def listed_positions(database: Database, states: Iterable[Any]) -> Iterator[History]:
    """The `states` where some move is a mistake; raises `TextError` if one is not stored."""
    for state in states:
        if _worths_differ(database.game, move_scores(database, state)):
            yield History(database.game, UNDRAWN, state)


def read_positions(game: Game, path: Path) -> list[Any]:
    """The distinct states in a file, one per line; lines that begin with # are skipped.

    Raises `UsageError` for an invalid line, or a file without states.
    """
    with file_errors("read", path):
        lines = regular_bytes(path, LARGEST).decode().splitlines()
    states: dict[Any, None] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            try:
                states[game.parse_state(text)] = None
            except UsageError as error:
                raise UsageError(f"{path}, line {number}: {error}") from None
    if not states:
        raise UsageError(f"{path} has no positions; write one per line, as for --state")
    return list(states)


def _worths_differ(game: Game, moves: list[tuple[int, int]]) -> bool:
    """Whether some of the moves, each with its score, are mistakes."""
    return len({worth_of(game, score) for _, score in moves}) > 1
