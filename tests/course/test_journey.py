"""A student's way through the courses: three wrong attempts at each exercise, then a right one.

Each attempt edits the solution and names what the student then reads: a part of the answer or of
the hint, where "…" stands for any text. The exercises' page grades with the same code.
"""

import json
import re
from pathlib import Path

import pytest

import zermelo
from mistakes import ATTEMPTS
from zermelo.course.exercise import (
    exercise_called,
    exercise_names,
    languages_of,
    sentences,
    write_exercise,
)
from zermelo.course.grade import grade_here, search_trees


def read(name: str, source: str, language: str = "en") -> str:
    """The message that a student reads, without its position."""
    result = grade_here(source, name, lambda *_: None, lambda _: None, language)
    if result.difference is None:
        return "right"
    _, expected, answer, *_ = vars(result.difference).values()
    return f"expected {expected}\nanswer {answer}\n{result.difference.hint}"


@pytest.mark.parametrize("name", ATTEMPTS)
def test_each_wrong_attempt_gets_a_message_that_helps(name):
    solution = exercise_called(name).solution
    for attempt, (old, new, message) in ATTEMPTS[name].items():
        assert old in solution, attempt
        form = ".*".join(map(re.escape, message.split("…")))
        assert re.search(form, read(name, solution.replace(old, new))), attempt
    numpy = solution.replace("return -1\n", "return numpy.int64(-1)\n")
    assert read(name, f"import numpy\n{numpy}") == "right"


def test_every_exercise_is_attempted_three_times():
    assert list(ATTEMPTS) == exercise_names() and min(map(len, ATTEMPTS.values())) >= 3


def test_nothing_is_lost_on_the_way(tmp_path, monkeypatch, run, refused):
    """A student works in the terminal from an empty folder to a mark, with the usual slips."""
    monkeypatch.chdir(tmp_path)
    assert run("exercise", "minimax")[0] == 0
    assert "minimax exists and may contain your work" in refused("exercise", "minimax")
    assert "did you mean minimax/minimax.py?" in refused("grade", "minimax.py")
    file = tmp_path / "minimax" / "minimax.py"
    file.write_text(file.read_text("utf-8").replace("raise NotImplementedError", "return ("))
    message = run("grade", "minimax")[1]  # a folder means the newest file in it
    assert "✗ The code could not be loaded." in message and "line 20: " in message
    assert "No question was asked" in message and "expected" not in message
    file.write_text(exercise_called("minimax").solution)
    assert run("grade", "minimax", "--tree")[0] == 0
    assert "All correct." in run("grade", "minimax")[1]
    message = run("grade", ".")[1]  # the page of the tree is no submission
    assert "tree.html" not in message and "minimax/minimax.py" in message


def test_the_line_of_a_notebook_has_its_cell(tmp_path, run):
    _, notebook, _ = write_exercise("minimax", tmp_path)
    cells = json.loads(notebook.read_text("utf-8"))
    last = [cell for cell in cells["cells"] if cell["cell_type"] == "code"][-2]
    last["source"] = ["def terminal_test(game, state):\n", "    return state.none"]
    notebook.write_text(json.dumps(cells))
    assert "cell 5, line 2: AttributeError" in run("grade", str(notebook))[1]


GERMAN = [name for name in exercise_names() if "de" in languages_of(name)]
ENGLISH = re.compile(r"\b(the|is|and|not|your|returns|answer|right|without|line|looks)\b", re.I)


@pytest.mark.parametrize("name", GERMAN)
def test_wrong_attempts_are_explained_in_german(name):
    solution = exercise_called(name).solution
    for attempt, (old, new, _) in ATTEMPTS[name].items():
        source = solution.replace(old, new)
        message = read(name, source, "de").partition("answer")[2]
        tree = search_trees(source, exercise_called(name, "de"), None, here=True)
        told = f"{message} {tree['sentence'] if tree else ''}"
        sentences = re.sub(r"\w+Error: [^;]*|`[^`]*`", "", told)
        assert not ENGLISH.search(sentences), (attempt, sentences)


def test_every_sentence_in_german_is_one_that_is_said():
    """The English sentence of each translation occurs in the code, a template or a script."""
    package, docs = Path(zermelo.__file__).parent, Path(__file__).parents[2] / "docs/extensions"
    files = [*package.rglob("*.*"), *docs.glob("*.py")]
    said = [f for f in files if f.suffix in (".py", ".js", ".html") and f.parent.name != "lessons"]
    code = "\n".join(file.read_text("utf-8") for file in said)
    words = {
        each for form in sentences() for each in re.findall(r"[A-Za-z][A-Za-z’' ]*[a-z]", form)
    }
    assert {each for each in words if each not in code} == set()
