"""The gauntlet against the previous release: which games it plays, and its table."""

import sys

import pytest

import strength
import zermelo


@pytest.fixture
def release(monkeypatch):
    """This release, instead of one before it."""
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    return sys.executable


@pytest.mark.long
def test_the_release_is_asked_which_games_it_plays(release):
    assert strength.knows(release, "nim")
    assert not strength.knows(release, "surround")


@pytest.mark.long
def test_games_that_the_release_lacks_or_that_are_solved_are_left_out(monkeypatch):
    monkeypatch.setattr(strength, "knows", lambda release, name: name != "chess")
    assert strength.left_out("chess", "python") == "new"
    assert strength.left_out("mnk", "python") == "solved"
    assert strength.left_out("mnk(width=5, height=5, k=4)", "python") == ""


def test_full_width_is_for_games_that_search_selectively():
    assert strength.left_out("nim", None) == "unselective"
    assert strength.left_out("othello", None) == ""


def test_both_sides_have_the_same_limit():
    ours, theirs = strength.players("hex(size=7)", 0.02, "python")
    assert ours == "best:seconds=0.02"
    assert theirs == "ugi:python -m zermelo engine 'hex(size=7)' --protocol ugi; movetime=20"
    both = strength.players("othello", 20_000, None)
    assert both == ("engine:nodes=20000", "engine:nodes=20000,selective=0")


def test_a_row_has_the_score_its_interval_and_the_verdict():
    done = zermelo.match("nim", "first", "first", games=4, sprt=strength.BOUNDS, native=False)
    row = strength.row(done, 0.1)
    assert row == f"| {done.game} | 0.1 | 2–0–2 | 50% | 19% to 81% | open |"


def test_what_was_not_won_on_the_board_is_in_the_row():
    class Absent:
        name = "absent"

        def choose(self, game, state):
            raise RuntimeError

    done = zermelo.match("nim", "first", Absent(), games=40, sprt=strength.BOUNDS, native=False)
    games = done.score.games
    row = strength.row(done, 20_000)
    assert row.startswith(f"| {done.game} | 20,000 | {games}–0–0, {games} won by crash | 100% |")
    assert row.endswith("to 100% | stronger |")


def test_a_gauntlet_goes_on_where_it_was_stopped(release, monkeypatch, tmp_path):
    monkeypatch.setattr(strength, "RECORDS", tmp_path)
    begun = strength.played("nim", ("first", "random"), 4)
    assert begun.score.games == 4
    (kept,) = tmp_path.iterdir()
    assert kept.name.startswith("nim-")
    assert strength.played("nim", ("first", "random"), 4).score == begun.score
