"""The command `publish`, without anything being compiled."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from zermelo.cli import main

WORKFLOW = Path(__file__).parent.parent.parent / "examples" / "publish" / "publish.yml"
MADE = {"games": ["nim"], "files": 70, "bytes": 744_000}


@pytest.fixture
def asked(monkeypatch) -> list[tuple]:
    """What is asked to be published, which is not."""
    seen: list[tuple] = []

    def publish(games, out, *, offline, pyodide_from, databases, studies, results):
        seen.append((games, out, offline, pyodide_from, list(databases)))
        return MADE

    monkeypatch.setattr("zermelo.publish.site.publish", publish)
    return seen


def test_it_says_what_was_written(asked, capsys):
    assert (
        main(
            [
                "publish",
                "nim",
                "--out",
                "s",
                "--offline",
                "--pyodide",
                "p",
                "--database",
                "d",
                "--database",
                "e",
            ]
        )
        == 0
    )
    assert asked == [(["nim"], Path("s"), True, "p", [Path("d"), Path("e")])]
    assert capsys.readouterr().out == "s: nim; 70 files, 0.7 MB beside Pyodide\n"


def test_it_says_so_as_json(asked, capsys):
    assert main(["publish", "nim", "--out", "s", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == MADE


def test_the_workflow_of_the_examples_publishes_a_file(asked):
    [command] = re.findall(r"run: (zermelo publish .*)", WORKFLOW.read_text())
    assert main(shlex.split(command)[1:]) == 0
    assert asked == [(["game.py"], Path("site"), False, None, [])]


def test_without_the_libraries_of_the_page_it_names_them():
    code = "import sys; sys.modules['starlette'] = None; from zermelo.cli import main"
    code += "; sys.exit(main(['publish', 'nim', '--out', 's']))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "needs starlette: python -m pip install 'zermelo[web]'" in done.stderr
