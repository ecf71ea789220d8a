"""docs/proofs.md is true: its commands print what it shows."""

import re
from pathlib import Path

from running import faults

TEXT = (Path(__file__).parents[2] / "docs" / "proofs.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)


def test_the_commands_print_what_is_shown(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shown = {"kind": "console", "file": None, "read": False}
    assert len(COMMANDS) == 2
    assert not list(faults([shown | {"text": text} for text in COMMANDS]))
