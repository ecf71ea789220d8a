"""Morris: two mills closed at once, a full board, and the evaluation."""

import random

import pytest

import oracles
from walking import after, random_histories, texts
from zermelo import DRAW
from zermelo.spec import parse_game


@pytest.mark.parametrize("men", [6, 9, 12])
def test_two_mills_at_once_take_every_pair_once(men):
    game, rules = parse_game(f"morris(men={men}, several=True)"), oracles.Morris(men, several=True)
    chance = random.Random(men)
    for _ in range(300):
        taken = chance.sample(rules.points, chance.randint(1, min(men, 9)))
        board = sum(1 << rules.points.index(point) for point in taken)
        firsts, pairs = game.takeable(board), []
        for first in range(game.points):
            seconds = game.takeable_after(board, first) if firsts >> first & 1 else 0
            names = [p for at, p in enumerate([*rules.points, None]) if seconds >> at & 1]
            pairs += [[rules.points[first], name] for name in names]
        assert pairs == (rules.takings(2, set(taken)) if len(taken) > 1 else [])


def test_two_mills_at_once_take_two_men_only_with_several():
    state = parse_game("morris").parse_state("WW.....B.B....W.B......W,4,4,W")
    closing = [text for text in texts(parse_game("morris"), state) if text.startswith("g7")]
    assert closing == ["g7xd5", "g7xa4", "g7xd3"]
    several = parse_game("morris(several=True)")
    closing = [text for text in texts(several, state) if text.startswith("g7")]
    assert closing == ["g7xd5xa4", "g7xd5xd3", "g7xa4xd3"]


def test_a_full_board_of_twelve_men_each_is_drawn():
    game = parse_game("morris(men=12)")
    assert game.outcome(game.parse_state(12 * "WB" + ",0,0,W")) == DRAW


def test_the_evaluation_is_the_courses_with_any_weights():
    rules = oracles.Morris()
    for weights in ({}, {"mills": 1.5, "stash": 2.0}, {"stones": 0.0, "possible": 0.25}):
        given = ", ".join(f"{name}={weight}" for name, weight in weights.items())
        game = parse_game(f"morris({given})")
        for history in random_histories(rules, 2, given):
            estimate = rules.estimate(history, **weights)
            assert game.evaluate(after(game, history)) == pytest.approx(estimate)
