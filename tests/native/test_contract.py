"""Each row of docs/contract.md: constructs compile, or are refused with the words given."""

import re
from pathlib import Path

import pytest

import compiledrules

pytestmark = pytest.mark.compiled

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "contract.md"
TEXT = DOCUMENT.read_text("utf-8").replace("|=", "¦=")
ROWS = re.findall(r"^\| ([^|]+?) \| `([^|]+?)` \| ([^|]+?) \|$", TEXT, re.MULTILINE)
COMPILING = re.findall(r"^\| ([^|]+?) \| `([^|]+)` \|$", TEXT, re.MULTILINE)
HEAD = """
import copy
import math
import operator
from collections import Counter, defaultdict, deque
from enum import IntEnum
from functools import cache, partial, reduce
from itertools import *
from operator import itemgetter
from typing import NamedTuple
from zermelo import Game, Picture, replaced

LIST = [0, 1, 2, 3]
ROW = (0, 1, 2, 3)
NEAR = [(1, 2), (), (0, 3), (2,)]
WORTH = {0: 3, 1: 1, 2: 4, 3: 1}
STEPS = {"north": (0, 1), "east": (1, 0)}
NAMES = ["north", "east"]
WAYS = range(4)
PAIRS = {(0, 1): 3, (1, 1): 4}
CORNERS = {0, 2}
JUMPS = {0: {0: [1, 3], 1: [2]}, 1: {3: [4], 1: [], 5: (6, 7, 8)}}
REACH = {0: range(3), 1: range(1, 9, 2)}
FAR = {-5: 1, 1000: 4, 9 * 10**9: 6}
SETS = [{0, 1}, {0, 2}, {1, 2, 3}]

class Piece(IntEnum):
    MAN = 0
    KING = 1

    @property
    def other(self):
        return Piece(1 - self)

    def plus(self, number):
        return self.value + number if self is Piece.KING else number

class Cell:
    EMPTY = 0

class Point(NamedTuple):
    x: int
    y: int

    SIDES = (1, 4)

    @classmethod
    def on(cls, x):
        return cls(x, 2)

    def moved(self, by):
        return Point(self.x + by, self.y)

    @property
    def total(self):
        return self.x + self.y

class Kind(NamedTuple):
    worth: int
    steps: tuple[int, ...]

KINDS = {0: Kind(3, (1, 2)), 1: Kind(4, ())}

class Few(NamedTuple):
    left: int
    at: Point = Point(1, 2)
    player: int = 0

def first(row, above):
    for one in row:
        if one > above:
            return one

@cache
def known(number):
    return number + 1

def placed(row, sought):
    for place, one in enumerate(row):
        if one == sought:
            return place, one
    return None

def parity(number):
    return None if number > 2 else number % 2

def both(row):
    yield row
    yield [one + 1 for one in row]

def weighted(row, *, by, start=0):
    return start + by * sum(row)

def halved(number):
    def half(one):
        return one // 2
    return half(number)

def sum_up(worth, row):
    return sum(worth(one) for one in row)

def gathered(number, seen=None):
    if seen is None:
        seen = set()
    seen.add(number)
    return seen

def rising(number):
    yield from range(number, number + 2)

def filled(items, count):
    for one in range(count):
        items.append(one)
    return len(items)

class Above(Game[Few]):
    def kept(self, number):
        return number + 1

class Count(Above):
    notes = {}

    def start(self):
        return Few(9, Point(1, 2), 0)

    def kept(self, number):
        return number

    def halvings(self, number):
        return 0 if number == 0 else 1 + sum(self.halvings(half) for half in [number // 2])

    def spread(self, number, reached):
        if number not in reached and number >= 0:
            reached.add(number)
            self.spread(number - 1, reached)

    def moves(self, state):
        yield from range(1, min(3, state.left) + 1)

    def play(self, state, move):
        PLAY
        return Few(left, state.at, 1 - state.player)

    def picture(self, state):
        return Picture.grid(1, 1, {}, {})
"""


def compare_code(path: Path, play: str) -> str:
    """The first difference in `play` with this code, or why it does not compile."""
    source = HEAD.replace("PLAY", play.replace("; ", "\n        "))
    return compiledrules.compare_rule(path / "count.py", source, 8)


@pytest.mark.parametrize(("construct", "code"), COMPILING, ids=[row[0] for row in COMPILING])
def test_rows_that_compile_agree_with_plain_python(tmp_path, construct, code):
    after = "; left = (left * 7 + state.left * 3 + move) % 211"
    assert not compare_code(tmp_path, code.replace("¦", "|") + after)


@pytest.mark.parametrize(("construct", "code", "instead"), ROWS, ids=[row[0] for row in ROWS])
def test_rows_that_do_not_compile_are_refused_with_the_words_of_the_table(
    tmp_path, construct, code, instead
):
    found = compare_code(tmp_path, code)
    assert re.fullmatch(rf"refused: count\.py:\d+: .*{re.escape(instead)}", found), found


def test_the_tables_are_read():
    assert len(COMPILING) > 75
    assert len(ROWS) > 8
