"""Many games on one page: a row each, sorted by a press, kept in a folder and taken from there."""

import json
import math

import pytest

import zermelo
from zermelo.cli import main
from zermelo.experiments.profile import kept_profile, report
from zermelo.reports.pages import COLUMNS, cells, comparison_page, winner

SPECS = ["nim(rows=[1, 2])", "nim(rows=[1])", "nim(rows=[1, 1])"]


@pytest.fixture(scope="module")
def profiles():
    done = [report(zermelo.game(spec), seconds=1, native=False) for spec in SPECS]
    return [each.profiles[0].as_dict() for each in done]


def test_a_row_says_what_was_measured(profiles):
    rows = [dict(zip(COLUMNS, cells(profile), strict=True)) for profile in profiles]
    assert [row["Positions"][:2] for row in rows] == [
        ("8", "exact"),
        ("2", "exact"),
        ("4", "exact"),
    ]
    assert [winner(profile)[0] for profile in profiles] == [
        *("the first player wins", "the first player wins", "the second player wins")
    ]
    assert rows[1]["Length"].text == "1.0" and rows[1]["Length"].sort == 1


def test_levels_that_won_or_lost_all_games_are_told_apart(profiles):
    won, lost = {"value": None, "low": 10.4, "high": None}, {"value": None, "low": None, "high": -9}
    even = {"value": -0.3, "low": -50.0, "high": 49.6}
    rungs = [{"elo": elo} for elo in (won, lost, even, None)]
    row = cells({**profiles[0], "ladder": {"doubling": lost, "rungs": rungs}})
    assert (row[-1].text, row[-2][:2]) == ("∞ -∞ 0", ("-∞", "-∞ … -9"))


def test_a_game_that_is_not_proven_has_what_is_known(profiles):
    start = {"player": 0, "value": 0.25, "exact": False}
    known = {**profiles[0], "game": "sim", "openings": {"start": start}}
    assert winner(known) == ("the second player wins", "Mead, Rosa and Huang, 1974")
    assert winner({**known, "game": "losalamos"}) == ("", "")
    assert winner({**known, "game": "amazons"})[0] == "in part"  # on small boards


def test_the_page_has_a_row_for_each_game_and_one_script(profiles):
    page = comparison_page(profiles)
    assert page.count('<th scope="row">') == len(SPECS) and page.count("<script>") == 1
    assert "default-src 'none'" in page and "script-src 'sha256-" in page


@pytest.mark.browser
def test_a_press_on_a_column_sorts(profiles, browser, tmp_path):
    page = browser.new_page()
    (tmp_path / "games.html").write_text(comparison_page(profiles), encoding="utf-8")
    page.goto((tmp_path / "games.html").as_uri())
    first = page.locator("tbody th").first
    assert first.text_content().startswith("nim(rows=[1, 1])")
    page.get_by_role("button", name="Positions").click()
    assert first.text_content().startswith("nim(rows=[1, 2])")
    page.get_by_role("button", name="Positions").click()
    assert first.text_content().startswith("nim(rows=[1])")
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.close()


def test_what_is_kept_is_measured_again_only_for_other_settings(tmp_path):
    game, measured = zermelo.game("nim(rows=[1])"), []

    def measure():
        measured.append(1)
        return {"number": len(measured)}

    def kept(seed: int) -> int:
        return kept_profile(tmp_path / "new", game, {"seed": seed}, measure)["number"]

    assert [kept(0), kept(0), kept(1), kept(1)] == [1, 1, 2, 2]
    (file,) = (tmp_path / "new").iterdir()
    file.write_bytes(b"{")
    assert kept(1) == 3


@pytest.mark.parametrize("line", [["report"], ["report", "nim", "--all"]])
def test_games_are_named_or_all_are_meant(line, capsys):
    assert main(line) == 2
    assert "name one or more games, or give --all" in capsys.readouterr().err


def test_the_command_compares_many_from_what_is_kept(tmp_path, capsys):
    line = [
        "report",
        "nim(rows=[1])",
        "--seconds",
        "1",
        "--keep",
        str(tmp_path),
        "--json",
    ]
    assert main(line) == 0
    first = json.loads(capsys.readouterr().out)
    assert main(line) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert math.isclose(first["games"][0]["metrics"]["size"][0]["value"], 2)
