"""docs/matches.md is true: its session runs, its players play, and its commands run."""

import re
import shlex
import sys
from pathlib import Path

import pytest

from zermelo.cli import main

PAGE = Path(__file__).parent.parent.parent / "docs" / "matches.md"
TEXT = PAGE.read_text()
COMMANDS = re.findall(r"^    (zermelo .*)$", TEXT, re.MULTILINE)
SMALLER = {  # what ends a command sooner: of an option given twice the last counts
    "match": ["--games", "2"],
    "tournament": ["--games", "2"],
    "experiment": [],
    "import": [],
    "tune": ["--games", "2", "--rounds", "1", "--most-games", "2"],
    "solve": [],
}
# These take long; tests/solver/test_endgame.py holds them.
LONG = ("solve morris", "--database three", "endgames='three'")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    own, bot = re.findall(r"^```python\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
    (tmp_path / "mine.py").write_text(own)
    (tmp_path / "bot.py").write_text(bot)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.compiled
@pytest.mark.parametrize("command", [c for c in COMMANDS if not any(part in c for part in LONG)])
def test_the_commands_run(command, folder, capsys):
    words = shlex.split(command.replace("python3", sys.executable), comments=True)[1:]
    if "--gauntlet" in words:
        words[1] = "isolation(width=3, height=3)"
    if words[0] == "import":
        (folder / "club.pgn").write_text('[Event "club"]\n\n1. e4 e5 2. Nf3 *\n')
    if "--results" in words:
        made = ["match", words[1], "alphabeta:depth=1", "random", "--games", "4"]
        assert main([*made, "--export", words[words.index("--results") + 1]]) == 0
    assert main([*words, *SMALLER[words[0]]]) == 0
    printed = capsys.readouterr()
    assert "forfeit" not in printed.out and "zermelo:" not in printed.err
