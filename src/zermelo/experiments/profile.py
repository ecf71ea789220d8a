"""Answer a designer's questions about a game, within a time limit: `report` on one game or more."""

import json
import math
import re
import time
import zlib
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory
from typing import Any, Final

from zermelo.contract.analysis import Fields, Result
from zermelo.contract.arguments import REPORT, SEED, GameGiven, game_given, reject_unknown_keywords
from zermelo.contract.game import Game
from zermelo.errors import ParameterError
from zermelo.experiments import metric
from zermelo.experiments.metric import Ladder, Metric, Played, Replayed, Usage
from zermelo.experiments.positions import Graph, Openings, Whole, explore, openings, whole
from zermelo.matches.records import GameRecord
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.process import disk
from zermelo.process.files import regular_bytes, whole_file
from zermelo.solver.estimate import estimate
from zermelo.solver.probing.database import Database
from zermelo.solver.solve import solve

MOST_SECONDS: Final = 40.0  # the most seconds for a game, compiling included
SHARED: Final = 60.0  # seconds for all games of a report
FEWEST_SECONDS: Final = 8.0  # the fewest seconds for a game in a report of many games
COUNTING: Final = 0.1  # the part of the time after which counting positions ends
RANDOM: Final = 0.15  # the part of the time after which random games end
SEARCHING: Final = 0.2  # the part of the time for searching the start
PLAYING: Final = 0.95  # the part of the time after which the ladder ends
SOLVING: Final = 0.1  # the greatest part of the time that solving may take, as estimated
LEAST_SOLVING: Final = 2.0  # solving is not tried if it may take only fewer seconds
OFTEN: Final = 30  # a move with fewer offers may be unused by chance


class Values(Fields):
    """The numbers of positions won, drawn and lost for their movers, ends included."""

    wins: int
    draws: int
    losses: int


class GameProfile(Result):
    """The measurements of one game for its designer.

    metrics     the metrics in groups, in the order shown: "size", "random play", "skilled play"
    left_out    the reason for each missing measure, in a sentence
    openings    the start and the first moves
    ladder      the gain in strength from searching more nodes
    values      the values of all positions; None if some are unknown
    kinds       the usage of each kind of move; `never` lists the moves never used
    moves_seen  the number of different moves that `kinds` covers
    usage_basis "exact" if `used` counts positions in which the move is best, else "sampled"
    lengths     pairs: a number of plies, and the number of skilled games of this length
    choices     the mean number of choices at each ply of random games
    games       the skilled games, for drawings
    rules       the game as an object; `game` is its text
    seconds     the time for measuring
    """

    game: str
    metrics: dict[str, tuple[Metric, ...]]
    left_out: tuple[str, ...]
    openings: Openings
    ladder: Ladder
    values: Values | None
    kinds: tuple[Usage, ...]
    never: tuple[Usage, ...]
    moves_seen: int
    usage_basis: str
    lengths: tuple[tuple[int, int], ...]
    choices: tuple[float, ...]
    games: tuple[Replayed, ...]
    rules: Game
    seconds: float

    hidden = ("games", "rules")

    def as_dict(self) -> dict[str, Any]:
        """The measurements, as JSON."""
        names = {"kinds": "kinds_of_moves", "never": "never_used"}
        return {names.get(name, name): value for name, value in super().as_dict().items()}


class DesignReport(Result):
    """The `profiles` of one game, or of several games to compare, in the order given."""

    profiles: tuple[GameProfile, ...]

    def as_dict(self) -> dict[str, Any]:
        """The profiles as JSON."""
        return {"games": [profile.as_dict() for profile in self.profiles]}


@reject_unknown_keywords
def report(
    *games: GameGiven,
    seconds: float | None = None,
    databases: Sequence[Database] = (),
    seed: int = 0,
    native: bool = True,
    progress: Callable[[Any], None] | None = None,
) -> DesignReport:
    """The designer's report on each of `games`, exact if proven, else with intervals.

    games      games, or their specs
    seconds    processor seconds for each game, at least 1; by default all games share 60, but
               each gets 8 to 40
    databases  databases of solved games, which give exact values; small games are solved now
    seed       chooses the games to play
    native     False computes in plain Python
    progress   called with each step as text

    Raises `ParameterError` without games, or for less than a second. docs/report.md defines the
    measures.

    >>> import zermelo
    >>> sizes = zermelo.report("hex(size=3)", "hex(size=4)", seconds=5)  # doctest: +SKIP
    >>> [profile.game for profile in sizes.profiles]  # doctest: +SKIP
    ['hex(size=3)', 'hex(size=4)']
    """
    SEED.check("seed", seed)
    if not games:
        raise ParameterError("a report needs at least one game")
    seconds = seconds_each(len(games)) if seconds is None else seconds
    REPORT.check("seconds", seconds)
    known = {str(database.game): database for database in databases}
    profiles = [
        _Survey(game, seconds, known.get(str(game)), seed, native, progress).run()
        for game in map(game_given, games)
    ]
    return DesignReport(tuple(profiles))


def seconds_each(count: int) -> float:
    """The default seconds for measuring each of `count` games."""
    return max(min(MOST_SECONDS, SHARED / count), FEWEST_SECONDS)


@dataclass
class _Survey:
    """One game's measurement; each step ends when its share of the time is used up."""

    game: Game
    seconds: float
    database: Database | None
    seed: int
    native: bool
    progress: Callable[[Any], None] | None
    began: float = field(default_factory=time.process_time)
    games: list[Replayed] = field(default_factory=list)  # the games of the ladder

    def until(self, part: float) -> float:
        return self.began + part * self.seconds

    def tell(self, step: str) -> None:
        if self.progress is not None:
            self.progress(f"{self.game}, {step}")

    def replay(self, record: GameRecord) -> None:
        """Keep a game of the ladder with its positions; this counts towards the ladder's time."""
        if record.moves:
            self.games.append(metric.replay_record(self.game, record))

    def run(self) -> GameProfile:
        """Measure the game step by step, and return the profile."""
        self.tell("counting positions")
        graph = explore(self.game, self.until(COUNTING))
        truth = whole(graph)
        self.tell("random games")
        played = metric.random_games(self.game, self.seed, self.until(RANDOM))
        of, cut = f"{len(played):,} random games", sum(one.worth is None for one in played)
        unfinished = metric.sampled_share("unfinished", cut, len(played), of)
        native = self.native and truth is None  # a small game takes less time than compiling
        given: Any = {"native": native, "progress": self.progress}
        with TemporaryDirectory() as folder:  # for a database that only this report needs
            part = SOLVING * self.seconds
            if native and self.database is None and part >= LEAST_SOLVING:
                self.tell("solving")
                if (estimate(self.game).seconds or math.inf) <= part:
                    solve(self.game, folder)
                    self.database = Database(folder)
            self.tell("first moves")
            begun = openings(self.game, self.database or truth, SEARCHING * self.seconds, **given)
        given |= {"seed": self.seed, "progress": self.tell}
        ladder = metric.climb(self.game, self.until(PLAYING), look=self.replay, **given)
        games = self.games
        drama, left_out = _how_games_are_won(self.game, games)
        kinds, never, seen = _usage(self.game, truth, games)
        return GameProfile(
            game=str(self.game),
            metrics={
                "size": _size(graph, truth, self.database, played),
                "random play": (*_course(played, of), unfinished),
                "skilled play": (*_course(games, f"{len(games):,} games of the ladder"), *drama),
            },
            left_out=left_out,
            openings=begun,
            ladder=ladder,
            values=_values(truth, self.database),
            kinds=kinds,
            never=never,
            moves_seen=seen,
            usage_basis="exact" if truth else "sampled",
            lengths=tuple(sorted(Counter(len(one.choices) for one in games).items())),
            choices=_choices_by_ply(played),
            games=tuple(games),
            rules=self.game,
            seconds=time.process_time() - self.began,
        )


def _size(
    graph: Graph, truth: Whole | None, database: Database | None, played: Sequence[Played]
) -> tuple[Metric, ...]:
    """The size of the game: positions, and sequences of moves."""
    number, more = len(graph.states), list[Metric]()
    states = Metric("positions", number, None, None, "at least", "positions counted")
    if graph.complete:
        states = Metric("positions", number, None, None, "exact", "all positions")
        inner = [len(entries) for entries in graph.moves if entries]
        forced = sum(count == 1 for count in inner) / max(len(inner), 1)
        average = sum(inner) / max(len(inner), 1)
        of = f"{len(inner):,} positions in which the game goes on"
        more.append(Metric("choices per move", average, None, None, "exact", of))
        more.append(Metric("moves with a choice", 1 - forced, None, None, "exact", of))
    elif database is not None:
        solved = database.manifest["solution"]["states"]
        states = Metric("positions", solved, None, None, "exact", "all positions")
    count = truth.games() if truth is not None else None
    if count is not None:
        power = math.log10(max(count, 1))
        tree = Metric("games", power, None, None, "exact", f"{count:,} games")
    else:
        logs = [sum(map(math.log10, one.choices)) for one in played]
        tree = metric.sampled_mean("games", logs, f"{len(played):,} random games")
    return (states, tree, *more)


def _course(played: Sequence[Played | Replayed], of: str) -> tuple[Metric, ...]:
    """Metrics of the games' lengths, choices and results; unfinished games count as draws."""
    games = [one.choices for one in played if one.choices]
    worths = [one.worth or 0 for one in played]
    points, drawn = [(1 + worth) / 2 for worth in worths], worths.count(0)
    means = [sum(choices) / len(choices) for choices in games]
    free = [[count for count in choices if count > 1] for choices in games]
    decisions = [len(kept) / len(all_of) for kept, all_of in zip(free, games, strict=True)]
    factors = [sum(kept) / len(kept) for kept in free if kept]
    return (
        metric.sampled_mean("plies per game", [len(choices) for choices in games], of),
        metric.sampled_mean("choices per move", means, of),
        metric.sampled_mean("choices where free", factors, of),
        metric.sampled_mean("moves with a choice", decisions, of),
        metric.sampled_points("first player's points", points, of),
        metric.sampled_share("drawn", drawn, len(worths), of),
    )


def _how_games_are_won(
    game: Game, games: Sequence[Replayed]
) -> tuple[tuple[Metric, ...], tuple[str, ...]]:
    """Measures of lead changes, drama and decisions, and a sentence if some are missing."""
    won = [one for one in games if one.worth]
    if not won:
        return (), ("No lead changes, drama or decisions: no game was won.",)
    of = f"{len(won):,} decisive games of the ladder"
    proven = metric.sampled_mean("proven after", [*map(metric.proven_share, won)], of)
    if not game.has("evaluate"):
        why = "No lead changes, drama or decisions: the game has no evaluate, so nobody is ahead."
        return (proven,), (why,)
    lead = metric.threshold(games)
    changes = [float(metric.lead_changes(one)) for one in games]
    decided = [metric.decided_share(one, lead) for one in won]
    return (
        metric.sampled_mean("lead changes", changes, f"{len(games):,} games of the ladder"),
        metric.sampled_mean("drama", [*map(metric.drama, won)], of),
        Metric("decisive lead", lead, None, None, "sampled", of),
        metric.sampled_mean("decided after", decided, of),
        proven,
    ), ()


def _values(truth: Whole | None, database: Database | None) -> Values | None:
    if truth is not None:
        count = Counter(truth.values)
        return Values(count[1], count[0], count[-1])
    if database is not None and not database.game.by_score:
        solution = database.manifest["solution"]
        return Values(solution["wins"], solution["draws"], solution["losses"])
    return None


def _usage(
    game: Game, truth: Whole | None, games: Sequence[Replayed]
) -> tuple[tuple[Usage, ...], tuple[Usage, ...], int]:
    """Return kinds of moves, the moves that are never used, and the number of different moves."""
    offered, used, often = Counter[str](), Counter[str](), 1
    if truth is None:
        (offered, used), often = metric.usage(game, games), OFTEN
    else:  # count the positions in which moves differ in value
        for number, entries in enumerate(truth.graph.moves):
            best, state = set(truth.best(number)), truth.graph.states[number]
            if len(best) < len(entries):
                offered.update(game.format_move(state, move) for move, _ in entries)
                used.update(game.format_move(state, move) for move in best)
    return metric.by_kind(offered, used), metric.never_used(offered, used, often), len(offered)


def _choices_by_ply(played: Sequence[Played]) -> tuple[float, ...]:
    """The mean number of choices at each ply that at least half of the games reach."""
    by_ply = zip_longest(*(one.choices for one in played))
    reached = ([count for count in counts if count is not None] for counts in by_ply)
    return tuple(map(fmean, takewhile(lambda counts: 2 * len(counts) >= len(played), reached)))


Profile = dict[str, Any]  # the form of `GameProfile.as_dict`


def kept_profile(
    folder: Path, game: Game, settings: dict[str, Any], measure: Callable[[], Profile]
) -> Profile:
    """The profile in `folder`; if rules or `settings` differ, measure and store a new one first."""
    name = str(game)
    words = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
    path = folder / f"{words}-{zlib.crc32(name.encode()):08x}.json"
    made = {"version": 2, "game": name, "rules": truth_fingerprint(game), **settings}
    try:
        kept = json.loads(regular_bytes(path, 1 << 24))
        if kept["made"] == made:
            return dict(kept["profile"])
    except (OSError, ValueError, LookupError, TypeError):
        pass  # measure a game whose profile is missing or damaged
    profile = measure()
    disk.make_folder(folder)
    with whole_file(path) as draft:
        draft.write(json.dumps({"made": made, "profile": profile}).encode())
    return profile
