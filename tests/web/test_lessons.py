"""Lessons and exercises in code on a server: cells are edited and run in the page, by Pyodide."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest

from pages import accessible, text, until
from serving import run_server
from staticsites import PYODIDE
from zermelo.web.app import Web
from zermelo.web.python import PythonFiles
from zermelo.web.studies import lessons

ENGLISH = re.compile(r"\b(?:the|moves?|player|to|search|values|start|depth)\b", re.IGNORECASE)
BOARD = "figure[data-page=play] iframe"


def test_a_server_says_where_python_comes_from(tmp_path):
    assert PythonFiles().address.startswith("https://")
    assert PythonFiles("https://example.org/py").address == "https://example.org/py/"
    assert PythonFiles().file("pyodide/pyodide.mjs") is None
    assert PythonFiles().file("static/tasks.js") is not None


@pytest.fixture(scope="module")
def server():
    if not PYODIDE.exists():
        pytest.skip("there is no Pyodide: make build/pyodide")
    with run_server(Web(native=False, pyodide=str(PYODIDE))) as running:
        yield running


@pytest.mark.compiled
def test_a_lesson_is_reached_and_its_boards_follow_its_cells(page, server):
    page.goto(server.address)
    page.get_by_role("link", name="Lessons").click()
    until(lambda: page.locator(".contents").first.locator("a").count() == len(lessons()))
    page.get_by_role("link", name="Minimax on Isolation", exact=True).click()
    cell = page.locator(".cell").first
    asked = page.locator("form.predict").first
    shown = page.locator("form.predict + .cell .cell_output").first
    until(lambda: shown.is_hidden())
    asked.get_by_role("button").first.click()
    until(lambda: "Right." in asked.inner_text() and shown.is_visible())
    cell.get_by_role("button", name="Edit").click()
    code = cell.get_by_label("Code").input_value()
    changed = code.replace("width=3, height=2, blocked=[(2, 1)]", "width=4, height=3")
    cell.get_by_label("Code").fill(changed + "\nprint('<b>')\nposition")
    page.keyboard.press("Shift+Enter")

    def spec() -> str:
        address = page.locator(BOARD).first.get_attribute("src") or ""
        return parse_qs(urlsplit(address).fragment).get("g", [""])[0]

    until(lambda: spec().startswith("isolation(width=4, height=3"), 4 * 120)
    until(lambda: cell.locator("pre").inner_text().strip() == "<b>")
    assert accessible(page) == []
    cell.get_by_label("Code").fill("game = 1 / 0")
    page.keyboard.press("Shift+Enter")
    until(lambda: "ZeroDivisionError" in cell.locator(".error").inner_text())
    cell.get_by_role("button", name="As it was").click()
    until(lambda: cell.locator(".error").count() == 0)


@pytest.mark.compiled
def test_the_german_lesson_has_its_player_and_german_boards(page, server):
    page.goto(f"{server.address}/lesson-morris_de")
    board = page.frame_locator(BOARD)
    until(lambda: board.locator("#status").inner_text().startswith("Du bist am Zug"))
    chosen = board.locator("#seat-1 select option:checked")
    assert chosen.text_content() == "Minimax, limit 1"
    tree = page.frame_locator("figure[data-page=tree] iframe")
    page.locator("figure[data-page=tree]").scroll_into_view_if_needed()
    until(lambda: "MAX" in tree.locator("#tree").inner_text())
    words = [frame.locator("body") for frame in (board, tree)]
    until(lambda: not ENGLISH.search(" ".join(each.inner_text() for each in words)))


@pytest.mark.compiled
def test_an_exercise_is_graded_on_a_server(page, server):
    page.goto(f"{server.address}/course#e=nim")
    page.fill("#code", "from functools import reduce\ndef nim_sum(rows):\n    return 0\n")
    page.click("#check")
    until(lambda: "first difference" in text(page, "#grade"), 4 * 120)
