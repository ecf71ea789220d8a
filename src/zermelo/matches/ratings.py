"""The strength of players, from the games they played: Elo with its interval, and a test of it.

The unit is the pair of games that share an opening, with colours exchanged: its two games are not
independent, and ignoring this would make the interval wrong. A pair is worth 0, ¼, ½, ¾
or 1 to the first player, the mean of its two games.

A mean score s is a difference of 400·log₁₀(s / (1 − s)) in Elo (Elo 1978). The fit of a mean
to the pairs is its empirical likelihood: the greatest probability of the observed pairs under any
distribution on the five values with this mean (Owen 1988). The interval contains the means whose
likelihood is within the 95% quantile of its chi-squared limit (Wilks 1938). The sequential test
compares the likelihoods of two means (Wald 1945), here generalised as by Van den Bergh (2017).

A tournament is rated by the method with which Zermelo (1929) rated chess tournaments. Every player
has a strength w and scores w / (w + w') on average against another. Zermelo's own iteration, known
today from the model of Bradley and Terry (1952), finds the strengths that make results most likely.
Two players who met are credited with three more drawn games, a single and a pair, so that a player
who won every game also has a finite rating. The interval holds the middle 95% of the ratings from
samples of the played pairs, with repetitions (the bootstrap: Efron 1979). In a sample, the added
pair has a random result; otherwise equal results would make the interval a single point.
"""

import math
import random
from collections.abc import Iterable, Sequence
from typing import Final

from zermelo.contract.analysis import Fields
from zermelo.errors import ParameterError
from zermelo.matches.records import GameRecord

VALUES: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN: Final = 1e-3  # added to the number of pairs of each worth, so that every mean is possible
QUANTILE: Final = 3.841459  # the 95% quantile of chi-squared with one degree of freedom
HALVINGS: Final = 100  # halvings that make an interval as narrow as floats allow
EDGE: Final = 40  # halvings of an interval that may end at 0 or 1, where `fit` is undefined


class Elo(Fields):
    """A difference in Elo with its 95% interval; bounds that no game contradicts are infinite."""

    value: float
    low: float
    high: float

    def as_dict(self) -> dict[str, float | None]:
        """The fields as JSON, with null for infinite numbers."""
        return {name: x if math.isfinite(x) else None for name, x in vars(self).items()}


class Bounds(Fields):
    """The hypotheses of a sequential test, fixed before the first game."""

    elo0: float  # the first player's lead in Elo under the hypothesis H0
    elo1: float  # the same under H1, greater than elo0
    alpha: float = 0.05  # the allowed rate of accepting H1 when H0 is true
    beta: float = 0.05  # the allowed rate of accepting H0 when H1 is true

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1 or not math.isfinite(self.elo1 - self.elo0):
            raise ParameterError("a test needs elo0 below elo1, like 0,20")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise ParameterError("a test's error rates should be above 0 and below 0.5, like 0.05")

    @property
    def low(self) -> float:
        """The logarithm of the likelihood ratio at which, or below which, H0 is accepted."""
        return math.log(self.beta / (1 - self.alpha))

    @property
    def high(self) -> float:
        """The logarithm of the likelihood ratio at which, or above which, H1 is accepted."""
        return math.log((1 - self.beta) / self.alpha)


class Sprt(Fields):
    """The state of a sequential test."""

    bounds: Bounds
    ratio: float  # logarithm of the likelihood ratio of H1 to H0
    verdict: str | None  # "H0" or "H1", whichever was accepted; None before a decision
    games: int  # the number of games counted


class SequentialTest:
    """Wald's sequential probability ratio test on pairs of games, counted in order of number. It
    begins with `records`; games may come in any order, and those after the decision don't count, so
    that the verdict does not depend on the number of processes.
    """

    def __init__(self, bounds: Bounds, records: Iterable[GameRecord] = ()) -> None:
        self.bounds = bounds
        self.counts = [0] * len(VALUES)
        self.verdict: str | None = None
        self.ratio = 0.0
        self._points: dict[int, float] = {}
        self._next = 0
        for record in records:
            self.take(record)

    def take(self, record: GameRecord) -> None:
        """Count one game of a match."""
        self._points[record.number] = record.points(0)
        while self.verdict is None and {self._next, self._next + 1} <= self._points.keys():
            pair = self._points.pop(self._next) + self._points.pop(self._next + 1)
            self.counts[round(2 * pair)] += 1
            self._next += 2
            fits = [fit(self.counts, mean_of(e)) for e in (self.bounds.elo0, self.bounds.elo1)]
            self.ratio = fits[1] - fits[0]
            if self.ratio >= self.bounds.high:
                self.verdict = "H1"
            elif self.ratio <= self.bounds.low:
                self.verdict = "H0"

    def result(self) -> Sprt:
        """The state of the test."""
        return Sprt(self.bounds, self.ratio, self.verdict, self._next)


def pair_counts(records: Iterable[GameRecord], player: int) -> list[int]:
    """The numbers of complete pairs worth 0, ¼, ½, ¾ and 1 to `player`."""
    counts = [0] * len(VALUES)
    for one, _, scored in _pairs(records):
        counts[round(2 * (scored if one == player else 2 - scored))] += 1
    return counts


def elo(counts: Sequence[int]) -> Elo | None:
    """The Elo difference from the results of pairs of games; None without pairs."""
    pairs = sum(counts)
    if pairs == 0:
        return None
    mean = sum(value * count for value, count in zip(VALUES, counts, strict=True)) / pairs
    return Elo(*map(elo_of, (mean, _edge(counts, mean, 0.0), _edge(counts, mean, 1.0))))


def _edge(counts: Sequence[int], mean: float, end: float) -> float:
    """The mean closest to `end` that still fits; `end` itself if all means up to it fit."""
    if mean == end:
        return end
    inside, outside = mean, end
    for _ in range(EDGE):
        middle = (inside + outside) / 2
        if -2 * fit(counts, middle) <= QUANTILE:
            inside = middle
        else:
            outside = middle
    return end if abs(end - inside) < 1e-12 else inside


def fit(counts: Sequence[int], mean: float) -> float:
    """The logarithm of a mean's empirical likelihood; 0 for the best fit. `mean` is not 0 or 1."""
    pairs = [(count + UNSEEN, value - mean) for count, value in zip(counts, VALUES, strict=True)]
    low, high = -1 / (1 - mean), 1 / mean
    for _ in range(HALVINGS):
        tilt = (low + high) / 2
        if sum(count * gap / (1 + tilt * gap) for count, gap in pairs) > 0:
            low = tilt
        else:
            high = tilt
    return -sum(count * math.log1p(tilt * gap) for count, gap in pairs)


def mean_of(difference: float) -> float:
    """The expected mean score for a difference in Elo."""
    return 1 / (1 + 10 ** (-difference / 400))


def elo_of(mean: float) -> float:
    """The difference in Elo for a mean score; infinite for 0 and 1."""
    if mean <= 0 or mean >= 1:
        return math.inf if mean >= 1 else -math.inf
    return 400 * math.log10(mean / (1 - mean))


SAMPLES: Final = 200
ROUNDS: Final = 1000  # the most rounds of the iteration
CLOSE: Final = 1e-7  # the iteration ends when ratings change by less
RESULTS: Final = (0.0, 0.5, 1.0, 1.5, 2.0)  # the possible results of a pair of games
DRAWN: Final = 1.0

Points = list[list[float]]  # [a][b] → the points of player a in games against b
Pair = tuple[int, int, float]  # two players, and the first player's points in both games


def zermelo_ratings(points: Points) -> list[float]:
    """The players' ratings in Elo, 0 on average, from their points against each other."""
    players = range(len(points))
    games = [[points[a][b] + points[b][a] for b in players] for a in players]
    scored = [
        sum(points[a][b] + 0.5 * (games[a][b] > 0) for b in players if a != b) for a in players
    ]
    strengths = [1.0] * len(points)
    for _ in range(ROUNDS):
        before = strengths
        met = [
            sum((games[a][b] + 1) / (before[a] + before[b]) for b in players if games[a][b] > 0)
            for a in players
        ]
        strengths = [score / each if each else 1.0 for score, each in zip(scored, met, strict=True)]
        scale = math.exp(-sum(map(math.log, strengths)) / len(strengths))
        strengths = [strength * scale for strength in strengths]
        if all(math.isclose(w, v, rel_tol=CLOSE) for w, v in zip(strengths, before, strict=True)):
            break
    return [400 * math.log10(strength) for strength in strengths]


def ratings(records: Sequence[GameRecord], players: int) -> list[Elo]:
    """The rating of each player with its 95% interval, from the complete pairs of games."""
    pairs = _pairs(records)
    met = sorted({(one, other) for one, other, _ in pairs})
    fitted = zermelo_ratings(_points([*pairs, *((*both, DRAWN) for both in met)], players))
    if not pairs:
        return [Elo(value, -math.inf, math.inf) for value in fitted]
    chance, samples, cut = random.Random(0), list[list[float]](), SAMPLES * 25 // 1000
    for _ in range(SAMPLES):
        imaginary = [(one, other, chance.choice(RESULTS)) for one, other in met]
        sample = chance.choices(pairs, k=len(pairs)) + imaginary
        samples.append(zermelo_ratings(_points(sample, players)))
    ordered = [sorted(values) for values in zip(*samples, strict=True)]
    return [  # the middle 95% of the samples, widened to include the estimate
        Elo(value, min(values[cut], value), max(values[-1 - cut], value))
        for value, values in zip(fitted, ordered, strict=True)
    ]


def _pairs(records: Iterable[GameRecord]) -> list[Pair]:
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
