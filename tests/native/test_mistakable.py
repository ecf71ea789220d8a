"""Code that would be compiled to something else is refused, with its line, and runs plain."""

from __future__ import annotations

import pytest

import zermelo
from zermelo.errors import NativeWarning
from zermelo.native import runs_native
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

HEAD = """
from functools import reduce
from typing import NamedTuple
from zermelo import Game

ROW = (0, 1, 2, 3)

class Few(NamedTuple):
    left: int
    player: int

def parity(number):
    return None if number > 2 else number % 2

class Count(Game[Few]):
    def start(self):
        return Few(9, 0)

    def moves(self, state):
        yield from range(1, min(3, state.left) + 1)

    def play(self, state, move):
        left = state.left - move
        if state.left == 5:
            CODE
        return Few(left if 0 <= left < 9 else 0, 1 - state.player)
"""
MISTAKABLE = {  # in games that random ones do not meet: only where five are left
    "x is two things": "x = move * 10; left = next((x for x in ROW if x > 5), x)",
    "n is two things": "n = move; left = max((n for n in ROW), key=lambda k: abs(k - n))",
    "has no defaults": "left = reduce(lambda a, b, k=2: a + b * k, ROW, 0)",
    "loop changes seen": (
        "seen = {9}\n            for c in (c for c in ROW if c not in seen): seen.add(c + 1)"
        "\n            left = len(seen)"
    ),
    "loop changes total": (
        "total = 0\n            for c in map(lambda x: x + total, ROW): total += c"
        "\n            left = total"
    ),
    "loop changes move": (
        "def ways():\n                for i in range(3): yield i + move"
        "\n            for one in ways(): move += one\n            left = move"
    ),
    "hit is set in here": "hit = 9\n            if any((hit := x) >= 1 for x in ROW): left = hit",
    "popped once": (
        "stack = [1, 2, 3]; count = {1: 1, 2: 1, 3: 1}; count[stack.pop()] += 1; left = len(stack)"
    ),
    "both is empty once": "both = (x for x in ROW); left = sum(both) + sum(both)",
}


def written(path, code: str):
    """The game with this code where five are left, from a file."""
    file = path / "count.py"
    file.write_text(HEAD.replace("CODE", code), encoding="utf-8")
    return parse_game(f"{file}:Count")


@pytest.mark.parametrize("why", MISTAKABLE)
def test_it_is_refused_with_its_line(tmp_path, why):
    game = written(tmp_path, MISTAKABLE[why])
    with pytest.warns(NativeWarning, match=rf"count\.py:\d+, in play: .*{why}"):
        zermelo.perft(game, 2)
    assert not runs_native(game)


RIGHT = {  # with what is left, of which the number of games depends
    "left = sum((x for x in ROW), start=move)": 7,
    "left = 1 + (parity(move) == None) + 2 * (parity(3) == None) + 4 * (None != parity(4))": 3,
    "x = 2; left = sum(x for x in ROW[:2]) + sum(x for x in ROW[1:3]) + x": 6,
    "one = []; one.append(move); other = one; one += other; left = len(other)": 2,
    "seen = set()\n            for c in [c for c in ROW if c not in seen]: seen.add(c)\n"
    "            left = len(seen)": 4,
}


@pytest.mark.parametrize("code", RIGHT)
def test_code_that_is_like_it_compiles(tmp_path, code):
    game = written(tmp_path, code)
    five = game.play(game.play(game.start(), 2), 2)
    assert game.play(five, 1).left == RIGHT[code]
    native = zermelo.perft(game, 6)
    assert runs_native(game)
    assert native.sequences == zermelo.perft(game, 6, native=False).sequences
