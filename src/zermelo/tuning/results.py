"""Learns weights from games: from the results of existing games, or from self-play.

Both ways split the evaluation into `features`. Logistic regression fits weights to results, as
authors of chess engines do (Texel's method, Österlund 2014): the chance to win from a position is
the logistic function of its evaluation. TD-leaf(λ) learns from self-play (Baxter, Tridgell and
Weaver 1998): the evaluation at the end of a search's expected line moves towards the results of the
searches after later moves.
"""

import dataclasses
import math
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis
from zermelo.contract.game import DRAW, ONGOING, Game, moves_of
from zermelo.errors import UsageError, unknown
from zermelo.matches.gamefiles import Unread, read_games
from zermelo.play.history import DrawRules, History
from zermelo.search.analyze import analyze

SWEEPS: Final = 40  # the most passes of the regression over all weights
EVEN: Final = 1e-9  # the regression ends once the loss falls by less
LAMBDA: Final = 0.7  # a surprise's effect shrinks by this factor for each move back
RATE: Final = 0.3  # the learning rate in the first game; it falls to a tenth
STEEP: Final = 4.0  # slope of the curve from an evaluation to a value
BEGUN: Final = 2  # random moves at the start of a self-play game
CAP: Final = 200  # plies after which a self-play game is drawn

Vector = tuple[float, ...]


class Example(NamedTuple):
    """A position of a played game: its features, and its mover's points, 0 to 1."""

    features: Vector
    points: float


def vector(game: Game, state: Any, names: Sequence[str]) -> Vector:
    """The features with these names, from the mover's view; `UsageError` for unknown names."""
    numbers = game.features(state)
    for name in names:
        if name not in numbers._fields:
            raise UsageError(f"{game}: {unknown('feature', name, numbers._fields)}")
    return tuple(float(getattr(numbers, name)) for name in names)


def played_examples(game: Game, path: Path, names: Sequence[str]) -> list[list[Example]]:
    """Examples from a file's finished games, a list for each; `UsageError` for an invalid game."""
    examples: list[list[Example]] = []
    for played in read_games(path, game, lambda _: game):
        if isinstance(played, Unread):
            raise UsageError(f"{path} contains invalid games of {game}: {played}")
        if played.result is not None:
            chosen = islice(played.states(), played.opening, len(played.moves))
            points = (1 + played.result) / 2, (1 - played.result) / 2
            rows = [Example(vector(game, s, names), points[game.player(s)]) for s in chosen]
            examples.append(rows)
    return examples


def fit(examples: list[Example], weights: Vector, watch: Callable[[float, Vector], None]) -> Vector:
    """The weights of least loss, none below 0, by Newton's method for one weight at a time."""
    now, before = list(weights), math.inf
    for _ in range(SWEEPS):
        for place in range(len(now)):
            slope = curve = 1e-12
            for features, points in examples:
                chance = _chance(now, features)
                slope += (chance - points) * features[place]
                curve += chance * (1 - chance) * features[place] ** 2
            now[place] = max(now[place] - slope / curve, 0.0)
        loss = log_loss(examples, tuple(now))
        watch(loss, tuple(now))
        if before - loss < EVEN:
            break
        before = loss
    return tuple(now)


def log_loss(examples: Sequence[Example], weights: Vector) -> float:
    """The mean logarithmic loss of the weights' predictions; 0.693 for even chances."""
    lost = 0.0
    for features, points in examples:
        chance = min(max(_chance(weights, features), 1e-12), 1 - 1e-12)
        lost -= points * math.log(chance) + (1 - points) * math.log(1 - chance)
    return lost / max(len(examples), 1)


def steepest(examples: Sequence[Example], weights: Vector) -> float:
    """The least loss of the weights after multiplying all of them by one factor."""
    steps = (1.3**step for step in range(-10, 25))
    return min(log_loss(examples, tuple(step * one for one in weights)) for step in steps)


def _chance(weights: Sequence[float], features: Vector) -> float:
    worth = sum(weight * number for weight, number in zip(weights, features, strict=True))
    return 1 / (1 + math.exp(-min(max(worth, -500.0), 500.0)))


# From self-play ----------------------------------------------------------------------------------


class Leaf(NamedTuple):
    """The end of a search's expected line: its features and its value, both for player 0."""

    features: Vector
    value: float


def td_leaf(
    game: Game, before: dict[str, float], *, games: int, depth: int, seed: int
) -> Iterator[tuple[float, dict[str, float]]]:
    """Play, and learn from each game: yield its mean squared surprise, and the new weights."""
    chance, weights = random.Random(seed), dict(before)
    for number in range(games):
        player: Game = dataclasses.replace(game, **weights)
        leaves = _one_game(player, list(weights), depth, chance)
        surprises = [after.value - leaf.value for leaf, after in pairwise(leaves)]
        rate, trace = RATE * 0.1 ** (number / max(games - 1, 1)), 0.0
        change = dict.fromkeys(weights, 0.0)
        for leaf, surprise in zip(reversed(leaves[:-1]), reversed(surprises), strict=True):
            trace = surprise + LAMBDA * trace
            steep = STEEP * (1 - leaf.value**2)
            for name, feature in zip(weights, leaf.features, strict=True):
                change[name] += rate * steep * feature * trace
        weights = {name: max(weights[name] + change[name], 0.0) for name in weights}
        if not any(weights.values()):
            weights = dict(before)
        loss = sum(surprise**2 for surprise in surprises) / max(len(surprises), 1)
        yield loss, {name: float(f"{weight:.4g}") for name, weight in weights.items()}


def self_play(
    history: History, opening: int, chance: random.Random, think: Callable[[History], Analysis]
) -> Iterator[Analysis]:
    """After `opening` random moves, let an engine play itself; yield its analysis of each state."""
    game = history.game
    while not history.over:
        state = history.state
        if len(history.moves) < opening:
            history.play(chance.choice(moves_of(game, state)))
            continue
        analysis = think(history)
        if analysis.interrupted:
            raise KeyboardInterrupt
        yield analysis
        best = [game.parse_move(state, text) for text in analysis.best_moves]
        history.play(chance.choice(best or moves_of(game, state)))


def _one_game(game: Game, names: list[str], depth: int, chance: random.Random) -> list[Leaf]:
    """Play a game; return the leaf of the search before each move, and the end as the last leaf."""
    history, leaves = History(game, DrawRules(cap=CAP)), []

    def think(history: History) -> Analysis:
        return analyze(game, history.state, algorithm="alphabeta", depth=depth, native=False)

    nothing = (0.0,) * len(names)  # an end has no features to learn from
    for analysis in self_play(history, BEGUN, chance, think):
        state = history.state
        for text in analysis.line_moves:
            state = game.play(state, game.parse_move(state, text))
        side, outcome = 1 if game.player(state) == 0 else -1, game.outcome(state)
        leaf = Leaf(nothing, side * outcome)
        if outcome == ONGOING:
            features = tuple(side * number for number in vector(game, state, names))
            leaf = Leaf(features, side * math.tanh(STEEP * game.evaluate(state)))
        leaves.append(leaf)
    return [*leaves, Leaf(nothing, float(history.result or DRAW))]
