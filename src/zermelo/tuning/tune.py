"""Fits an evaluation's weights to a database, by matches, to results, or by self-play.

Databases and matches use the optimiser CMA-ES (Hansen and Ostermeier 2001), package `cma`: it needs
no derivatives, and tolerates noise. It works on the logarithms of the weights, so that none becomes
negative. `zermelo.tuning.results` explains how weights are fitted to results.
"""

from __future__ import annotations

import dataclasses
import math
import random
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from itertools import chain
from pathlib import Path
from typing import Any, Final

from zermelo.contract.analysis import Fields, Result
from zermelo.contract.arguments import FITTED, GameGiven, game_given, reject_unknown_keywords
from zermelo.contract.game import Game
from zermelo.errors import CapabilityError, ParameterError, UsageError, require_extra
from zermelo.matches.match import Match, match
from zermelo.players.minimax import weights_of
from zermelo.search.analyze import require_features
from zermelo.solver.probing.database import Database
from zermelo.solver.score import value_of
from zermelo.tuning.audit import played_positions
from zermelo.tuning.results import Example, Vector, fit, played_examples, steepest, td_leaf

LEAST: Final = 0.05  # the start for a weight of 0, which has no logarithm
STEP: Final = 0.4  # the optimiser's first steps, in logarithms
SHARPEST: Final = 20.0  # the greatest steepness of the curve from an evaluation to a value

Weights = dict[str, float]
Watch = Callable[[float, Weights], None]


class Round(Fields):
    """The best candidate of one round: its loss and its weights."""

    loss: float
    weights: Weights

    def __str__(self) -> str:
        """One line for the progress."""
        weights = ", ".join(f"{name}={weight:.3g}" for name, weight in self.weights.items())
        return f"loss {self.loss:.4f} with {weights}"


class Tuning(Result):
    """The result of fitting weights.

    game     the game's text
    by       "truth", "matches", "results" of played games or "self-play"
    before, after   the game's weights, and the fitted ones
    loss_before, loss_after   "truth": mean squared error of the evaluation, as a value, on
             positions not used for fitting; "results": the mean logarithmic loss on games not
             used for fitting; else None
    trial    "matches" and "self-play": the match of the new weights against the game's, with the
             test that stopped it; else None
    rounds   the best candidate of each round
    seconds  the duration
    interrupted   whether Ctrl-C ended tuning

    >>> import zermelo
    >>> given = {"games": 2, "rounds": 1, "most_games": 2, "player": "alphabeta:depth=1"}
    >>> sorted(zermelo.tune("isolation", **given).after)
    ['centre', 'other_moves', 'own_moves']
    """

    game: str
    by: str
    before: Weights
    after: Weights
    loss_before: float | None
    loss_after: float | None
    trial: Match | None
    rounds: tuple[Round, ...]
    seconds: float
    interrupted: bool = False


@reject_unknown_keywords
def tune(
    game: GameGiven,
    weights: Sequence[str] = (),
    *,
    database: Database | None = None,
    results: str | Path | None = None,
    self_play: bool = False,
    positions: int = 2000,
    depth: int = 2,
    player: str = "alphabeta:depth=2",
    games: int = 20,
    rounds: int = 30,
    sprt: Sequence[float] = (0, 30),
    most_games: int = 400,
    seed: int = 0,
    processes: int = 1,
    executor: Executor | None = None,
    native: bool = False,
    progress: Callable[[Any], None] | None = None,
) -> Tuning:
    """Fit weights of a game's evaluation: to values of positions, to results, or by playing.

    game        a game, or its spec like "nim(rows=[1, 2])"
    weights     parameters of the evaluation, by default all of its floats
    database    fit to the values in this database
    results     fit to the results of the games in this file (`match --export`); every other game is
                reserved to measure how good the weights are
    self_play   learn from `rounds` games against itself, with searches `depth` plies deep
    positions   the number of positions from random games to fit to
    player      the player that plays with both sets of weights
    games       the number of games that each candidate plays
    rounds      the number of rounds, each with new candidates
    sprt        bounds of the sequential test that ends the final match
    most_games  the most games of the final match
    seed        chooses positions, candidates and openings
    processes   the number of processes that play the games
    executor    an executor from `concurrent.futures`, used instead of `processes`
    native      compile each candidate again, some seconds each: weights are constants of compiled
                code. This pays for players that search deep
    progress    called with the progress of the fit

    Without `database`, `results` and `self_play`, each candidate plays against the game's own
    weights; a final match tests the best mean of all rounds, or the weights from self-play.
    Raises `CapabilityError` for a game without `evaluate`, or without `features` to learn from
    results and self-play, and `ParameterError` for unknown weights.

    >>> import zermelo
    >>> given = {"games": 2, "rounds": 1, "most_games": 2, "player": "alphabeta:depth=1"}
    >>> zermelo.tune("isolation", **given).by
    'matches'
    """
    game = game_given(game)
    by = _way(database, results, self_play)
    before, made, interrupted = _weights(game, weights, by), list[Round](), False
    began, trial, examples = time.perf_counter(), None, list[Example]()
    given: dict[str, Any] = {"processes": processes, "executor": executor}
    rival = Games(game, before, player, games, given | {"native": native, "seed": seed})
    truth = None if database is None else _Truth(game, database, positions, random.Random(seed))
    after = before

    def watch(loss: float, tried: Weights, best: Weights | None = None) -> None:
        nonlocal after
        after = best or tried
        made.append(Round(loss, tried))
        if progress is not None:
            progress(f"round {len(made)}, {made[-1]}")

    try:
        if by in ("truth", "matches"):
            _optimise(before, truth or rival, seed, rounds, watch)
        elif results is not None:
            examples += _fit_results(game, before, Path(results), watch)
        else:
            for learned in td_leaf(game, before, games=rounds, depth=depth, seed=seed):
                watch(*learned)
        if truth is None and results is None:
            trial = rival.trial(after, sprt, most_games)
    except KeyboardInterrupt:
        interrupted = True
    return Tuning(
        game=str(game),
        by=by,
        before=before,
        after=after,
        loss_before=_held_out(truth, examples, before),
        loss_after=_held_out(truth, examples, after),
        trial=trial,
        rounds=tuple(made),
        seconds=time.perf_counter() - began,
        interrupted=interrupted,
    )


def _way(database: Database | None, results: str | Path | None, self_play: bool) -> str:
    ways = {"truth": database is not None, "results": results is not None, "self-play": self_play}
    if sum(ways.values()) > 1:
        raise ParameterError("use only one of database, results and self_play")
    return next((way for way, chosen in ways.items() if chosen), "matches")


def _held_out(truth: _Truth | None, examples: list[Example], weights: Weights) -> float | None:
    """The loss on reserved examples; None if there are none."""
    if truth is not None:
        return truth.held_out(weights)
    return steepest(examples, tuple(weights.values())) if examples else None


def _weights(game: Game, names: Sequence[str], by: str) -> Weights:
    """The game's current weights with these names, by default all; raises the errors of `tune`."""
    if by in ("results", "self-play"):
        require_features(game)
        return weights_of(game, names or game.features(game.start())._fields)
    if not game.has("evaluate"):
        raise CapabilityError(f"weights need {game}'s evaluate: define evaluate(self, state)")
    weights = weights_of(game, names)
    if not weights:
        raise ParameterError(f"{game} has no weights: they are its parameters of type float")
    return weights


def _fit_results(game: Game, before: Weights, path: Path, watch: Watch) -> list[Example]:
    """Fit to every other game of a file; return the examples from the remaining games.

    Raises `UsageError` if the file has too few games.
    """

    def watch_scaled(loss: float, fitted: Vector) -> None:
        """Report the fitted weights, scaled to the sum of the old weights."""
        scale = (sum(before.values()) or 1.0) / (sum(fitted) or 1.0)
        pairs = zip(before, fitted, strict=True)
        watch(loss, {name: float(f"{scale * weight:.4g}") for name, weight in pairs})

    played = played_examples(game, path, list(before))
    if not played:
        raise UsageError("there are too few games to learn from; use a file with at least two")
    fit(list(chain.from_iterable(played[::2])), tuple(before.values()), watch_scaled)
    return list(chain.from_iterable(played[1::2]))


# Judging a candidate ------------------------------------------------------------------------------


class _Truth:
    """Judges candidates by the mean squared error of their values in a database. An evaluation e
    stands for the value tanh(s · e); the steepness s is fitted with the weights.
    """

    def __init__(
        self, game: Game, database: Database, positions: int, drawn: random.Random
    ) -> None:
        FITTED.check("positions", positions)
        self.game = game
        states = [history.state for history in played_positions(database, positions, drawn)]
        known = [(state, value_of(database.score(state) or 0)) for state in states]
        if len(known) < 2:
            raise UsageError(
                f"{database.path} has too few positions with mistakes: tuning needs two"
            )
        drawn.shuffle(known)
        self.fitting, self.others = known[::2], known[1::2]

    def losses(self, candidates: list[tuple[Weights, float]]) -> list[float]:
        """The error of each pair of weights and steepness."""
        return [self._error(self.fitting, *candidate) for candidate in candidates]

    def held_out(self, weights: Weights) -> float:
        """The error on positions not used for fitting, at the best steepness."""
        return min(self._error(self.others, weights, SHARPEST * n / 40) for n in range(1, 41))

    def _error(self, known: list[tuple[Any, int]], weights: Weights, steepness: float) -> float:
        evaluate = dataclasses.replace(self.game, **weights).evaluate
        errors = (value - math.tanh(steepness * evaluate(state)) for state, value in known)
        return sum(error * error for error in errors) / len(known)


class Games:
    """Judges candidates by the share of points that they lose against the game's weights."""

    def __init__(
        self, game: Game, before: Weights, player: str, games: int, given: dict[str, Any]
    ) -> None:
        self.game, self.before, self.player, self.games = game, before, player, games
        self.given, self.played = given, 0

    def losses(self, candidates: list[tuple[Weights, float]]) -> list[float]:
        """The share of points that each candidate loses, all from the same openings."""
        self.played += 1
        given = {**self.given, "seed": f"{self.given['seed']}/{self.played}", "games": self.games}
        return [1 - self._match(weights, given).score.share for weights, _ in candidates]

    def trial(self, weights: Weights, sprt: Sequence[float], games: int) -> Match:
        """The match that decides whether the weights are better."""
        return self._match(weights, {**self.given, "sprt": sprt, "games": games})

    def _match(self, weights: Weights, given: dict[str, Any]) -> Match:
        given = {**given, "seed": random.Random(given["seed"]).getrandbits(31)}
        names = map(self._player_name, (weights, self.before))
        played = match(self.game, *names, **given)
        if played.interrupted:
            raise KeyboardInterrupt
        return played

    def _player_name(self, weights: Weights) -> str:
        options = ",".join(f"{name}={weight!r}" for name, weight in weights.items())
        return f"{self.player}{',' if ':' in self.player else ':'}{options}"


# The optimiser -----------------------------------------------------------------------------------


def _optimise(
    before: Weights,
    judge: _Truth | Games,
    seed: int,
    rounds: int,
    watch: Callable[[float, Weights, Weights], None],
) -> None:
    """Run CMA-ES over the logarithms of weights, plus one number for the steepness of `_Truth`, for
    `rounds` rounds or fewer; `watch` gets each round's least loss, its weights, and the best mean.
    """
    options = {"seed": seed + 1, "verbose": -9, "bounds": [-6.0, 6.0]}
    first = [math.log(max(weight, LEAST)) for weight in before.values()]
    optimiser = _cma().CMAEvolutionStrategy([*first, math.log(2)], STEP, options)

    def candidate(point: Any) -> tuple[Weights, float]:
        numbers = [math.exp(number) for number in point]
        pairs = zip(before, numbers, strict=False)
        return {name: float(f"{n:.4g}") for name, n in pairs}, min(numbers[-1], SHARPEST)

    for _ in range(rounds):
        if optimiser.stop():
            return
        asked = optimiser.ask()
        losses = judge.losses([candidate(point) for point in asked])
        optimiser.tell(asked, losses)
        loss, point = min(zip(losses, map(tuple, asked), strict=True))
        watch(loss, candidate(point)[0], candidate(optimiser.result.xfavorite)[0])


def _cma() -> Any:
    with require_extra("tune", "tuning needs cma"), warnings.catch_warnings():
        warnings.simplefilter("ignore")  # cma warns if Matplotlib, for its plots, is missing
        # cma loads SciPy, if installed, for models that are not used here. Loading takes seconds;
        # if memory is short, SciPy's OpenBLAS retries forever.
        needless = {"scipy.stats"} - sys.modules.keys()
        sys.modules.update(dict.fromkeys(needless))  # type: ignore[arg-type]
        try:
            import cma
        finally:
            for name in needless:
                del sys.modules[name]
    return cma
