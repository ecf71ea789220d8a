"""docs/levels.md says what was measured, and its command is one."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

from zermelo.cli import main
from zermelo.players.levels import CALIBRATED

TEXT = (Path(__file__).parent.parent.parent / "docs" / "levels.md").read_text(encoding="utf-8")
STORED = json.loads(CALIBRATED.read_text(encoding="utf-8"))


def test_the_table_is_what_is_stored():
    rows = [
        [cell.strip() for cell in row.split("|")[1:-1]]
        for row in TEXT.splitlines()
        if row[:1] == "|"
    ]
    message = {(row[0], row[1]): (row[2], row[3], row[4], row[6]) for row in rows[2:]}
    stored = {}
    for game, levels in STORED.items():
        for row in levels:
            share = (
                f"{row['share']:.3f} ({row['low']:.3f}–{row['high']:.3f})" if row["score"] else ""
            )
            stored[game, str(row["level"])] = (
                f"{row['rate']:g}",
                f"{row['mistakes']:.3f}",
                f"{row['nodes']:,}",
                share,
            )
    assert message == stored


def test_the_command_runs(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("zermelo.tuning.calibration.TRIALS", 1)
    (command,) = re.findall(r"^    zermelo (calibrate .*)$", TEXT, re.MULTILINE)
    words = [word for word in shlex.split(command) if word != "--store"]
    words[1:2] = ["nim(rows=[1, 1, 1, 1])", "--games", "2", "--plain"]
    assert main(words) == 0
    assert "share taken" in capsys.readouterr().out
    assert len(list((tmp_path / "levels").glob("10-*.db"))) == 1
