"""The lessons in examples/ run to their end; the numbers they promise are asserted in them."""

import runpy
from pathlib import Path

import pytest

LESSONS = sorted((Path(__file__).parent.parent.parent / "examples").glob("*.py"))


@pytest.mark.compiled
@pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)
def test_a_lesson_runs_and_is_short(path, capsys):
    lines = path.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 60 and sum(line.startswith("# %%") for line in lines) >= 4
    runpy.run_path(str(path))
    assert len(capsys.readouterr().out.splitlines()) > 20


def test_there_is_a_lesson_for_each_course():
    assert [path.stem for path in LESSONS] == ["alphabeta", "limits", "minimax", "morris"]
