"""The ratings of a tournament, by the method with which Zermelo (1929) rated chess tournaments.

Every player has a strength w; against another a player scores w / (w + w') on average. The
strengths that make what was seen most likely are found by Zermelo's own iteration, today known
from the model of Bradley and Terry (1952). Two players who met are credited with one drawn game
more, so that one who won every game has a finite rating too. The interval holds the middle 95% of
the ratings for pairs of games that are drawn again from those played (the bootstrap: Efron 1979).
For each two who met, one imaginary pair of any result is added: games with the same result would
otherwise leave no doubt.
"""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from typing import Final

from zermelo.matches.gamerecord import GameRecord
from zermelo.matches.ratings import Elo

SAMPLES: Final = 200
ROUNDS: Final = 1000  # of the iteration, at most
CLOSE: Final = 1e-7  # to each other, when it ends
RESULTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)  # of a pair of games

Points = list[list[float]]  # [a][b]: what player a has of the games against b
Pair = tuple[int, int, float]  # who played whom, and what the one has of two points


def zermelo_ratings(points: Points) -> list[float]:
    """Ratings in Elo, 0 on average, of players who each met some other."""
    players = range(len(points))
    games = [[points[a][b] + points[b][a] for b in players] for a in players]
    scored = [
        sum(points[a][b] + 0.5 * (games[a][b] > 0) for b in players if a != b) for a in players
    ]
    strengths = [1.0] * len(points)
    for _ in range(ROUNDS):
        before = strengths
        strengths = [_strength(before, a, scored[a], games[a]) for a in players]
        scale = math.exp(-sum(map(math.log, strengths)) / len(strengths))
        strengths = [strength * scale for strength in strengths]
        if all(math.isclose(w, v, rel_tol=CLOSE) for w, v in zip(strengths, before, strict=True)):
            break
    return [400 * math.log10(strength) for strength in strengths]


def _strength(strengths: Sequence[float], player: int, scored: float, games: list[float]) -> float:
    """One step of the iteration for one player."""
    met = sum(
        (number + 1) / (strengths[player] + strengths[other])
        for other, number in enumerate(games)
        if other != player and number > 0
    )
    return scored / met if met else 1.0


def ratings(records: Sequence[GameRecord], players: int) -> list[Elo]:
    """The rating of each player with its 95% interval, from the complete pairs of games."""
    pairs = _pairs(records)
    fitted = zermelo_ratings(_points(pairs, players))
    chance = random.Random(0)
    met = sorted({(one, other) for one, other, _ in pairs})
    samples = [
        zermelo_ratings(_points(_drawn(pairs, met, chance), players))
        for _ in range(SAMPLES if pairs else 0)
    ]
    return [
        Elo(value, *_middle([sample[player] for sample in samples]))
        for player, value in enumerate(fitted)
    ]


def _drawn(pairs: list[Pair], met: list[tuple[int, int]], chance: random.Random) -> list[Pair]:
    """So many pairs of those played, and an imaginary one for each two who met."""
    imaginary = [(one, other, chance.choice(RESULTS)) for one, other in met]
    return chance.choices(pairs, k=len(pairs)) + imaginary


def _middle(values: list[float]) -> tuple[float, float]:
    """Where the middle 95% of the values begin and end."""
    if not values:
        return -math.inf, math.inf
    ordered, cut = sorted(values), len(values) * 25 // 1000
    return ordered[cut], ordered[-1 - cut]


def _pairs(records: Sequence[GameRecord]) -> list[Pair]:
    """Each complete pair of games."""
    begun: dict[int, GameRecord] = {}
    pairs = []
    for record in records:
        other = begun.pop(record.number // 2, None)
        if other is None:
            begun[record.number // 2] = record
        else:
            one = record.first
            pairs.append((one, record.second, record.points(one) + other.points(one)))
    return pairs


def _points(pairs: Sequence[Pair], players: int) -> Points:
    points = [[0.0] * players for _ in range(players)]
    for one, other, scored in pairs:
        points[one][other] += scored
        points[other][one] += 2 - scored
    return points
