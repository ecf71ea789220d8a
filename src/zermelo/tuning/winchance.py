"""Fits the curve from a game's estimates to chances to win, from the engine's self-play."""

import json
import math
import os
import random
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.analysis import Analysis, Curve
from zermelo.contract.game import Game
from zermelo.errors import UsageError
from zermelo.native.cache import write_whole
from zermelo.play.advice import LOOKS
from zermelo.play.history import REPETITION, DrawRules, History
from zermelo.search.analyze import analyze
from zermelo.search.engine.table import Table
from zermelo.spec import parse_game
from zermelo.tuning.results import self_play

NICE: Final = 10
SECONDS: Final = 60.0  # seconds of self-play to fit the curve of a user's own game
OPENING: Final = 12  # a game starts with at most this many random plies
CAP: Final = 250  # plies after which a game is abandoned
QUIET: Final = 80  # moves without progress after which a game is abandoned
FEWEST: Final = 200  # the fewest positions for fitting a curve
SLOPES: Final = [0.05 * 1.12**step for step in range(100)]
BENDS: Final = [0.5 + step / 10 for step in range(11)]
BINS: Final = 10
WEAK: Final = 20.0  # weight of the default curve, in positions: a few positions change little


class Sample(NamedTuple):
    """An estimate for the first player, and that player's result in the game, from −1 to 1."""

    value: float
    result: float


def play_samples(
    game: Game, seconds: float, *, nodes: int = LOOKS[0][0], seed: int = 0, native: bool = True
) -> list[list[Sample]]:
    """The samples of games begun within `seconds`; a game ends once a search proves its result. A
    game that takes too long yields no samples, because the side ahead might still win.
    """
    chance, table, games = random.Random(seed), Table(4.0), list[list[Sample]]()
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        games.append(_play(game, chance, table, nodes, native=native))
    return games


def _play(
    game: Game, chance: random.Random, table: Table, nodes: int, *, native: bool
) -> list[Sample]:
    rules = DrawRules(cap=CAP, quiet=QUIET if game.has("progress") else None)
    history, values = History(game, rules), list[float]()
    opening, result = chance.randrange(OPENING + 1), None

    def think(history: History) -> Analysis:
        given: Any = {"nodes": nodes, "table": table, "native": native}
        return analyze(game, history.state, match_draws=history.match_draws(), **given)

    for found in self_play(history, opening, chance, think):
        worth = 0.0 if found.value is None else found.value
        worth = worth if found.player == 0 else 0.0 - worth
        if found.exact:
            result = worth
            break
        values.append(worth)
    if result is None and history.ended_by not in (None, REPETITION):
        return []
    end = float(history.result) if result is None else result
    return [Sample(value, end) for value in values]


def fit_curve(games: Sequence[Sequence[Sample]]) -> Curve:
    """The likeliest curve; its error is the mean error of each half's curve on the other half.
    Raises `UsageError` if there are too few positions.

    Each game counts the same, however many positions it has: long endings, in which neither player
    makes progress, would otherwise outweigh all other games.
    """
    if sum(map(len, games)) < FEWEST:
        raise UsageError(f"the games have fewer than {FEWEST} positions that are not proven")
    slope, bend, _ = _likeliest(_weigh(games))
    halves = [_weigh(games[half::2]) for half in (0, 1)]
    errors = [_error(_likeliest(one), other) for one, other in (halves, halves[::-1])]
    return Curve(round(slope, 3), round(bend, 2), round(sum(errors) / 2, 3))


def _weigh(games: Sequence[Sequence[Sample]]) -> list[tuple[float, float, float]]:
    """Each position's estimate, result and weight, which is 1 on average."""
    played = [game for game in games if game]
    share = sum(map(len, played)) / max(len(played), 1)
    return [(*sample, share / len(game)) for game in played for sample in game]


def _likeliest(samples: Sequence[tuple[float, float, float]]) -> Curve:
    values, results, weights = np.array(samples).T
    odds = 2 * np.arctanh(np.clip(np.abs(values), 0, 1 - 1e-9))
    won = (1 + np.sign(values) * results) / 2  # the result for the player ahead
    best, least = Curve(), math.inf
    for bend in BENDS:
        bent = odds**bend
        for slope in SLOPES:
            score = np.minimum(slope * bent, 50)
            loss = float(np.sum(weights * (np.logaddexp(0, score) - won * score)))
            loss += WEAK * (abs(math.log(slope)) / 20 + (bend - 1) ** 2)
            if loss < least:
                best, least = Curve(slope, bend), loss
    return best


def _error(curve: Curve, samples: Sequence[tuple[float, float, float]]) -> float:
    """The root of the mean squared difference between chance and result, in bins of equal size."""
    found = [(curve.chance(value), (1 + result) / 2, weight) for value, result, weight in samples]
    found.sort(key=lambda each: each[0])
    squares = 0.0
    for at in range(BINS):
        part = found[at * len(found) // BINS : (at + 1) * len(found) // BINS]
        weight = sum(weight for _, _, weight in part) or 1.0
        off = sum(weight * (chance - result) for chance, result, weight in part)
        squares += (off / weight) ** 2
    return math.sqrt(squares / BINS)


def main() -> None:
    """Fit the curve of a game for a minute, and write it to a file: `SPEC FILE`. Other processes
    have priority; this process ends when its standard input does.
    """
    spec, path = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(NICE)

    def end_with_input() -> None:
        sys.stdin.buffer.read()
        os._exit(1)

    threading.Thread(target=end_with_input, daemon=True).start()
    curve = fit_curve(play_samples(parse_game(spec), SECONDS))
    write_whole(Path(path), json.dumps(list(curve)).encode())


if __name__ == "__main__":
    main()
