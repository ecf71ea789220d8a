"""A folder's files are no modules: whatever they are called, commands run none of them there."""

import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import zermelo
from processes import importing, python
from twonodes import TwoNodes
from zermelo.spec import user_file

# What Python itself imports for `python -m`, before Zermelo can have a say.
BY_PYTHON = {"zermelo", "runpy", "importlib", "pkgutil", "collections", "functools", "types"}
BY_PYTHON |= {"operator", "keyword", "reprlib", "warnings", "weakref", "typing", "contextlib"}
PLAYER = (
    "import random, subprocess\n\ndef choose(game, state):\n    return max(game.moves(state))\n"
)
ANSWER = "# exercise: minimax\nimport queue\n"
MATCH = ("match", "tictactoe", "--games", "2", "--processes", "2")


@pytest.fixture
def folder(tmp_path):
    """A folder with a file by the name of every module there may be, and a player among them."""
    place = tmp_path / "folder"
    place.mkdir()
    names = {*sys.stdlib_module_names, *packages_distributions()}
    for name in names:
        if name.isidentifier():
            (place / f"{name}.py").write_text(
                f"open('../ran_{name}', 'w').close(); raise Exception"
            )
    (place / "player.py").write_text(PLAYER)
    (place / "answer.py").write_text(ANSWER)
    return place


def ran(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.parent.glob("ran_*"))


def run_there(folder: Path, *arguments: str, safe: bool = True) -> subprocess.CompletedProcess[str]:
    """The command run in the folder, as its script runs it or by `python -m`."""
    words = [*(["-P"] if safe else []), "-m", "zermelo", *arguments]
    return python(*words, cwd=folder, env=importing())


@pytest.mark.long
@pytest.mark.parametrize(
    "arguments",
    [
        (*MATCH, "first", "random"),
        ("match", "tictactoe", "player.py:choose", "random", "--games", "2"),
        (*MATCH, "player.py", "random"),
        ("grade", "answer.py"),
        ("solve", "nim(rows=[1, 2])", "--out", "database"),
        pytest.param(("publish", "nim(rows=[1, 2])", "--out", "site"), marks=pytest.mark.compiled),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_no_command_imports_from_the_current_folder(folder, arguments):
    done = run_there(folder, *arguments)
    assert done.returncode == (1 if arguments[0] == "grade" else 0), done.stderr
    assert ran(folder) == []


@pytest.mark.compiled
def test_a_cluster_imports_nothing_from_the_current_folder(folder):
    pytest.importorskip("ray")
    with TwoNodes() as cluster:
        on = "--on", cluster.address
        done = run_there(folder, "match", "tictactoe", "first", "random", "--games", "2", *on)
        assert done.returncode == 0, done.stderr
    assert ran(folder) == []


@pytest.mark.long
def test_python_m_imports_nothing_once_zermelo_begins(folder):
    for name in BY_PYTHON:
        (folder / f"{name}.py").unlink(missing_ok=True)
    done = run_there(folder, *MATCH, "player.py", "random", safe=False)
    assert done.returncode == 0, done.stderr
    assert ran(folder) == []


def test_only_a_users_file_imports_what_is_beside_it(tmp_path):
    """Python's `ntpath` tries to import `nt`, which a system may lack; so do many others."""
    for name in ("nt", "helper", "further"):
        text = {"helper": "from further import *"}.get(
            name, f"open({str(tmp_path / name)!r}, 'w').close()"
        )
        (tmp_path / f"{name}.py").write_text(text)
    rules = tmp_path / "rules.py"
    rules.write_text("import importlib, ntpath\nimport helper\nimportlib.reload(ntpath)\n")
    try:
        user_file(str(rules))
    finally:
        for name in ("helper", "further"):
            sys.modules.pop(name, None)
    assert (tmp_path / "further").exists()
    assert not (tmp_path / "nt").exists()


def test_modules_run_in_other_processes_by_the_safe_path_alone():
    source = Path(zermelo.__file__).parent
    texts = {path.relative_to(source).as_posix(): path.read_text() for path in source.rglob("*.py")}
    assert {name for name, text in texts.items() if '"-m"' in text} == {"process/start.py"}
    starting = {name for name, text in texts.items() if "sys.executable" in text}
    assert starting == {"players/program.py", "process/start.py"}
