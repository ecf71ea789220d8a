"""One game under the referee: forfeits and the clock."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

import zermelo
from matching import TICTACTOE, Sleeper, played
from processes import PATIENCE
from simulatedtime import SimulatedTime
from zermelo.play.drawrules import DrawRules

REFEREE = "zermelo.matches.referee"


class Broken:
    name = "broken"

    def choose(self, game, state):
        return {}["no"]


def test_faults_of_objects_lose_too(monkeypatch):
    SimulatedTime(monkeypatch, REFEREE)
    late = played(TICTACTOE, Sleeper(), "first", clock=0.02)
    assert late.result == -1 and late.reason == "time: 0.050 s for a move, 0.02 allowed"
    broken = played(TICTACTOE, "first", Broken())
    assert broken.result == 1 and broken.reason.startswith("crash: KeyError: 'no'")
    assert len(broken.moves) == 1 and broken.forfeited


def test_no_clock_runs_while_a_player_starts(tmp_path, monkeypatch):
    path, started, looks = tmp_path / "late.py", tmp_path / "started", []
    path.write_text(
        f"import time, pathlib\ntime.sleep(0.2)\npathlib.Path({str(started)!r}).touch()\n"
        "def late(game, state):\n    return next(iter(game.moves(state)))\n"
    )
    looked = SimpleNamespace(perf_counter=lambda: looks.append(started.exists()) or 0.0)
    monkeypatch.setattr(f"{REFEREE}.time", looked)
    record = played(TICTACTOE, str(path), "first", clock=PATIENCE)
    assert record.reason == "" and len(record.moves) == 7
    assert looks == [True] * 14  # before and after each move


@pytest.mark.parametrize("name", ["engine:seconds=9", "engine:depth=40", "level:9"])
def test_searches_keep_to_the_clock(name, monkeypatch):
    SimulatedTime(monkeypatch, REFEREE, "zermelo.search.clock", tick=0.02)
    record = played(zermelo.game("morris"), name, "first", clock=0.8, draws=DrawRules(cap=2))
    assert (record.result, record.reason) == (0, "cap")
