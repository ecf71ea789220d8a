"""Ratings, tests of strength and intervals, against closed forms, brute force, simulation."""

import itertools
import math
import random
from statistics import fmean, stdev

import hypothesis.strategies as st
import pytest
from hypothesis import given, settings

from zermelo.confidence import Mean, Share, mean, share
from zermelo.errors import ParameterError
from zermelo.matches.ratings import (
    Bounds,
    SequentialTest,
    elo,
    elo_of,
    fit,
    mean_of,
    pair_counts,
    ratings,
    zermelo_ratings,
)
from zermelo.matches.records import GameRecord

Z = 1.959964


def record(number: int, result: int, first: int = 0, second: int = 1) -> GameRecord:
    """A game of two players; `result` is for the first."""
    return GameRecord(number, first, second, (), (), result, "")


def pair(number: int, points: float, a: int = 0, b: int = 1) -> list[GameRecord]:
    """The two games of a pair in which player `a` scores `points` of two."""
    one, other = {0: (-1, -1), 0.5: (0, -1), 1: (1, -1), 1.5: (1, 0), 2: (1, 1)}[points]
    return [record(2 * number, one, a, b), record(2 * number + 1, -other, b, a)]


def test_elo_and_mean_are_inverse():
    for difference in (-400, -35, 0, 7, 250):
        assert elo_of(mean_of(difference)) == pytest.approx(difference)
    assert mean_of(400) == pytest.approx(10 / 11)
    assert elo_of(1) == math.inf and elo_of(0) == -math.inf


def test_the_fit_is_the_best_of_all_distributions_with_the_mean():
    counts, mean, step = [3, 0, 6, 0, 5], 0.4, 1 / 400
    best = -math.inf
    for at in range(1, 400):  # p(0), then p(1/2) and p(1) follow from the mean
        lost = at * step
        won = 2 * mean - 1 + lost  # mean = p(1/2) / 2 + p(1), 1 = p(0) + p(1/2) + p(1)
        drawn = 1 - lost - won
        if won > 0 and drawn > 0:
            logs = math.log(lost), math.log(drawn), math.log(won)
            best = max(best, sum(n * x for n, x in zip((3, 6, 5), logs, strict=True)))
    free = sum(n * math.log(n / 14) for n in (3, 6, 5))
    assert fit(counts, mean) == pytest.approx(best - free, abs=0.01)


@pytest.mark.compiled
def test_the_interval_holds_the_truth_as_often_as_it_says():
    chance, chances = random.Random(1), (0.15, 0.2, 0.3, 0.2, 0.15)
    truth, inside = elo_of(0.5), 0
    for _ in range(200):
        drawn = chance.choices(range(5), chances, k=60)
        rating = elo([drawn.count(value) for value in range(5)])
        inside += rating.low <= truth <= rating.high
    assert 0.91 <= inside / 200 <= 0.985


def test_pairs_are_counted_whole_and_for_either_player():
    records = [r for n, p in enumerate((2, 0.5, 1, 1, 1.5)) for r in pair(n, p)]
    assert pair_counts(records, 0) == [0, 1, 2, 1, 1]
    assert pair_counts(records[1:], 1) == [0, 1, 2, 1, 0]


def test_the_bounds_are_walds():
    bounds = Bounds(0, 20, 0.05, 0.1)
    assert bounds.high == pytest.approx(math.log(0.9 / 0.05))
    assert bounds.low == pytest.approx(math.log(0.1 / 0.95))


@pytest.mark.parametrize("given", [(5, 5), (5, 0), (0, math.inf), (0, 5, 0, 0.1), (0, 5, 0.1, 0.6)])
def test_bounds_that_decide_nothing_are_refused(given):
    with pytest.raises(ParameterError):
        Bounds(*given)


def test_the_order_of_the_games_changes_nothing():
    games = [r for n in range(60) for r in pair(n, (2, 1.5, 1, 1, 0.5)[n % 5])]
    shuffled = games[:]
    random.Random(2).shuffle(shuffled)
    results = []
    for order in (games, shuffled):
        test = SequentialTest(Bounds(0, 150))
        for game in order:
            test.take(game)
        results.append(test.result())
    assert results[0] == results[1]


@pytest.mark.long
@pytest.mark.parametrize(("truth", "wrong"), [(0, "H1"), (120, "H0")])
def test_the_test_errs_as_seldom_as_it_says(truth, wrong):
    chance, errors, runs = random.Random(3), 0, 150
    mean = mean_of(truth)
    for _ in range(runs):
        test, number = SequentialTest(Bounds(0, 120, 0.1, 0.1)), 0
        while test.verdict is None:
            for game in (0, 1):
                won = chance.random() < mean
                one = won if game == 0 else not won
                test.take(record(2 * number + game, 1 if one else -1, game, 1 - game))
            number += 1
        errors += test.verdict == wrong
    assert errors / runs <= 0.16  # 0.1 plus two standard deviations


def likelihood(points, strengths) -> float:
    """The likelihood of the points, with one more drawn game between each two, as in the model."""
    total = 0.0
    for a, b in itertools.permutations(range(len(points)), 2):
        total += (points[a][b] + 0.5) * math.log(strengths[a] / (strengths[a] + strengths[b]))
    return total


def test_the_ratings_are_most_likely_and_as_far_apart_as_the_score_says():
    points = [[0, 7, 9.5], [3, 0, 6], [0.5, 4, 0]]
    result = zermelo_ratings(points)
    assert sum(result) == pytest.approx(0, abs=1e-6)
    best = likelihood(points, [10 ** (rating / 400) for rating in result])
    for player, change in itertools.product(range(3), (-5, 5)):
        moved = [rating + change * (player == one) for one, rating in enumerate(result)]
        assert likelihood(points, [10 ** (rating / 400) for rating in moved]) < best
    result = zermelo_ratings([[0, 30.0], [10.0, 0]])
    assert result[0] - result[1] == pytest.approx(elo_of(30.5 / 41), abs=1e-3)


def test_ratings_come_with_intervals_that_are_wide_after_few_games():
    games = [r for n in range(30) for r in pair(n, (2, 1, 1.5)[n % 3])]
    strong, weak = ratings(games, 2)
    assert weak.low < weak.value < weak.high < strong.low < strong.value < strong.high
    assert ratings([], 2)[0].high == math.inf
    games = [game for number, loser in enumerate((1, 2, 3)) for game in pair(number, 2, 0, loser)]
    best = ratings(games, 4)[0]
    assert best.low < best.value < best.high
    (one, other) = ratings([record(0, 0, 0, 1), record(1, 0, 1, 0)], 2)
    assert one.value == other.value == pytest.approx(0)
    assert one.low < -50 and one.high > 50


@given(st.lists(st.sampled_from((0.0, 0.5, 1.0, 1.5, 2.0)), min_size=1, max_size=12))
@settings(max_examples=25)
def test_every_interval_contains_its_estimate(scored):
    meetings = itertools.cycle(itertools.combinations(range(4), 2))
    games = []
    for number, (points, (a, b)) in enumerate(zip(scored, meetings, strict=False)):
        games += pair(number, points, a, b)
    for rated in ratings(games, 4):
        assert rated.low <= rated.value <= rated.high


@pytest.mark.long
@pytest.mark.parametrize("pairs", [2, 12])
def test_intervals_hold_the_truth_as_often_as_they_say(pairs):
    chance, truth, inside = random.Random(5), (-60.0, 0.0, 60.0), []
    for _ in range(30):
        games, pairings = [], itertools.product(range(pairs), itertools.combinations(range(3), 2))
        for number, (_, (a, b)) in enumerate(pairings):
            mean = mean_of(truth[a] - truth[b])
            for game, sides in enumerate(((a, b), (b, a))):
                won = (chance.random() < mean) == (game == 0)
                games.append(record(2 * number + game, 1 if won else -1, *sides))
        result = ratings(games, 3)
        inside += [elo.low <= rating <= elo.high for elo, rating in zip(result, truth, strict=True)]
    assert sum(inside) / len(inside) >= 0.9


@given(st.integers(1, 10**6), st.data())
def test_the_ends_of_a_share_are_where_the_test_of_its_score_turns(total, data):
    """At Wilson's ends, the observed count is Z standard deviations from the expected one."""
    part = share(count := data.draw(st.integers(0, total)), total)
    for end in {part.low, part.high} - {0.0, 1.0}:
        away = abs(count - total * end) / math.sqrt(total * end * (1 - end))
        assert away == pytest.approx(Z, rel=1e-6)
    assert 0 <= part.low <= part.value <= part.high <= 1


def test_shares_and_means_of_next_to_nothing():
    assert share(0, 0) == Share(0, None, 0.0, 1.0)
    assert (share(0, 9).low, share(9, 9).high) == (0.0, 1.0)
    assert share(0, 9).high > 0.2 and share(9, 9).low < 0.8
    assert mean(7, 49, 1) == Mean(7.0, None, None)
    assert mean(0, 0, 0) == Mean(None, None, None)


@given(st.lists(st.integers(0, 1000), min_size=2, max_size=50))
def test_a_mean_is_that_of_the_numbers(numbers):
    result = mean(sum(numbers), sum(n * n for n in numbers), len(numbers))
    reach = Z * stdev(numbers) / math.sqrt(len(numbers))
    assert result.value == pytest.approx(fmean(numbers))
    assert result.high - result.value == pytest.approx(reach, abs=1e-9)
    assert result.value - result.low == pytest.approx(reach, abs=1e-9)
