"""docs/contract.md row by row: what does not compile is refused with the words of the table."""

from __future__ import annotations

import re
import warnings
from pathlib import Path

import pytest

import zermelo
from zermelo.errors import NativeWarning
from zermelo.native import runs_native
from zermelo.native.advice import LIST, TABLE
from zermelo.spec import parse_game

pytestmark = pytest.mark.compiled

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "contract.md"
ROWS = re.findall(r"^\| (.+?) \| `(.+?)` \| (.+?) \|$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
HEAD = """
from typing import NamedTuple
from zermelo import Game, Picture, replaced

LIST = [0, 1, 2, 3]
ITEMS = (0, 1, 2, 3)

class Few(NamedTuple):
    left: int
    player: int

class Count(Game[Few]):
    def start(self):
        return Few(9, 0)

    def moves(self, state):
        {moves}

    def play(self, state, move):
        {play}

    def picture(self, state):
        return Picture.grid(1, 1, {{}}, {{}})
"""
USUAL = {
    "moves": "for move in range(1, min(3, state.left) + 1): yield move",
    "play": "return Few(state.left - move, 1 - state.player)",
}
INSTEAD = {  # what the table says to write, written
    "a slice whose bounds vary": "left = state.left\n        for _ in range(move): left -= 1",
    "a generator expression": "left = state.left - sum([1 for one in range(move)])",
    "yield from": USUAL["moves"],
    "reversed": "left = state.left - len([one for one in range(move - 1, -1, -1)])",
    "_replace of what a list holds": "left = state.left - move",
    "unpacking with a star": "row = (state.left - move, 1)\n        left, rest = row[0], row[1:]",
    "try": "left = 0\n        if move <= state.left: left = state.left - move",
    "a tuple times a variable": "row = (0,) * 3\n        left = state.left - move - len(row) + 3",
    "tuple(…) of a list": "left = state.left - replaced((0, 0, 0), 1, move)[1]",
    "a list outside the rules": "left = state.left - ITEMS[move]",
    ":=": "here = state.left - move\n        left = here if here > 0 else 0",
}


def written(path: Path, construct: str, code: str) -> zermelo.Game:
    """The game with this code in its `moves` or else in its `play`, from a file."""
    if code.startswith("try"):  # what the table has no room for
        code += "\n        except ValueError: left = 0"
    if construct == "yield from":
        text = HEAD.format(moves=code, play=USUAL["play"])
    else:
        end = "" if "return" in code else "\n        return Few(left, 1 - state.player)"
        text = HEAD.format(moves=USUAL["moves"], play=code + end)
    file = path / "count.py"
    file.write_text(text, encoding="utf-8")
    return parse_game(str(file))


def test_the_table_is_that_of_the_advice():
    told = [found for _, found in TABLE] + [LIST]
    assert sorted((construct, instead) for construct, _, instead in ROWS) == sorted(told)
    assert INSTEAD.keys() == {construct for construct, _, _ in ROWS}


@pytest.mark.parametrize(("construct", "code", "instead"), ROWS, ids=[row[0] for row in ROWS])
def test_a_row_of_the_table(tmp_path, construct, code, instead):
    game = written(tmp_path, construct, code)
    with pytest.warns(NativeWarning) as caught:
        assert zermelo.perft(game, 3).sequences == (3, 9, 27)
    assert not runs_native(game)
    (warning,) = caught
    rule = "moves" if construct == "yield from" else "play"
    text = (tmp_path / "count.py").read_text(encoding="utf-8")
    line = 1 + text[: text.index(code[:4], text.index(f"def {rule}"))].count("\n")
    why = f"count.py:{line}, in {rule}: {construct} does not compile: write {instead}"
    assert str(warning.message) == f"count runs as plain Python, slowly: {why}"


@pytest.mark.parametrize("construct", INSTEAD)
def test_what_the_table_says_to_write_compiles(tmp_path, construct):
    game = written(tmp_path, construct, INSTEAD[construct])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert zermelo.perft(game, 3).sequences == (3, 9, 27)
    assert runs_native(game)
