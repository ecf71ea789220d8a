"""A cluster of two nodes finds what one machine finds, whatever is killed on the way."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from databasefiles import contents
from processes import soon
from twonodes import TwoNodes

pytest.importorskip("ray")

FOUR = "connectfour(width=4, height=4)"


def started(*words: str) -> subprocess.Popen[bytes]:
    """The command under way."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen([sys.executable, "-m", "zermelo", *words], env=environment)


def done(*words: str) -> None:
    assert started(*words).wait(400) == 0


def games(path: Path) -> list[dict]:
    """The games in a JSON Lines file, without their times."""
    found = [json.loads(line) for line in path.read_text().splitlines()]
    for move in (move for game in found for move in game["moves"]):
        del move["seconds"]
    return found


@pytest.mark.compiled
@pytest.mark.timeout(1500)  # a minute and a half, but on a busy machine
def test_a_cluster_finds_what_a_machine_finds_whatever_is_killed(tmp_path):
    with TwoNodes() as cluster:
        on = "--on", cluster.address
        done("solve", FOUR, "--out", f"{tmp_path}/four")
        solving = started("solve", FOUR, "--out", f"{tmp_path}/four on two", *on)
        assert soon((tmp_path / "four on two" / "zarr.json").exists, seconds=300)
        for worker in cluster.workers():
            worker.kill()
        assert solving.wait(400) == 0
        assert contents(tmp_path / "four on two") == contents(tmp_path / "four")

        three = "solve", "morris", "--endgame", "3-3", "--out"
        done(*three, f"{tmp_path}/three")
        out = tmp_path / "three on two"
        solving = started(*three, str(out), *on)
        assert soon((out / "zarr.json").exists, seconds=300)
        cluster.tell("lose")
        assert soon(lambda: (out / "progress.json").exists(), seconds=300)
        solving.kill()
        solving.wait()
        cluster.tell("gain")
        done(*three, str(out), *on)
        assert contents(out) == contents(tmp_path / "three")

        round_ = "solve", "foxandgeese(size=4)", "--plain", "--out"
        done(*round_, f"{tmp_path}/round")
        done(*round_, f"{tmp_path}/round on two", *on)
        assert contents(tmp_path / "round on two") == contents(tmp_path / "round")
        assert any(tier["inner"] for tier in contents(tmp_path / "round")["facts"]["tiers"])

        played = "match", "tictactoe", "alphabeta:depth=2", "random", "--plain", "--export"
        done(*played, f"{tmp_path}/games")
        done(*played, f"{tmp_path}/games on two", *on)
        assert games(tmp_path / "games on two") == games(tmp_path / "games")
