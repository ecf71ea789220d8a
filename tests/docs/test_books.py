"""docs/books.md is true: its session runs, and so do its commands that take no time."""

import re
import shlex
from pathlib import Path

TEXT = (Path(__file__).parents[2] / "docs" / "books.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    zermelo (.*)$", TEXT, re.MULTILINE)


def test_the_commands_run(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZERMELO_NATIVE", "off")
    assert len(COMMANDS) == 5
    for line in COMMANDS[1:]:
        line = line.replace("3000", "100").replace("100,book", "1,book").replace("500", "50")
        assert run(*shlex.split(line))[0] == 0, line
