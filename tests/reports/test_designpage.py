"""The designer's report as a page: it stands by itself, and says what was measured."""

import json
import math
import re
import sys

import pytest
from rich.table import Table
from rich.text import Text

import zermelo
from elements import Elements
from pages import NAMES, accessible
from zermelo.cli.output import complain, console, print_json
from zermelo.experiments.profile import DesignReport, kept_profile, report
from zermelo.process.texts import seconds_text
from zermelo.reports import templates
from zermelo.reports.charts import histogram
from zermelo.reports.pages import COLUMNS, cells, comparison_page, design_page, winner
from zermelo.trees.page import tree_page

NIM = zermelo.game("nim(rows=[1, 2])")
MNK = zermelo.game("mnk(width=3, height=2, k=2)")


@pytest.fixture(scope="module")
def done():
    return report(NIM, MNK, seconds=1, native=False)


@pytest.mark.long
def test_the_page_is_whole_and_asks_for_nothing(done):
    page = design_page(done)
    Elements(page)
    addresses = set(re.findall(r"https?://[^\"'< ]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}, "a name, which nothing fetches"
    assert "default-src 'none'" in page and "<script" not in page


def test_the_page_says_what_was_found(done):
    page = design_page(done)
    assert "Side by side" in page and page.count("<section>") == 2
    assert "With best play: player 1 wins in 3 plies. That is proven." in page
    assert page.count("no evaluate") == 2 and "lead changes</th>" not in page
    assert page.count('class="chart"') == 12, "six for each game"
    assert "prefers-color-scheme:dark" in page
    alone = design_page(type(done)(done.profiles[:1]))  # one game is compared with none
    assert "Side by side" not in alone and "<h3>" not in alone


def test_the_text_has_the_same_numbers(done):
    text = str(done)
    assert "choices per move" in text and "2 moves, 2 up to" not in text
    assert "drama" not in text.replace("drama or decisions", "")
    for profile in done.profiles:
        assert profile.game in text and str(profile) in text


def test_a_histogram_of_many_lengths_puts_near_ones_together():
    drawn = histogram([(length, 1) for length in range(10, 110)], "lengths", "plies")
    assert 20 <= drawn.count("<rect") <= 30
    assert "10 to 13: 4" in drawn


def test_the_command_writes_the_page_from_what_is_known(refused, run_json, tmp_path):
    target = tmp_path / "report.html"
    given = ("report", str(NIM), "--seconds", "1")
    answer = run_json(*given, "--out", str(target))
    assert answer["games"][0]["game"] == str(NIM)
    assert target.read_text().startswith("<!doctype html>")
    assert ".html file" in refused(*given, "--out", str(tmp_path / "report.txt"))
    zermelo.solve(NIM, tmp_path / "nim", native=False)
    given = ("--seconds", "1", "--database", str(tmp_path / "nim"))
    start = run_json("report", str(NIM), *given)["games"][0]["openings"]["start"]
    assert (start["value"], start["exact"], start["remoteness"]) == (1, True, 3)
    assert "name that game as well" in refused("report", str(MNK), *given)
    line = ["report", "nim(rows=[1])", "--seconds", "1", "--keep", str(tmp_path)]
    first = run_json(*line)
    assert run_json(*line) == first
    assert math.isclose(first["games"][0]["metrics"]["size"][0]["value"], 2)


def test_without_jinja_the_page_is_refused_before_the_work(refused, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setattr("zermelo.experiments.profile.report", None)
    templates.environment.cache_clear()
    assert "zermelo[web]" in refused("report", str(NIM), "--out", str(tmp_path / "report.html"))
    assert not [*tmp_path.iterdir()]


SPECS = ["nim(rows=[1, 2])", "nim(rows=[1])", "nim(rows=[1, 1])"]


@pytest.fixture(scope="module")
def profiles():
    done = [report(zermelo.game(spec), seconds=1, native=False) for spec in SPECS]
    return [each.profiles[0].as_dict() for each in done]


def test_the_page_has_a_row_for_each_game_that_says_what_was_measured(profiles):
    rows = [dict(zip(COLUMNS, cells(profile), strict=True)) for profile in profiles]
    assert [row["Positions"][:2] for row in rows] == [(n, "exact") for n in "824"]
    winners = [f"the {which} player wins" for which in ("first", "first", "second")]
    assert [winner(profile)[0] for profile in profiles] == winners
    assert rows[1]["Length"].text == "1.0" and rows[1]["Length"].sort == 1
    page = comparison_page(profiles)
    assert page.count('<th scope="row">') == len(SPECS) and page.count("<script>") == 1
    assert "default-src 'none'" in page and "script-src 'sha256-" in page


def test_levels_that_won_all_and_games_that_are_not_proven_are_told_apart(profiles):
    won, lost = {"value": None, "low": 10.4, "high": None}, {"value": None, "low": None, "high": -9}
    even = {"value": -0.3, "low": -50.0, "high": 49.6}
    rungs = [{"elo": elo} for elo in (won, lost, even, None)]
    row = cells({**profiles[0], "ladder": {"doubling": lost, "rungs": rungs}})
    assert (row[-1].text, row[-2][:2]) == ("∞ -∞ 0", ("-∞", "-∞ … -9"))
    start = {"player": 0, "value": 0.25, "exact": False}
    known = {**profiles[0], "game": "sim", "openings": {"start": start}}
    assert winner(known) == ("the second player wins", "Mead, Rosa and Huang, 1974")
    assert winner({**known, "game": "losalamos"}) == ("", "")
    assert winner({**known, "game": "amazons"})[0] == "in part"  # on small boards


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
def test_games_are_named_or_all_are_meant(line, refused):
    assert "name at least one game, or add --all" in refused(*line)


HOSTILE = "red \x1b[31m, title \x1b]0;x\x07, backwards \u202e, \x9b2J, \ud800"


def controls(text: str) -> list[str]:
    return [symbol for symbol in text if not symbol.isprintable() and symbol != "\n"]


def test_reports_json_and_mistakes_spell_out_what_would_steer_the_terminal(capsys):
    table = Table("a", "b")
    table.add_row(HOSTILE, Text(HOSTILE, "bold"))
    console().print(table, HOSTILE, soft_wrap=True)
    out = capsys.readouterr().out
    assert r"\x1b[31m" in out and r"\u202e" in out and controls(out) == []
    print_json({"text": HOSTILE, "king": "♔"})
    out = capsys.readouterr().out
    assert json.loads(out)["text"] == HOSTILE and "♔" in out and controls(out) == []
    complain(HOSTILE + "\nzermelo: all is well")
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and r"\x1b[31m" in err and controls(err) == []


def test_durations_are_in_minutes_and_hours_when_long():
    texts = {0.0123: "12.3 ms", 99.5: "99.50 s", 100: "1 min 40 s", 3599.6: "1 h 0 min"}
    texts |= {30939.76: "8 h 35 min", 4e9: "1,111,111 h 6 min"}
    assert {seconds: seconds_text(seconds) for seconds in texts} == texts
    whole = {0.2: "0 s", 40.4: "40 s", 100: "1 min 40 s"}
    assert {seconds: seconds_text(seconds, 0) for seconds in whole} == whole


def tree(algorithm: str, **given: object) -> str:
    return tree_page(zermelo.trace(NIM, algorithm=algorithm), **given)


@pytest.fixture
def files() -> dict[str, str]:
    """One page of each kind that commands write."""
    games = [NIM, zermelo.game("nim(rows=[1])")]
    one, other = (report(game, seconds=1, native=False) for game in games)
    beside = zermelo.trace(NIM, algorithm="minimax")
    return {
        "tree": tree("alphabeta", code=True),
        "two trees": tree("alphabeta", against=beside),
        "proof numbers": tree("pn"),
        "simulations": tree("mcts"),
        **{kind: tree("alphabeta", exercise=kind) for kind in ("values", "windows", "cuts")},
        "report": design_page(one),
        "two reports": design_page(DesignReport((*one.profiles, *other.profiles))),
        "comparison": comparison_page([each.profiles[0].as_dict() for each in (one, other)]),
    }


def test_axe_finds_nothing_in_any_file(browser, files, tmp_path):
    wrong = {}
    for width in (1280, 390):
        context = browser.new_context(viewport={"width": width, "height": 844})
        page = context.new_page()
        for name, content in files.items():
            file = tmp_path / "page.html"
            file.write_text(content, encoding="utf-8")
            page.goto(file.as_uri())
            if name in ("tree", "two trees", "proof numbers", "simulations"):
                page.keyboard.press("End")
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                if faults := accessible(page, NAMES):
                    wrong[name, scheme, width] = faults
        context.close()
    assert wrong == {}
