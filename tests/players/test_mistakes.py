"""Mistakes of levels: all are found, there are none by who sees everything, and they fall."""

from __future__ import annotations

import random

import pytest

import zermelo
from zermelo.players.levels import Level
from zermelo.tuning.mistakes import Judged, falling, mistakes

TICTACTOE = zermelo.game("tictactoe")
EVERYTHING = 20_000  # nodes that prove any position of it


def test_the_worst_moves_are_all_mistakes_and_the_best_none():
    levels = [Level(1.0, 2, EVERYTHING), Level(0.5, 2, EVERYTHING), Level(0.0, 0, EVERYTHING)]
    heard = []
    shares = mistakes(TICTACTOE, levels, positions=40, native=False, progress=heard.append)
    assert shares is not None and shares[0] == 1.0 and shares[2] == 0.0
    assert 0.25 < shares[1] < 0.75
    assert heard[-1] == Judged(40, 40) and str(heard[0]) == "mistakes in 1 of 40 positions"


def test_what_was_counted_can_be_counted_again():
    levels = [Level(0.5, 1, 50), Level(0.0, 0, 50)]
    counts = [mistakes(TICTACTOE, levels, positions=12, seed=7, native=False) for _ in range(2)]
    assert counts[0] == counts[1]


def test_a_game_in_which_no_move_is_a_mistake_has_none():
    levels = [Level(1.0, 2, 100), Level(0.0, 0, 100)]
    assert mistakes(zermelo.game("nim(rows=[1, 1])"), levels, positions=2, native=False) is None


@pytest.mark.parametrize("seed", range(20))
def test_pooled_shares_fall_and_are_the_nearest_that_do(seed):
    chance = random.Random(seed)
    shares = [chance.randrange(9) / 8 for _ in range(5)]
    nearest = falling(shares)
    assert nearest == sorted(nearest, reverse=True)
    assert sum(nearest) == pytest.approx(sum(shares))

    def away(others):
        return sum((one - other) ** 2 for one, other in zip(shares, others, strict=True))

    for _ in range(300):  # no other falling shares come nearer
        others = sorted((chance.random() for _ in shares), reverse=True)
        assert away(nearest) <= away(others)
