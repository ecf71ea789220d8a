"""Functions of `itertools`: loops that say the same as Python, or one line that says why not."""

from __future__ import annotations

import warnings

import pytest

import zermelo
from compared import Comparison
from zermelo.errors import NativeWarning
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

GAME = """
from functools import partial
from itertools import *
from typing import NamedTuple

from zermelo import Game


class State(NamedTuple):
    row: tuple[int, ...]
    left: int
    player: int


class Loops(Game[State]):
    def start(self):
        return State((0, 1, 2, 0, 0, 1), 9, 0)

    def moves(self, state):
        if state.left:
            yield from range(3)

    def play(self, state, move):
        row, left, player = state
        number = move
        PLAY
        return State((*row[1:], number % 3), left - 1, 1 - player)
"""


def game(path, play):
    file = path / "loops.py"
    file.write_text(GAME.replace("PLAY", play.replace("\n", "\n        ")), encoding="utf-8")
    return parse_game(str(file))


@pytest.mark.parametrize(
    "play",
    [
        # it stops when the row changes on the way
        "cells = list(row)\nfor place in takewhile(lambda place: cells[place] != 2, range(6)):\n"
        "    cells[(place + 2) % 6] = 2\n    number += place + 1",
        "for place in takewhile(lambda place: place < 4, range(6)):\n"
        "    if row[place] == 2: break\nelse:\n    number += 40\nnumber += place",
        "number += sum(islice((one for one in count(left) if one % 2), 4))\n"
        "number += len(list(islice(row, 0))) + sum(islice(row, 1, None, 2))",
        "for (one, other), run in groupby(zip(row, row[2:]), key=lambda pair: (pair[0], 1)):\n"
        "    number += one * 3 + other + len(list(run))",
    ],
)
def test_loops_say_the_same_compiled(tmp_path, play):
    with warnings.catch_warnings():
        warnings.simplefilter("error", NativeWarning)
        output = Comparison("loops", game(tmp_path, play)).run(100)
    assert output.equal, output


@pytest.mark.parametrize(
    ("play", "why"),
    [
        ("runs = [run for _, run in groupby(row)]", "a group of groupby that is kept: "),
        ("for _, run in groupby(row): number += len([*run]) + sum(run)", "run, which is read"),
    ],
)
def test_a_loop_that_could_differ_is_refused_with_its_line(tmp_path, play, why):
    with pytest.warns(NativeWarning, match=rf"loops.py:26: .*{why}"):
        zermelo.perft(game(tmp_path, play), 2)
