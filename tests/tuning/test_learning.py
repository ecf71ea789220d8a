"""Learning: weights known to be wrong become right, from results and from self-play."""

import random
from typing import NamedTuple

import pytest

import zermelo
from toys import OneOrTwo
from zermelo.errors import CapabilityError, UsageError
from zermelo.tuning.results import Example, fit, log_loss
from zermelo.tuning.tune import tune


class Signs(NamedTuple):
    rest: float
    noise: float


class Take(OneOrTwo):
    """Of 3, 6, 9 … one loses; `noise` means nothing."""

    rest: float = 0.2
    noise: float = 0.6

    def features(self, state):
        return Signs(0.4 if state.left % 3 else -0.4, 0.4 if state.left % 2 else -0.4)


@pytest.fixture
def games(tmp_path):
    """Games of players who see three plies ahead, and so mostly play well."""
    path = tmp_path / "games.jsonl"
    given = {"games": 40, "plies": 3, "native": False, "export": path}
    zermelo.match(Take(), "minimax:depth=4", "random", **given)
    return path


def test_results_tell_what_counts(games):
    learned = tune(Take(), results=games)
    assert learned.by == "results" and learned.trial is None
    assert learned.after["rest"] > 3 * learned.after["noise"]
    assert learned.loss_after < learned.loss_before < 1
    assert sum(learned.after.values()) == pytest.approx(0.8, rel=1e-3)
    assert [one.loss for one in learned.rounds] == sorted(one.loss for one in learned.rounds)[::-1]


def test_self_play_tells_what_counts():
    given = {"native": False, "player": "alphabeta:depth=1", "most_games": 20}
    learned = tune(Take(), self_play=True, rounds=150, depth=1, seed=3, **given)
    assert learned.by == "self-play" and len(learned.rounds) == 150
    assert learned.after["rest"] > 2 * learned.after["noise"]
    assert learned.trial.score.share > 0.5
    early, late = learned.rounds[:30], learned.rounds[-30:]
    assert sum(one.loss for one in late) < sum(one.loss for one in early)


def test_the_regression_finds_the_weights_that_made_the_results():
    chance = random.Random(1)
    drawn = [(chance.uniform(-1, 1), chance.uniform(-1, 1)) for _ in range(3000)]
    points = [1 / (1 + 2.718281828 ** -(2 * a + 0.5 * b)) for a, b in drawn]
    examples = [Example(pair, one) for pair, one in zip(drawn, points, strict=True)]
    result = fit(examples, (1.0, 1.0), lambda loss, weights: None)
    assert result == pytest.approx((2.0, 0.5), abs=0.01)
    assert log_loss(examples, result) < log_loss(examples, (1.0, 1.0))


def test_what_cannot_be_learned_is_said(games, tmp_path):
    with pytest.raises(CapabilityError, match="define features"):
        tune(zermelo.game("nim"), results=games)
    with pytest.raises(UsageError, match="contains invalid games of connectfour"):
        tune(zermelo.game("connectfour"), results=games)
    (tmp_path / "none.jsonl").write_text("")
    with pytest.raises(UsageError, match="too few games"):
        tune(Take(), results=tmp_path / "none.jsonl")


def test_the_command_learns_and_draws(tmp_path, refused, run_json):
    plot, few = tmp_path / "curve.svg", ["--rounds", "2", "--most-games", "2"]
    command = ["tune", "isolation(width=3, height=3)", "--self-play", *few]
    answer = run_json(*command, "--player", "alphabeta:depth=1", "--plot", str(plot))
    assert answer["by"] == "self-play" and len(answer["rounds"]) == 2
    assert "<svg" in plot.read_text()
    assert "use only one of" in refused(*command, "--results", "games.jsonl")
