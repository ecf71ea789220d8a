"""The exercises of the courses on a published site: code is written and graded in the page."""

import json
import re
from pathlib import Path

import pytest

from mistakes import MISTAKES
from pages import accessible, text, until
from zermelo.course.exercise import exercise_called, exercise_names
from zermelo.course.grade import grade
from zermelo.web.studentcode import Grader, tasks

GLUE = re.compile(r"\b(the|is|and|not|your|or|by|no)\b")  # of English sentences
HANGS = "def nim_sum(rows):\n    print('<b>', rows)\n    while True:\n        pass\n"


def solution(name: str) -> str:
    return exercise_called(name).solution


def check_code(page, code: str) -> str:
    page.fill("#code", code)
    page.click("#check")
    page.locator("#grade").wait_for()
    return text(page, "#grade")


def stop_code(page) -> str:
    """The grade of code that was stopped at its first question."""
    page.click("#check")
    until(lambda: "question 1" in text(page, "#busy"))
    page.click("#stop")
    until(lambda: page.locator("#check").is_enabled())
    return text(page, "#grade")


@pytest.mark.compiled
def test_code_is_graded_in_the_page_and_the_scores_are_kept(visitor, site):
    page = visitor
    page.goto(f"{site.address}course.html#e=minimax")
    assert accessible(page) == []
    old, new = MISTAKES["minimax"][1]
    message = check_code(page, solution("minimax").replace(old, new, 1))
    assert "At a min level the opponent is to move" in message
    assert page.locator("#grade img").count() == 1 and accessible(page) == []
    page.click("text=Next hint")
    until(lambda: "return at once" in text(page, "#grade"))
    page.click("text=Show the search as a tree")
    until(lambda: "min_value returns −1, not 1, in line" in text(page, "#search"))
    until(lambda: page.locator("#search .zt-first").count() == 2)
    assert accessible(page) == []
    assert "All correct" in check_code(page, solution("minimax"))
    until(lambda: page.get_attribute("#grade a", "href") == "#e=depth")
    until(lambda: "the state after these moves" in text(page, "#names"))
    page.goto(f"{site.address}course.html#e=heuristic")
    page.click("text=Auf Deutsch")
    until(lambda: text(page, "#title") == "D1. Eine Heuristik für das Mühlespiel")
    until(lambda: "Die Schätzung von `position`" in page.input_value("#code"))
    page.get_by_role("button", name="Prüfen").click()
    until(lambda: "Zähle Linien, nicht Steine" in text(page, "#grade"))
    until(lambda: "Der erste Unterschied:" in text(page, "#grade"))
    until(lambda: not GLUE.search(page.locator("article").inner_text()))
    page.click("text=In English")
    until(lambda: text(page, "#check") == "Check" and accessible(page) == [])
    until(lambda: text(page, "#title") == "D1. A heuristic for Nine Men's Morris")
    page.goto(f"{site.address}course.html#e=nim")
    page.fill("#code", HANGS)
    # A stop may come before what was printed does: then try again.
    until(lambda: "<b> [5]" in stop_code(page))
    until(lambda: "none before Stop" in text(page, "#grade"))
    assert "All correct" in check_code(page, solution("nim"))
    page.reload()
    until(lambda: text(page, "#solved") == "2 of 14 solved")
    until(lambda: page.input_value("#code") == solution("nim"))
    with page.expect_download() as saved:
        page.click("#export")
    kept = json.loads(Path(saved.value.path()).read_text())["exercises"]
    solved = {name: each["solved"] for name, each in kept.items()}
    assert solved == {"minimax": True, "heuristic": False, "nim": True}
    with page.expect_download() as saved:
        page.click("#save")
    assert saved.value.suggested_filename == "nim.py"
    assert Path(saved.value.path()).read_text().startswith("# exercise: nim\n")


@pytest.mark.compiled
def test_the_field_indents_and_lets_the_keyboard_out(visitor, site):
    page = visitor
    page.goto(f"{site.address}course.html#e=nim")
    page.fill("#code", "")
    page.focus("#code")
    page.keyboard.type("def f():")
    page.keyboard.press("Enter")
    page.keyboard.type("x")
    page.keyboard.press("Tab")
    until(lambda: page.input_value("#code") == "def f():\n    x    ")
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "check"


def test_a_page_has_every_exercise_with_its_task_and_its_board():
    result = tasks()
    assert list(result) == exercise_names()
    for name, task in result.items():
        assert task["of"] == len(exercise_called(name).checks)
        assert "raise NotImplementedError" in task["code"] and '"""' not in task["task"]
        assert task["board"].startswith("<svg")


def test_a_page_grades_as_the_command_does(tmp_path):
    file = tmp_path / "nim.py"
    prints = "print('at first')\ndef nim_sum(rows):\n    print(rows)\n    return 0\n"
    for code in (solution("nim"), prints, "1 / 0"):
        collected: list[dict] = []
        Grader(lambda text, to=collected: to.append(json.loads(text))).receive(
            json.dumps({"exercise": "nim", "source": code})
        )
        reported = collected.pop()
        file.write_text(f"# exercise: nim\n{code}", encoding="utf-8")
        result = grade(file).as_dict()
        assert (reported["kind"], reported["solved"]) == ("grade", result["solved"])
        assert reported["passed"] == list(result["passed"])
        assert collected[0]["kind"] == "asked" and collected[0]["seconds"] == 30
        texts = [each["text"] for each in collected if each["kind"] == "printed"]
        assert "".join(texts) == "".join(result["printed"].values())
        assert reported["printed"] == result["printed"] and bool(texts) == (code == prints)
        *_, last = (each for each in collected if each["kind"] == "asked")
        assert len(last["hints"]) == 3  # for an answer that never comes
        if code == prints:  # whose first difference stays the first
            assert last["difference"] == reported["difference"]
        if reported["difference"]:
            expected = result["difference"]["expected"]
            assert reported["difference"]["expected"] == expected
            assert bool(reported["board"]) == bool(result["difference"]["state"])
