"""What is found out about a game's ints is kept on disk, and found out again where it must be."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from zermelo.native.disk import gamewidths
from zermelo.native.ints.widths import Widths
from zermelo.spec import parse_game

WIDE = """
from typing import NamedTuple
import zermelo


class Doubled(NamedTuple):
    number: int


class Doubling(zermelo.Game):
    def start(self):
        return Doubled(1)

    def player(self, state):
        return 0

    def moves(self, state):
        if state.number < 1 << 70:
            yield 1

    def play(self, state, move):
        return Doubled(state.number + state.number)
"""
PROCESS = """
import sys, numba, zermelo
from zermelo.native import bridge, games
from zermelo.native.disk import gamewidths
asked = []
for module, name in ((gamewidths, "measured"), (games, "explored_states")):
    def counting(*given, name=name, find_out=getattr(module, name)):
        asked.append(name)
        return find_out(*given)
    setattr(module, name, counting)
print(numba.typeof(zermelo.game(sys.argv[1])), file=sys.stderr)
print(*asked)
"""


@pytest.fixture
def counted(monkeypatch, tmp_path) -> list[str]:
    """The games whose ints are measured, with a cache of their own."""
    collected: list[str] = []

    def measured(game, measure=gamewidths.measured):
        collected.append(str(game))
        return measure(game)

    monkeypatch.setenv("ZERMELO_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(gamewidths, "measured", measured)
    return collected


def test_widths_of_lines_are_kept_until_the_file_is_edited(counted, tmp_path):
    path = tmp_path / "doubling.py"
    path.write_text(WIDE)
    first = gamewidths._measured_once(parse_game(str(path)))
    assert {line for (_, line), _ in first.lines} == {22}
    assert gamewidths._measured_once(parse_game(str(path))) == first
    assert len(counted) == 1
    path.write_text("\n" + WIDE)
    moved = gamewidths._measured_once(parse_game(str(path)))
    assert {line for (_, line), _ in moved.lines} == {23}
    assert len(counted) == 2


def test_widths_that_name_a_line_of_a_changed_file_are_no_longer_known(tmp_path):
    path = tmp_path / "helper.py"
    path.write_text("# one\n")
    widths = Widths((64, 0), 128, frozenset({((str(path), 3), 192)}), frozenset({1}))
    data = gamewidths.widths_as_data(widths)
    assert gamewidths.widths_from_data(data) == widths
    path.write_text("# two\n")
    assert gamewidths.widths_from_data(data) is None
    path.unlink()
    assert gamewidths.widths_from_data(data) is None
    assert gamewidths.widths_from_data(gamewidths.widths_as_data(widths)) is None


@pytest.mark.compiled
def test_a_second_process_measures_and_explores_nothing(tmp_path):
    def asked() -> tuple[str, str]:
        ran = subprocess.run(
            [sys.executable, "-c", PROCESS, "gomoku"],
            env=os.environ | {"ZERMELO_CACHE_DIR": str(tmp_path / "cache")},
            capture_output=True,
            text=True,
            check=True,
        )
        return ran.stdout.strip(), ran.stderr

    first, second = asked(), asked()
    assert first == ("measured explored_states", second[1])
    assert second[0] == ""
