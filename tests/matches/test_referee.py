"""One game under the referee: forfeits and the clock."""

from __future__ import annotations

import pytest

import zermelo
from matching import TICTACTOE, Sleeper, played
from zermelo.play.drawrules import DrawRules


class Broken:
    name = "broken"

    def choose(self, game, state):
        return {}["no"]


def test_faults_of_objects_lose_too():
    late = played(TICTACTOE, Sleeper(), "first", clock=0.02)
    assert late.result == -1 and late.reason.startswith("time: 0.0")
    broken = played(TICTACTOE, "first", Broken())
    assert broken.result == 1 and broken.reason.startswith("crash: KeyError: 'no'")
    assert len(broken.moves) == 1 and broken.forfeited


def test_no_clock_runs_while_a_player_starts(tmp_path):
    path = tmp_path / "late.py"
    path.write_text(
        "import time\ntime.sleep(0.6)\ndef late(game, state):\n"
        "    return next(iter(game.moves(state)))\n"
    )
    record = played(TICTACTOE, str(path), "first", clock=0.5)
    assert record.reason == "" and len(record.moves) == 7


@pytest.mark.parametrize("name", ["engine:seconds=9", "engine:depth=40", "level:9"])
def test_searches_keep_to_the_clock(name):
    record = played(zermelo.game("morris"), name, "first", clock=0.8, draws=DrawRules(cap=2))
    assert (record.result, record.reason) == (0, "cap")
