"""Errors of rules are raised as Python raises them, at the line of the rules."""

import pytest

from zermelo import perft
from zermelo.errors import ContractError
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


def test_an_error_of_the_rules_is_raised_at_their_line(tmp_path):
    file = tmp_path / "fails.py"
    text = RULES.replace("state.left - move - 1, 0", "state.left - (1, 2)[move], 0")
    file.write_text(text, encoding="utf-8")
    with pytest.raises(IndexError) as raised:
        perft(parse_game(str(file)), 3)
    line = 1 + text[: text.index("(1, 2)[move]")].count("\n")
    last = raised.traceback[-1]
    assert (last.path.name, last.lineno + 1) == ("fails.py", line)


ENDLESS = """
from itertools import count
from typing import NamedTuple
from zermelo import Game

class Left(NamedTuple):
    left: int
    player: int

class Endless(Game[Left]):
    def start(self):
        return Left(100, 0)

    def moves(self, state):
        yield from range(1, 1 + min(40, state.left))

    def play(self, state, move):
        if state.left == 61 and move == 33:  # which no random game shows
            one = 1
            {}
        return Left(state.left - move, 1 - state.player)
"""


@pytest.mark.parametrize(
    "loop",
    [
        "while True: one = 2",
        "while one: one = one % 3 + 1",
        "one += sum(1 for number in count() if number < 0)",
        "one = next(number for number in count() if number < 0)",
        "while one:\n                while one < 9: one += 1\n                one = 1",
    ],
)
def test_a_loop_without_an_end_is_an_error_at_its_line(tmp_path, loop):
    file = tmp_path / "endless.py"
    file.write_text(ENDLESS.format(loop), encoding="utf-8")
    with pytest.raises(ContractError, match=r"endless.py:2[0-2]: a loop in play seems endless: 67"):
        perft(parse_game(str(file)), 3)
