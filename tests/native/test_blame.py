"""Where the compiler fails without a word, the line of the user's that it was at is named."""

from __future__ import annotations

import pytest

from zermelo import perft
from zermelo.errors import NativeWarning
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

RULES = """
from typing import NamedTuple
from zermelo import Game

class Left(NamedTuple):
    left: int
    player: int

class Pairs(Game[Left]):
    def start(self):
        return Left(3, 0)

    def half(self, number):
        return None if number % 2 else number // 2

    def pairs(self, state):
        if state.left == 0:
            return [(0, 0)]
        found = []
        for number in range(state.left):
            found.append((number, self.half(number)))
        return found

    def moves(self, state):
        return [number for number in range(len(self.pairs(state)))] if state.left else []

    def play(self, state, move):
        return Left(max(state.left - move - 1, 0), 1 - state.player)
"""


def test_the_line_is_named_at_which_the_compiler_failed(tmp_path):
    file = tmp_path / "pairs.py"
    file.write_text(RULES, encoding="utf-8")
    with pytest.warns(NativeWarning) as caught:
        perft(parse_game(str(file)), 3)
    (warning,) = caught
    line = 1 + RULES[: RULES.index("return [(0, 0)]")].count("\n")
    assert f"pairs.py:{line}, in moves" in str(warning.message)


def test_a_rule_that_fails_in_python_is_named_with_its_error(tmp_path):
    file = tmp_path / "fails.py"
    text = RULES.replace("state.left - move - 1, 0", "state.left - (1, 2)[move], 0")
    file.write_text(text, encoding="utf-8")
    with pytest.warns(NativeWarning) as caught, pytest.raises(IndexError):
        perft(parse_game(str(file)), 3)
    line = 1 + text[: text.index("(1, 2)[move]")].count("\n")
    why = f"fails.py:{line}: it fails in plain Python, too, with IndexError"
    assert why in str(caught[0].message)
