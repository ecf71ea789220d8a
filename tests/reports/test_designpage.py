"""The designer's report as a page: it stands by itself, and says what was measured."""

import re
import sys

import pytest

import zermelo
from elements import Elements
from zermelo.experiments.profile import report
from zermelo.reports import templates
from zermelo.reports.charts import histogram
from zermelo.reports.pages import design_page

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


def test_one_game_is_compared_with_none(done):
    alone = design_page(type(done)(done.profiles[:1]))
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


def test_the_command_writes_the_page_and_prints_json(run, run_json, tmp_path):
    target = tmp_path / "report.html"
    given = ("report", str(NIM), "--seconds", "1")
    answer = run_json(*given, "--out", str(target))
    assert answer["games"][0]["game"] == str(NIM)
    assert target.read_text().startswith("<!doctype html>")
    status, _, err = run(*given, "--out", str(tmp_path / "report.txt"))
    assert status == 2 and ".html file" in err


def test_without_jinja_the_page_is_refused_before_the_work(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "jinja2", None)
    monkeypatch.setattr("zermelo.experiments.profile.report", None)
    templates._environment.cache_clear()
    status, _, err = run("report", str(NIM), "--out", str(tmp_path / "report.html"))
    assert status == 2 and err.count("\n") == 1 and "zermelo[web]" in err
    assert not [*tmp_path.iterdir()]


def test_the_truth_may_come_from_a_database(run, run_json, tmp_path):
    zermelo.solve(NIM, tmp_path / "nim", native=False)
    given = ("--seconds", "1", "--database", str(tmp_path / "nim"))
    start = run_json("report", str(NIM), *given)["games"][0]["openings"]["start"]
    assert (start["value"], start["exact"], start["remoteness"]) == (1, True, 3)
    status, _, err = run("report", str(MNK), *given)
    assert status == 2 and "name that game, or leave it out" in err
