"""The gradebook of a class: forty submissions, ten of them hostile, all get the right marks."""

import csv
import json
from pathlib import Path

import pytest

from mistakes import MISTAKES
from zermelo.course import classes
from zermelo.course.exercise import exercise_called, exercise_names
from zermelo.reports.checks import write_gradebook

SECONDS = 25  # for one submission; those that never end sleep and leave the processor to others
PASSED = exercise_called("nim").solution.partition("def wins")[0]
HOSTILE = {
    "markup": "def nim_sum(rows):\n    return '[/b]<script>alert(1)</script>\\x1b[2J'",
    "flood": "import time\ndef nim_sum(rows):\n    for _ in range(500):\n"
    "        print('x' * 100_000)\n    time.sleep(10**6)",
    "silence": "import time\ntime.sleep(10**6)",
    "loop": f"import time\n{PASSED}\ndef wins(rows):\n    while True:\n        time.sleep(0.1)",
    "exit": f"{PASSED}\nimport os\ndef wins(rows):\n    os._exit(0)",
    "threads": "import threading\nwhile True:\n"
    "    threading.Thread(target=threading.Event().wait).start()",
    "memory": "held = [bytearray(1 << 20) for _ in range(1 << 20)]",
    "files": "for n in range(10**9):\n    open(str(n), 'w').write('x' * 10**7)",
    "recursion": f"{PASSED}\ndef wins(rows):\n    return wins(rows)",
    "forger": "import os\nwhile True:\n    for n in range(3, 20):\n        try:\n"
    "            os.write(n, b'{\"value\": 0}\\n')\n        except OSError:\n            pass",
}
MARKS = {"loop": 2, "exit": 2, "recursion": 2}  # the points of hostile files, or 0


def hand(folder: Path, student: str, code: str = PASSED, name: str = "nim") -> None:
    (folder / student).mkdir(parents=True)
    (folder / student / f"{name}.py").write_text(code, encoding="utf-8")


def hand_in(folder: Path) -> dict[str, tuple[str, int | None]]:
    """Write forty submissions; give their exercises and points, None for partial points."""
    marks: dict[str, tuple[str, int | None]] = {}

    def write(student: str, name: str, code: str, points: int | None) -> None:
        hand(folder, student, f"# exercise: {name}\n{code}\n", name)
        marks[student] = name, points

    for name in exercise_names():
        exercise = exercise_called(name)
        old, new = MISTAKES[name][0]
        write(f"right-{name}", name, exercise.solution, len(exercise.checks))
        write(f"wrong-{name}", name, exercise.solution.replace(old, new, 1), None)
    write("idle", "minimax", exercise_called("minimax").stub, 0)
    write("half", "nim", PASSED, 2)
    for student, code in HOSTILE.items():
        write(student, "nim", code, MARKS.get(student, 0))
    return marks


@pytest.mark.long
def test_forty_submissions_have_forty_rows_and_right_marks(tmp_path):
    folder, out = tmp_path / "class", tmp_path / "book"
    folder.mkdir()
    marks = hand_in(folder)
    told: list[str] = []
    done = classes.grade_class(folder, told.append, seconds=SECONDS, keep=out)
    assert len(marks) == len(done.students) == len(told) == 40 and told[-1].startswith("40 of 40")
    for row in done.students:
        name, points = marks[row.student]
        assert list(row.grades) == [name] and not row.ungraded
        most = row.grades[name].of
        assert row.points == points or (points is None and 0 <= row.points < most), row.student
    write_gradebook(done, out)
    table = list(csv.reader((out / "gradebook.csv").read_text("utf-8-sig").splitlines()))
    assert len(table) == 41 and len(table[0]) == 14 + 3
    assert len(list((out / "feedback").iterdir())) == 40
    page = (out / "gradebook.html").read_text("utf-8")
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert "\x1b" not in (out / "feedback" / "markup.txt").read_text("utf-8")
    assert classes.grade_class(folder, seconds=SECONDS, keep=out) == done


@pytest.mark.long
def test_what_was_graded_before_a_kill_is_not_graded_again(tmp_path, monkeypatch):
    folder, out = tmp_path / "class", tmp_path / "class" / "book"
    for student in ("anna", "ben", "cleo"):
        hand(folder, student)
    whole = classes.grade_class(folder, keep=out)
    record = out / classes.RECORD
    lines = record.read_text("utf-8").splitlines(keepends=True)
    record.write_text("".join(lines[:2]) + lines[2][:20], encoding="utf-8")
    graded: list[str] = []
    real = classes.grade_source
    monkeypatch.setattr(
        classes, "grade_source", lambda file, *a, **k: graded.append(file) or real(file, *a, **k)
    )
    assert classes.grade_class(folder, keep=out) == whole and len(graded) == 1
    monkeypatch.chdir(folder)
    assert classes.grade_class(Path(), keep=Path("book")).rows[0].file == "anna/nim.py"
    assert len(graded) == 1
    (folder / "ben" / "nim.py").write_text(PASSED + "\n1 / 0\n", encoding="utf-8")
    assert classes.grade_class(folder, keep=out).students[1].points == 0 and len(graded) == 2
    assert classes.grade_class(folder, keep=out, seconds=60) is not None and len(graded) == 5


@pytest.mark.parametrize(
    ("file", "student"),
    [
        ("anna/nim.py", "anna"),
        ("anna/week 1/nim.py", "anna"),
        ("anna_nim.py", "anna"),
        ("nim-Anna Lee.py", "Anna-Lee"),
        ("a2 ben.ipynb", "ben"),
        ("nim.py", "nim"),
        ("=cmd.py", "=cmd"),
    ],
)
def test_a_student_is_named_by_folder_or_file(file, student):
    row = classes._ungraded_row(Path("class") / file, "why")
    grades = classes.ClassGrades("class", (row,))
    assert grades.students[0].student == student


@pytest.mark.long
def test_the_command_writes_a_gradebook(tmp_path, run, run_json):
    folder, out = tmp_path / "class", tmp_path / "book"
    for student in ("=anna", "ben", "[b]cleo"):
        hand(folder, student)
    (folder / "ben" / "essay.docx").write_bytes(b"PK")
    status, message, _ = run("grade", str(folder), "--out", str(out))
    assert status == 0 and "3 students  nim  [wins([0, 0])" in message
    assert "[b]cleo" in message and str(out) in message
    rows = list(csv.reader((out / "gradebook.csv").read_text("utf-8-sig").splitlines()))
    assert rows[0] == ["student", "nim (of 9)", "points (of 9)", "not graded"]
    assert rows[1] == ["'=anna", "2", "2", ""] and "essay.docx: this file" in rows[3][3]
    assert "✓ nim_sum([])" in (out / "feedback" / "b_cleo.txt").read_text("utf-8")
    answer = run_json("grade", str(folder))
    assert [each["points"] for each in answer["students"]] == [2, 2, 2]
    assert len(answer["common"][0]["students"]) == 3
    status, _, error = run("grade", str(folder / "ben" / "nim.py"), "--out", str(out))
    assert status == 2 and "--out and --seconds need a folder" in error
    assert json.loads(run("grade", str(folder), "--seconds", "20", "--json")[1])["students"]
