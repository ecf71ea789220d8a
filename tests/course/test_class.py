"""The folder of a class: every file has a row, and a fault in one file costs no other its mark."""

import json
import os
from pathlib import Path

import pytest

from zermelo.course import classes, grade
from zermelo.course.answers import equal
from zermelo.course.exercise import exercise_called
from zermelo.reports.show import hypertext, report_of

SOLUTION = exercise_called("nim").solution
MARK = "# exercise: nim\n"


def grade_code(tmp_path: Path, code: str | bytes, name: str = "mine.py") -> grade.Grade:
    """The grade of a file with this content."""
    file = tmp_path / name
    file.write_bytes(code.encode() if isinstance(code, str) else code)
    return grade.grade(file, "nim", seconds=20)


def notebook(*cells: str) -> str:
    """A notebook with these code cells."""
    return json.dumps({"cells": [{"cell_type": "code", "source": [cell]} for cell in cells]})


UNREADABLE = {
    "latin1.py": ("# exercise: nim\n# für alle\n".encode("latin-1"), "save it as UTF-8"),
    "utf16.py": (MARK.encode("utf-16"), "UTF-8"),
    "unknown.py": (b"# -*- coding: klingon -*-\n", "unknown encoding"),
    "book.ipynb": (b'{"cells": [5]}', "should be a Jupyter notebook"),
    "deep.ipynb": (b"[" * 100_000, "should be a Jupyter notebook"),
    "large.py": (b"#" * (grade.LARGEST + 1), "more than 1,048,576 bytes"),
    "essay.docx": (b"PK", "should be a .py, .ipynb or .json file"),
    "other.py": (b"# exercise: nimm\n", "did you mean nim?"),
    "nobody.py": (b"x = 1\n", "should have a line like # exercise: minimax"),
    "page.json": (b'{"exercises": {"nim": {"passed": 8}}}', "exercises' page has saved"),
    "list.json": (b"[]", "exercises' page has saved"),
    "deep.json": (b"[" * 9999, "exercises' page has saved"),
}
HOSTILE = {
    "bracket.py": "def nim_sum(rows):\n    return '[/b] <script> \\x1b[2J \\u202e \\ud800'",
    "deep.py": "def nim_sum(a):\n    for _ in range(900):\n        a = [a]\n    return a",
    "writes.py": "open('mine', 'w').close()\n1 / 0",
    "dict.py": "def nim_sum(rows):\n    return {1: 2}",
}
REPLIES = (
    *("[1]", "5", "true", '"x"', '{"error": {}}', '{"error": true}', '{"printed": 7}'),
    "[" * 9999,
)


@pytest.mark.long
def test_every_file_has_a_row(tmp_path, tmp_path_factory, run):
    out = tmp_path_factory.mktemp("graded")  # so that nothing is graded again
    for name, (content, _) in UNREADABLE.items():
        (tmp_path / name).write_bytes(content)
    for name, code in HOSTILE.items():
        (tmp_path / name).write_text(f"{MARK}{code}\n", encoding="utf-8")
    (tmp_path / "a[b]c").mkdir()
    (tmp_path / "a[b]c" / "[red].py").write_text(MARK + SOLUTION, encoding="utf-8")
    (tmp_path / "nim.py").write_text(SOLUTION, encoding="utf-8")
    (tmp_path / "gone.py").symlink_to("nowhere")
    os.mkfifo(tmp_path / "pipe.py")
    rows = {Path(row.file).name: row for row in classes.grade_class(tmp_path, keep=out).rows}
    assert set(rows) == {*UNREADABLE, *HOSTILE, "[red].py", "nim.py", "gone.py", "pipe.py"}
    for name, (_, why) in UNREADABLE.items():
        assert why in rows[name].difference.answer
    assert not Path("mine").exists() and not (tmp_path / "mine").exists()
    assert rows["[red].py"].solved and rows["nim.py"].solved
    assert not any(rows[name].solved for name in (*HOSTILE, "gone.py", "pipe.py"))
    status, message, _ = run("grade", str(tmp_path), "--out", str(out))
    assert status == 0 and "[/b] <script> \\x1b[2J" in message
    assert "a[b]c/[red].py" in message and "\x1b" not in message
    assert run("grade", str(tmp_path), "--out", str(out), "--json")[0] == 0


def test_what_students_write_is_shown_as_it_is(tmp_path):
    result = grade_code(tmp_path, HOSTILE["bracket.py"])
    assert "[/b] <script>" in result.difference.answer
    html = hypertext(report_of(result))
    assert "[/b] &lt;script&gt;" in html and "<script>" not in html
    html = hypertext(report_of(classes.ClassGrades(str(tmp_path), (result,))))
    assert "&lt;script&gt;" in html and "<script>" not in html


@pytest.mark.parametrize("reply", REPLIES)
def test_a_reply_that_is_none_is_a_difference(reply):
    class Forger:
        def ask(self, line: str, seconds: float) -> str:
            return reply

    asking = grade._Asking(Forger(), exercise_called("nim"), "", 1)
    check = exercise_called("nim").checks[0]
    value, error = asking.answer(check)
    assert not (error is None and equal(value, check.expect))
    assert grade._grade_answer("mine.py", asking).passed == ()


@pytest.mark.long
@pytest.mark.parametrize(
    "content",
    [
        b"\xef\xbb\xbf" + (MARK + SOLUTION).encode(),
        f"# -*- coding: latin-1 -*-\n# für\n{MARK}{SOLUTION}".encode("latin-1"),
        f"#Exercise:  nim\n{SOLUTION}".replace("\n", "\r\n").encode(),
    ],
    ids=["bom", "latin-1", "windows"],
)
def test_files_are_decoded_as_python_does(content, tmp_path):
    file = tmp_path / "mine.py"
    file.write_bytes(content)
    assert grade.grade(file).solved


CELLS = {
    "modulo": ("x = (7\n% 4)\nassert x == 3\n" + SOLUTION,),
    "magics": ("%matplotlib inline\n!ls 'it\nfiles = !ls\n" + SOLUTION + "\n%time y = 2",),
    "continued": ("!ls \\\n-l\n" + SOLUTION,),
    "help": (SOLUTION, "nim_sum?\n?nim_sum\nnim_sum??"),
    "bash": ("%%bash\nfor f in *; do echo $f; done", SOLUTION),
    "timed": ("%%time\n" + SOLUTION,),
    "indented": (SOLUTION + "\nif True:\n    %time nim_sum([1])\n",),
    "display": (SOLUTION, "display(nim_sum([1]))\nget_ipython().run_line_magic('x', 'y')"),
    "await": ("import asyncio\nawait asyncio.sleep(0)\nready = True", "assert ready\n" + SOLUTION),
    "error": ("1 / 0", "def broken(:", "input('Your name?')", SOLUTION),
}


@pytest.mark.long
@pytest.mark.parametrize("name", CELLS)
def test_notebooks_are_read_as_jupyter_reads_them(name, tmp_path):
    result = grade_code(tmp_path, notebook(*CELLS[name]), "mine.ipynb")
    assert result.difference is None
    if name == "error":
        cells = [line.split(",")[0] for line in result.printed[""].splitlines()]
        assert cells == ["cell 1", "cell 2", "Your name?cell 3"]
    elif name not in ("display",):
        assert result.printed == {}


def test_what_students_print_is_shown(tmp_path, run):
    wrong = SOLUTION.replace("total = 0", "total = 1\n    print(rows)")
    result = grade_code(tmp_path, f"{MARK}print('at first [b]')\n{wrong}")
    assert result.printed[""] == "at first [b]\n"
    printed = result.printed[result.difference.ask]
    assert printed.splitlines() == ["[5]", "[3, 3]", "[1, 2, 4]", "[1, 3, 5, 7]"]
    status, message, _ = run("grade", str(tmp_path / "mine.py"))
    assert status == 1 and "│ at first [b]\n" in message and "│ [1, 2, 4]\n" in message


def test_what_a_loop_prints_is_shown_and_bounded(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("# exercise: nim\nwhile True:\n    print('round')\n", encoding="utf-8")
    for seconds in (2, 8, 32):  # a busy machine may need longer to begin
        result = grade.grade(file, seconds=seconds)
        assert f"no answer in {seconds} s" in result.difference.answer
        printed = result.printed.get("", "")
        if len(printed) > len("round\n"):  # the time limit may end between two lines
            break
    assert printed.startswith("round\nround\n") and len(printed) <= 2100


FILE = "importlib.resources.files('zermelo.course') / 'exercises' / 'nim.toml'"
CHEATS = {
    "from zermelo.course.exercise import exercise_called\nexercise_called('nim')": "the answers",
    f"import importlib.resources\n({FILE}).read_text()": "the answers",
    "import os\nos.fork()": "graded code may not use os.fork",
    "import subprocess\nsubprocess.run(['sleep', '999'])": "may not use subprocess.Popen",
    "import os, signal\nos.kill(os.getppid(), signal.SIGSTOP)": "graded code may not use os.kill",
    "import multiprocessing as m\nm.Process(target=print).start()": "graded code may not use",
    "import os\nos.system('sleep 999 &')": "may not use os.system",
    "open('../mine.txt', 'w')": "only write in its own folder",
    "import os\nos.rename('.', '../mine')": "only write in its own folder",
}
OWN_FILES = """
import os, tempfile
open('own.txt', 'w').write('x')
os.mkdir('own')
os.rename('own.txt', 'own/own.txt')
print('', file=open(os.devnull, 'w'))
tempfile.TemporaryFile().write(b'x')
"""


@pytest.mark.long
@pytest.mark.parametrize("code", CHEATS)
def test_graded_code_reads_no_answers_writes_nowhere_else_and_has_no_processes(code, tmp_path):
    result = grade_code(tmp_path, f"{MARK}{code}\n{SOLUTION}")
    assert result.passed == () and CHEATS[code] in result.difference.answer


def test_graded_code_writes_in_its_own_folder(tmp_path):
    assert grade_code(tmp_path, MARK + OWN_FILES + SOLUTION).solved


def test_an_exercise_may_be_called_by_its_place_in_the_courses(
    tmp_path, run, run_json, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert exercise_called("A2") is exercise_called("minimax") is exercise_called("a2")
    assert run_json("exercise", "C4")["exercise"] == "nim"
    (tmp_path / "mine.py").write_text(SOLUTION, encoding="utf-8")
    assert run("grade", str(tmp_path / "mine.py"), "--exercise", "c4")[0] == 0
