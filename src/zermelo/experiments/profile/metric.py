"""A number about a game with its basis: counted, sampled or bounded; and random games."""

from __future__ import annotations

import math
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from zermelo.confidence import NORMAL, share
from zermelo.contract.game import ONGOING, Game, moves_of
from zermelo.contract.result import Fields

Basis = Literal["exact", "sampled", "at least"]


@dataclass(frozen=True)
class Metric(Fields):
    """A number with the name that the literature has for it, see docs/report.md.

    value      None where there was nothing to be measured
    low, high  what holds in 95% of samples; None of what is exact, or of a sample of one
    basis      "exact", "sampled", or "at least": as many were counted before time ran out
    of         what was counted: "5,478 positions", "312 random games"
    """

    name: str
    value: float | None
    low: float | None
    high: float | None
    basis: Basis
    of: str


def exact(name: str, value: float, of: str) -> Metric:
    """A number that was counted in full."""
    return Metric(name, value, None, None, "exact", of)


def at_least(name: str, value: float, of: str) -> Metric:
    """A number that was reached before time ran out."""
    return Metric(name, value, None, None, "at least", of)


def sampled_mean(name: str, values: Sequence[float], of: str) -> Metric:
    """The mean of independent cases, none below 0, with the normal interval.

    >>> metric = sampled_mean("Duration", [4, 6, 4, 6], "4 games")
    >>> metric.value, round(metric.low, 2), round(metric.high, 2)
    (5.0, 3.87, 6.13)
    """
    number = len(values)
    if number == 0:
        return Metric(name, None, None, None, "sampled", of)
    value = sum(values) / number
    if number == 1:
        return Metric(name, value, None, None, "sampled", of)
    variance = sum((each - value) ** 2 for each in values) / (number - 1)
    reach = NORMAL * math.sqrt(variance / number)
    return Metric(name, value, max(value - reach, 0.0), value + reach, "sampled", of)


def sampled_share(name: str, count: int, total: int, of: str) -> Metric:
    """A share of independent cases, with the interval by Wilson."""
    estimate = share(count, total)
    return Metric(name, estimate.value, estimate.low, estimate.high, "sampled", of)


def sampled_points(name: str, points: Sequence[float], of: str) -> Metric:
    """The mean of points between 0 and 1, a draw for half a one.

    The interval is that of as many games won or lost, which is wider than with draws, and honest
    where all games ended alike.
    """
    number, total = len(points), sum(points)
    value = total / number if number else None
    low, high = share(math.floor(total), number).low, share(math.ceil(total), number).high
    return Metric(name, value, low, high, "sampled", of)


CAP: Final = 1000  # plies, as in a match
MOST: Final = 1000  # games


@dataclass(frozen=True)
class Played:
    """One game: the number of choices at each ply, and what it was worth to player 0.

    worth  1, 0 or −1; None when it was cut after CAP plies
    """

    choices: tuple[int, ...]
    worth: int | None


def random_games(game: Game, seed: int, deadline: float, most: int = MOST) -> list[Played]:
    """Games of moves that are all alike likely, at least one, until `deadline` or `most`."""
    chance, played = random.Random(seed), list[Played]()
    while not played or (len(played) < most and time.process_time() < deadline):
        played.append(_one(game, chance))
    return played


def _one(game: Game, chance: random.Random) -> Played:
    state, choices = game.start(), list[int]()
    while (outcome := game.outcome(state)) == ONGOING:
        if len(choices) == CAP:
            return Played(tuple(choices), None)
        moves = moves_of(game, state)
        choices.append(len(moves))
        state = game.play(state, chance.choice(moves))
    return Played(tuple(choices), outcome if game.player(state) == 0 else -outcome)
