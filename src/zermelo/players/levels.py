"""Opponents for people: levels 1 to 10 search alike, but err on purpose at different rates.

A weaker level is not blind: it values all moves, and sometimes plays a worse one. All levels choose
among equal moves at random, so that openings vary. Levels 11 and 12 are the player "best", which
never errs on purpose, with a time for each move.

benchmarks/calibrate.py finds the rates for each game, so that each level takes about two thirds of
the points from the one below. Its results are in levels.json, with the measured share of mistakes
among each level's moves, which the level's description shows.
"""

from __future__ import annotations

import contextlib
import functools
import json
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from zermelo.contract.analysis import chance
from zermelo.contract.arguments import LEVEL, RATE
from zermelo.contract.game import Game
from zermelo.errors import ParameterError, TextError
from zermelo.native import IN_BROWSER
from zermelo.play.effects import passes_of
from zermelo.players.search import Search
from zermelo.process.texts import packaged_text
from zermelo.search.clock import NO_LIMITS, Limits
from zermelo.search.engine.knownends import Endgames, EngineOptions
from zermelo.search.engine.table import Table
from zermelo.solver.probing.probe import probe
from zermelo.spec import terms_of

if TYPE_CHECKING:
    from zermelo.solver.probing.database import Database

ANY_MOVE: Final = 2.0  # the bound of levels whose errors are the worst moves they see
TIMED: Final = {11: 0.3, 12: 1.0}  # the highest levels, with their seconds for each move

# Games in which Monte Carlo tree search won its match (docs/measurements/strength.md), and the
# boards of these games on which the engine won, because it has learned tables.
WON_BY_MCTS: Final = {"hex", "y", "havannah", "ultimate", "clobber"}
WON_BY_ENGINE: Final = {"clobber"}


def strongest(game: Game) -> str:
    """The name of the search that won the match in `game`; browsers compile only the engine."""
    spec = str(game)
    better = spec.partition("(")[0] in WON_BY_MCTS and spec not in WON_BY_ENGINE
    return "mcts" if better and not IN_BROWSER else "engine"


MOST_PARTS: Final = 6  # the largest denominator of a share, except of shares below 1/6


class Level(NamedTuple):
    """How a level errs."""

    rate: float  # the share of its moves, from 0 to 1, in which it errs
    # 2 if its errors are the worst moves it sees; below 2, any moves that lower the chance to win
    # by at most half of the bound
    bound: float
    nodes: int  # the most states visited for a move, so that it is equally strong on any machine
    mistakes: float | None = None  # the measured share of moves that lose over half the stake

    def __str__(self) -> str:
        """The share of moves with errors: "blunders 2 in 5", or "slips" if errors are bounded."""
        if not self.rate:
            return "plays its best"
        share = Fraction(self.rate).limit_denominator(MOST_PARTS)
        if self.rate * MOST_PARTS < 1:
            share = Fraction(1, round(1 / self.rate))
        if share == 1:
            return "blunders always"
        error = "blunders" if self.bound >= ANY_MOVE else "slips"
        return f"{error} {share.numerator} in {share.denominator}"

    @property
    def habit(self) -> str:
        """The rate and the size of the level's errors, in a sentence."""
        if not self.rate:
            return "Always plays the best move it sees."
        worst = "the worst move it sees"
        if self.bound < ANY_MOVE:
            worst = "any move that does not turn a win into a loss"
        return f"Errs on purpose in {self.rate:.0%} of its moves, choosing {worst}."


LEVELS: Final = (  # for games without a calibration: about the mean of all calibrations
    Level(0.80, 2, 250, 0.64),
    Level(0.65, 2, 250, 0.60),
    Level(0.50, 2, 250, 0.53),
    Level(0.38, 2, 250, 0.47),
    Level(0.28, 2, 250, 0.40),
    Level(0.20, 2, 500, 0.33),
    Level(0.35, 1, 1000, 0.26),
    Level(0.22, 1, 2000, 0.21),
    Level(0.12, 1, 4000, 0.19),
    Level(0, 0, 8000, 0.15),
)


def descriptions(game: Game) -> list[tuple[str, str]]:
    """The title and the description of each level, the lowest first."""
    erring = zip(map(str, levels_of(game)), sentences(game), strict=True)
    best = "Always plays the best move it finds, with a learned evaluation if the game has one."
    timed = [(f"{seconds:g} s a move", best) for seconds in TIMED.values()]
    return [*erring, *timed]


@functools.lru_cache(maxsize=64)
def levels_of(game: Game) -> tuple[Level, ...]:
    """The levels that err in `game`: calibrated for this or another size, else the default ones."""
    rows = _rows(game)
    stored = (Level(row["rate"], row["bound"], row["nodes"], row.get("mistakes")) for row in rows)
    return tuple(stored) or LEVELS


def _rows(game: Game) -> list[dict[str, Any]]:
    """The calibration of `game`, or else of another size of it; empty if neither exists."""
    known, name = calibrations(), str(game)
    kind = name.partition("(")[0] if len(terms_of(name)) == 1 else name
    near = [rows for spec, rows in known.items() if spec.partition("(")[0] == kind]
    return known.get(name) or (near[0] if near else [])


def sentences(game: Game) -> list[str]:
    """Describe each level that errs: its habit, its mistakes, its score against the level below."""
    rows = _rows(game)
    shares = [row["share"] for row in rows] or [None] * len(LEVELS)
    lines: list[str] = []
    for level, share in zip(levels_of(game), shares, strict=True):
        words = f"{level.habit} Looks at {level.nodes:,} positions before each move."
        if level.mistakes is not None:
            errs = "It errs in" if rows else "In other games it errs in about"
            words += f" {errs} {level.mistakes:.0%} of the positions where it can."
        if share is not None:
            games = sum(rows[len(lines)]["score"].values())
            words += f" Takes {share:.0%} of the points from level {len(lines)}, in {games} games."
        lines.append(words)
    return lines


@functools.cache
def calibrations() -> dict[str, list[dict[str, Any]]]:
    """The calibrations by the game's spec, each a list with one row per level, the lowest first."""
    return json.loads(packaged_text("players/levels.json"))  # type: ignore[no-any-return]


class Opponent(Search):
    """A player of one of the levels that err; `ParameterError` for a level outside 1 to 10.

    limits    further limits; `nodes` replaces the level's own
    rate      the rate of errors, by default the level's
    database  a database of the game or a part of it, whose positions are looked up instead of
              searched, so that level 10 never errs there
    endgames  the endgames that searches look up
    """

    def __init__(
        self,
        level: int,
        limits: Limits = NO_LIMITS,
        *,
        rate: float | None = None,
        table: Table | None = None,
        database: Database | None = None,
        endgames: Endgames | None = None,
        **given: Any,
    ) -> None:
        if not LEVEL.least <= level <= len(LEVELS):
            raise ParameterError(f"level should be 1 to {len(LEVELS)}, not {level}")
        if rate is not None:
            RATE.check("rate", rate)
        options = EngineOptions(every_move=True, table=table, endgames=endgames)
        super().__init__(limits, options=options, **given)
        self.name = f"level {level}"
        self._place, self._rate, self._nodes = level - 1, rate, limits.nodes
        self._database = database

    def choose(self, game: Game, state: Any) -> int:
        """A best move, or at the level's rate a worse one."""
        level = levels_of(game)[self._place]
        errs = self._random.random() < (level.rate if self._rate is None else self._rate)
        self._limits = replace(self._limits, nodes=self._nodes or level.nodes)
        analysis = None
        if self._database is not None:
            with contextlib.suppress(TextError):  # the database lacks the state
                analysis = probe(self._database, state)
        analysis = analysis or self.analysis(game, state)
        if not errs or analysis.value is None:
            if analysis.source == "database":
                return game.parse_move(state, self._random.choice(analysis.recommended))
            return self.among_best(game, state, analysis)
        best = list(analysis.best_moves)
        passes = {game.format_move(state, move) for move in passes_of(game, state)}.difference(best)
        fair = [entry for entry in analysis.moves if entry.move not in passes]
        # An error is one of the worst moves: in some games, random moves are so good that they
        # would leave no room for ten levels.
        worst = min((entry.sooner for entry in fair), default=None)
        allowed = [entry.move for entry in fair if entry.sooner == worst]
        if level.bound < ANY_MOVE:
            least = chance(game, analysis.value) - level.bound / 2
            allowed = [entry.move for entry in fair if chance(game, entry.value) >= least]
        return game.parse_move(state, self._random.choice(allowed or best))
