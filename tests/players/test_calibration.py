"""Calibration: it finds rates that keep the steps even, goes on where it stopped, and is kept."""

from __future__ import annotations

import json

import pytest

import zermelo
from zermelo.errors import UsageError
from zermelo.matches.match import Score
from zermelo.players import levels
from zermelo.players.levels import LEVELS, Opponent, calibrations, levels_of
from zermelo.tuning import calibration
from zermelo.tuning.calibration import Rung, Trying, _Bracket, calibrate
from zermelo.tuning.options import CalibrationOptions

ROWS = [{"rate": round(0.9 - 0.1 * n, 1), "bound": 2.0, "nodes": 100 + n} for n in range(10)]


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """A file of one's own where levels are kept."""
    path = tmp_path / "levels.json"
    path.write_text(json.dumps({"nim": ROWS}))
    monkeypatch.setattr(levels, "CALIBRATED", path)
    for known in (calibrations, levels_of):
        known.cache_clear()
    yield path
    for known in (calibrations, levels_of):
        known.cache_clear()


@pytest.fixture
def small(monkeypatch):
    """Three levels and short matches."""
    monkeypatch.setattr(calibration, "LEVELS", LEVELS[:3])
    monkeypatch.setattr(calibration, "TRIALS", 2)


def iter_of(missing):
    """Games that are none, should any be missing."""
    yield from missing


def test_a_calibration_goes_on_where_it_stopped(tmp_path, small, monkeypatch):
    game = zermelo.game("nim(rows=[1, 2, 2])")
    given = CalibrationOptions(games=4, nodes=50, native=False)
    seen = []

    def stop(trying):
        seen.append(str(trying))
        if len(seen) == 7:
            raise KeyboardInterrupt

    first = calibrate(game, tmp_path, given, progress=stop)
    assert first.interrupted and len(first.rungs) < 3
    with pytest.raises(UsageError, match="did not come to its end"):
        first.store(tmp_path / "levels.json")
    whole = calibrate(game, tmp_path, given)
    assert [rung.level for rung in whole.rungs] == [3, 2, 1]
    shares = [rung.mistakes for rung in whole.rungs]
    assert shares == sorted(shares)
    assert all(rung.score.games == 4 and rung.milliseconds > 0 for rung in whole.rungs[:-1])
    monkeypatch.setattr(
        "zermelo.matches.event.played", lambda _, __, missing, *___: iter_of(missing)
    )
    again = calibrate(game, tmp_path, given)
    assert [rung.rate for rung in again.rungs] == [rung.rate for rung in whole.rungs]


@pytest.mark.parametrize(("within", "matches"), [(0.03, 2), (0.1, 1)])
def test_a_step_as_near_to_the_target_as_asked_is_not_tried_again(
    tmp_path, small, monkeypatch, within, matches
):
    game, tried = zermelo.game("nim(rows=[1, 2, 2])"), []
    monkeypatch.setattr(calibration._Descent, "share", lambda *_: 0.74)
    given = CalibrationOptions(within=within, games=2, nodes=50, native=False)
    calibrate(game, tmp_path, given, progress=tried.append)
    rates = {each.rate for each in tried if isinstance(each, Trying) and each.level == 2}
    assert len(rates) == matches


def test_the_rate_sought_lies_between_those_that_score_less_and_more():
    bracket, rates = _Bracket(0.66, 0.0), []
    for share in (0.9, 0.55, 0.8):
        rates.append(bracket.guess())
        assert bracket.narrowed(rates[-1], share)
    assert rates[1] < rates[0] and rates[1] < rates[2] < rates[0]
    assert not bracket.narrowed(1.0, 0.5)  # nobody errs more often


def test_what_is_stored_is_how_levels_err(stored):
    game = zermelo.game("nim")
    assert levels_of(game)[0] == (0.9, 2.0, 100, None)
    assert levels_of(zermelo.game("nim(rows=[1, 2])"))[3].nodes == 103  # another size of it
    assert levels_of(zermelo.game("mnk")) == LEVELS
    rungs = tuple(
        Rung(n, n / 20, 1.0, 8, Score(3, 0, 1), 0.75, 0.5, 0.9, 1.0, 0.25) for n in range(10, 0, -1)
    )
    calibration.Calibration("mnk", 0.66, 4, rungs).store(stored)
    assert levels_of(zermelo.game("mnk"))[0] == (0.05, 1.0, 8, 0.25)
    assert set(json.loads(stored.read_text())) == {"nim", "mnk"}


def test_a_level_searches_as_many_nodes_as_are_stored(stored):
    game = zermelo.game("nim")
    player = Opponent(10, seed=1, native=False, rate=0.0)
    player.choose(game, game.start())
    assert 0 < player.thought.nodes < 150
    more = Opponent(10, zermelo.search.limits.Limits(nodes=5000), seed=1, native=False, rate=0.0)
    more.choose(game, game.start())
    assert more.thought.nodes > player.thought.nodes


def test_levels_say_how_they_err():
    assert [str(level) for level in LEVELS][::9] == ["64% mistakes", "15% mistakes"]
    assert str(LEVELS[0]._replace(mistakes=None)) == ""
    usual, known = (levels.sentences(zermelo.game(name))[6] for name in ("nim", "connectfour"))
    assert "In other games it errs in about 26% of the positions" in usual
    assert "It errs in 22% of the positions" in known


def test_what_was_measured_is_as_it_should_be():
    """Every stored level takes 60 to 80% from the one below, in 400 games."""
    answer = json.loads(levels.CALIBRATED.read_text())
    for rows in answer.values():
        assert [row["level"] for row in rows] == list(range(1, 11))
        rates = [row["rate"] * row["bound"] for row in rows]
        assert rates[:4] == sorted(rates[:4], reverse=True)
        for row in rows[1:]:
            assert sum(row["score"].values()) == 400
            assert 0.6 <= row["share"] <= 0.8
            assert row["milliseconds"] <= 10
        shares = [row["mistakes"] for row in rows]
        assert shares == sorted(shares, reverse=True) and shares[0] > 2 * shares[-1]
