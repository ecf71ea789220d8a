"""Tuning: weights that are known to be wrong become right, by the truth and by playing."""

import json

import pytest

import zermelo
from processes import printed_by
from toys import OneOrTwo, Sticks
from zermelo.errors import CapabilityError, ParameterError
from zermelo.tuning.tune import tune


class Take(OneOrTwo):
    """Of 3, 6, 9 … one loses; `noise` means nothing."""

    rest: float = 0.2
    noise: float = 3.0

    def evaluate(self, state) -> float:
        good = 1 if state.left % 3 else -1
        odd = 1 if state.left % 2 else -1
        return (self.rest * good + self.noise * odd) / (self.rest + self.noise + 1)

    def format_state(self, state) -> str:
        return f"{state.left} {state.player}"

    def parse_state(self, text):
        return Sticks(*map(int, text.split()))


def test_the_truth_finds_the_weight_that_counts(tmp_path):
    game = Take()
    zermelo.solve(game, tmp_path / "database", native=False)
    tuned = tune(game, database=zermelo.Database(tmp_path / "database", game), rounds=12, seed=2)
    assert (tuned.by, tuned.before) == ("truth", {"rest": 0.2, "noise": 3.0})
    assert tuned.after["rest"] > 5 * tuned.after["noise"]
    assert tuned.loss_after < tuned.loss_before / 2
    assert tuned.trial is None and 0 < len(tuned.rounds) <= 12


def test_matches_find_it_too_and_a_test_stops_the_last():
    given = {"player": "minimax:depth=1", "games": 8, "rounds": 4, "sprt": (0, 60)}
    tuned = tune(Take(), ["rest", "noise"], **given, most_games=200, seed=4)
    assert tuned.by == "matches" and tuned.loss_before is None
    assert "play    engine:rest=" in str(tuned)
    assert tuned.after["rest"] / tuned.after["noise"] > tuned.before["rest"] / tuned.before["noise"]
    assert tuned.trial.score.share >= 0.5
    assert tuned.trial.sprt is not None
    assert json.loads(json.dumps(tuned.as_dict()))["after"] == tuned.after


def test_what_cannot_be_tuned_is_said():
    with pytest.raises(ParameterError, match="unknown weight spare; choose from rest, noise"):
        tune(Take(), ["spare"])
    with pytest.raises(CapabilityError, match="evaluate"):
        tune(zermelo.game("tictactoe"))


def test_an_optimiser_is_loaded_without_scipy_which_may_wait_for_memory_forever():
    lines = "import sys; from zermelo.tuning.tune import _cma; _cma().CMAEvolutionStrategy"
    lines += "; sys.exit('scipy.stats' in sys.modules)"
    assert printed_by("-c", lines) == ""


@pytest.mark.long
def test_the_command_tunes(tmp_path, read_output, run_json):
    path = str(tmp_path / "database")
    zermelo.solve(zermelo.game("morris(men=3)"), path, native=False)
    command = ["tune", "morris(men=3)", "--weights", "mills,possible", "--database", path]
    answer = run_json(*command, "--positions", "60", "--rounds", "3")
    assert answer["loss_after"] <= answer["loss_before"]
    assert "left out of the fit" in read_output(*command, "--positions", "60", "--rounds", "1")
    few = ["--games", "2", "--rounds", "1", "--most-games", "4", "--player", "minimax:depth=1"]
    assert "sprt" in read_output("tune", "morris(men=3)", *few)
