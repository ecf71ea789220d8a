"""Exercises: solutions pass, mistakes are found, and the process of a student has limits."""

import json
import re
from pathlib import Path

import pytest

from mistakes import MISTAKES, PLAUSIBLE, RIGHT
from processes import python
from zermelo.course import answering, grade
from zermelo.course.answers import equal
from zermelo.course.exercise import exercise_called, exercise_names, languages_of, write_exercise


def solution(name: str) -> str:
    return exercise_called(name).solution


def ask_questions(name: str, source: str) -> dict[str, object]:
    """The first difference of a source, run in this process, and the number of right answers."""
    exercise = exercise_called(name)
    student, right = answering.Student(source, exercise.given, exercise.game), 0
    for check in exercise.checks:
        try:
            answer = student.answer(check.ask)
        except Exception as error:
            answer = answering.fault(error)
        if not equal(json.loads(json.dumps(answer)), check.expect):
            return {"ask": check.ask, "answer": answer, "right": right}
        right += 1
    return {"right": right}


@pytest.mark.parametrize("name", MISTAKES)
def test_six_mistakes_are_seen_and_told_apart(name):
    right, differences = solution(name), set()
    for old, new in MISTAKES[name]:
        assert right.count(old) >= 1
        answer = ask_questions(name, right.replace(old, new, 1))
        differences.add((answer["ask"], json.dumps(answer["answer"])))
    assert len(differences) == 6
    exercise = exercise_called(name)
    hints = [check.hint for check in exercise.checks]
    assert len(set(hints)) == len(hints) >= 7
    assert sum(step.checks for step in exercise.steps) == len(hints)
    assert all(len(step.hints) == 2 for step in exercise.steps) and exercise.why


@pytest.mark.parametrize("name", RIGHT)
def test_unusual_solutions_are_right(name):
    exercise, source = RIGHT[name]
    assert ask_questions(exercise, source) == {"right": len(exercise_called(exercise).checks)}


@pytest.mark.parametrize("fault", PLAUSIBLE)
def test_plausible_faults_of_a_solution_are_seen(fault):
    name, changes = PLAUSIBLE[fault]
    source = solution(name)
    for old, new in changes:
        assert old in source
        source = source.replace(old, new)
    assert "ask" in ask_questions(name, source)


@pytest.mark.parametrize("name", MISTAKES)
def test_every_stub_is_python_that_says_what_to_write_and_every_position_is_shown(name):
    exercise = exercise_called(name)
    assert "raise NotImplementedError" in exercise.stub
    compile(exercise.stub, name, "exec")
    assert ask_questions(name, exercise.stub)["right"] <= 2
    for check in exercise.checks:
        assert (exercise.text_of(check) is None) == (check.moves is None and check.state is None)


def test_a_folder_has_stub_notebook_and_board(tmp_path):
    files = write_exercise("minimax", tmp_path)
    assert [file.name for file in files] == ["minimax.py", "minimax.ipynb", "board.svg"]
    assert "<svg" in files[2].read_text(encoding="utf-8")
    notebook = json.loads(files[1].read_text(encoding="utf-8"))
    sources = ["".join(cell["source"]) for cell in notebook["cells"]]
    assert sources[0].startswith("# Minimax on Isolation")
    assert sum("raise NotImplementedError" in source for source in sources) == 3


@pytest.mark.long
@pytest.mark.parametrize("name", [n for n in exercise_names() if languages_of(n) != ["en"]])
def test_an_exercise_in_german_asks_the_same(name, tmp_path, monkeypatch, run, run_json):
    monkeypatch.chdir(tmp_path)
    english, german = exercise_called(name), exercise_called(name, "de")
    defined = [re.findall(r"^ *(?:def|class) .*", each.stub, re.M) for each in (english, german)]
    assert defined[0] == defined[1] and german.title != english.title
    said = [{c.hint for c in each.checks} for each in (english, german)]
    hints = [{h for step in each.steps for h in step.hints} for each in (english, german)]
    assert all("(" in hint for hint in (said[0] | hints[0]) & (said[1] | hints[1]))  # only the code
    script, *_ = map(Path, run_json("exercise", name, "--language", "de")["files"])
    text = script.read_text(encoding="utf-8")
    assert text.startswith(f"# Aufgabe: {name}\n") and re.search("[äöüß]", text)
    status, message, _ = run("grade", str(script), "--hints", "3")
    assert status == 1 and f"0 von {len(german.checks)} richtig" in message
    assert all(hint in message for hint in (german.checks[0].hint, *german.steps[0].hints))
    assert "right" in run("grade", str(script), "--language", "en")[1]
    shown = run("exercise", name, "--solution", "--language", "de")[1]
    assert german.why.strip().splitlines()[0] in shown


@pytest.mark.parametrize(
    ("code", "answer"),
    [
        ("import os\nos._exit(3)", "ended its process: the program ended with status 3"),
        ("import sys\nsys.exit()", "line 3: SystemExit"),
        ("nim_sum = [0] * (1 << 40)", "MemoryError"),
        ("def nim_sum(rows)\n    return 0", "line 2: expected ':'"),
        ("def nim_sum(rows):\n    return rows[9]", "line 3: IndexError: list index out of range"),
        ("def nim_sum(rows):\n    print('here')\n    return 'x' * 10**6", "the answer is too long"),
    ],
)
def test_code_that_crashes_or_floods_is_a_difference(code, answer, tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(f"# exercise: nim\n{code}\n", encoding="utf-8")
    verdict = grade.grade(file)
    assert verdict.passed == () and verdict.difference is not None
    assert answer in verdict.difference.answer
    assert len(verdict.difference.answer) < 400


def test_what_a_student_prints_does_not_steer_the_terminal(tmp_path, capfd):
    file = tmp_path / "mine.py"
    file.write_text("# exercise: nim\nimport os\nprint('\\x1b[2J')\nos.write(2, b'mine')\n")
    grade.grade(file)
    assert capfd.readouterr() == ("", "")


def test_a_student_cannot_take_the_machine(tmp_path):
    """A process that has set the limits tries to pass them."""
    code = "from zermelo.course.answering import limit_process\nimport resource\n"
    code += "limit_process('.')\nkinds = (resource.RLIMIT_AS, resource.RLIMIT_CPU)\n"
    code += "print(*(resource.getrlimit(kind)[0] for kind in kinds))"
    assert python("-c", code).stdout.split() == [str(answering.MEMORY), str(answering.PROCESSOR)]


def test_the_command_explains_the_first_difference(run, run_json, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    made = run_json("exercise", "minimax")
    assert len(made["files"]) == 3
    file = tmp_path / "minimax" / "minimax.py"
    old, new = MISTAKES["minimax"][1]
    file.write_text("# exercise: minimax\n" + solution("minimax").replace(old, new, 1))
    status, message, _ = run("grade", str(file))
    assert status == 1
    assert "✗ min_value(game, over)" in message and "│ ■ │ ■ │ B │" in message
    assert "expected 1\nanswer  -1\nhint    At a min level" in message
    status, message, _ = run("grade", str(file), "--json")
    answer = json.loads(message)
    assert (status, answer["solved"], answer["difference"]["expected"]) == (1, False, "1")
    assert answer["difference"]["state"] == "##B/A## B"
    file.write_text(f"# exercise: minimax\n{solution('minimax')}")
    status, message, _ = run("grade", str(file))
    assert status == 0 and message.endswith("All correct. Next: zermelo exercise depth\n")


def test_a_class_has_a_table_of_the_best_of_each(read_output, run_json, tmp_path):
    saved = {"nim": {"code": solution("nim"), "passed": 0}, "depth": {"passed": 9, "solved": True}}
    for name, source in (("anna", solution("nim")), ("ben", "def nim_sum(rows):\n    return 0")):
        (tmp_path / name).mkdir()
        folder = write_exercise("nim", tmp_path / name)
        folder[0].write_text(f"# exercise: nim\n{source}", encoding="utf-8")
    (tmp_path / ".notes.py.swp").write_text("hidden")
    (tmp_path / "cleo.json").write_text(json.dumps({"exercises": saved}), encoding="utf-8")
    rows = run_json("grade", str(tmp_path))["rows"]
    solved = {Path(row["file"]).relative_to(tmp_path).parts[0]: row["solved"] for row in rows}
    assert solved == {"anna": True, "ben": False, "cleo.json": True}
    message = read_output("grade", str(tmp_path))
    assert "anna/nim/nim.py" in message and "9/9" in message
    assert re.search(r"cleo\.json +nim +9/9", read_output("grade", str(tmp_path / "cleo.json")))


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ("exercise minmax", "unknown exercise minmax; did you mean minimax?"),
        ("exercise nim --language de", "only in English; choose from heuristic, player, match"),
        ("grade nowhere.py", "cannot read nowhere.py: No such file"),
        ("grade {file}", "should have a line like # exercise: minimax"),
        ("grade {file} --exercise zzz", "unknown exercise zzz; choose from"),
        ("grade {file} --exercise=", "unknown exercise nothing; choose from"),
        ("grade {book}", "should be a Jupyter notebook"),
    ],
)
def test_a_mistake_is_one_line(arguments, why, refused, tmp_path):
    file, book = tmp_path / "mine.py", tmp_path / "mine.ipynb"
    file.write_text("print(1)\n")
    book.write_text("{}")
    assert why in refused(*arguments.format(file=file, book=book).split())


def test_the_list_names_all_fourteen_exercises_of_the_four_courses(run, run_json):
    assert [each["name"] for each in run_json("exercise")["exercises"]] == exercise_names()
    assert "bestmoves" in run("exercise")[1]
    names = exercise_names()
    assert set(names) == set(MISTAKES) and len(names) == 14
    assert {exercise_called(name).course[0] for name in names} >= set("ABCD")
