"""Functions inside rules: taken out where the compiler could not read them, and equal to Python."""

from __future__ import annotations

import ast
import warnings

import pytest

import zermelo
from compared import Comparison
from zermelo.errors import NativeWarning
from zermelo.native.rewriting.closures import taken_out
from zermelo.spec import parse_game

GAME = """
from typing import NamedTuple

from zermelo import Game

NEAR = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}


class State(NamedTuple):
    row: tuple[int, ...]
    left: int
    player: int


class Inside(Game[State]):
    def weight(self, piece):
        return piece * 3 + 1

    def start(self):
        return State((0, 1, 2, 0, 0, 1), 9, 0)

    def moves(self, state):
        def free(step, cell=3):
            while 0 <= cell < 6 and state.row[cell] < 2:
                yield cell
                cell += step

        def all_free():
            yield from free(1, cell=0)
            yield from free(-1, 5)

        if state.left:
            yield from sorted({*all_free()})

    def play(self, state, move):
        row, left, player = state
        number = move
PLAY
        return State((*row[1:], number % 3), left - 1, 1 - player)
"""
PLAYS = {
    "recursion": """
        seen = set()
        paths = []
        def fill(cell, depth):
            if cell in seen or row[cell] == row[move]:
                return
            seen.add(cell)
            paths.append((cell, depth))
            for other in NEAR[cell]:
                fill(other, depth + 1)
        fill(left % 6, 0)
        number += len(seen) + sum(cell * depth for cell, depth in paths)
    """,
    "memory": """
        memory = {}
        def ways(count):
            if count not in memory:
                memory[count] = 1 if count < 2 else ways(count - 1) + ways(count - 2)
            return memory[count]
        number += ways(left + 2)
    """,
    "what variables hold at the call": """
        base = 1
        def above(cell):
            return row[cell] > base
        number += sum(above(cell) for cell in range(6))
        base = 0
        number += 2 * sum(map(above, range(6)))
        worth = lambda cell: (row[cell] + base, self.weight(-cell))
        number += max(range(6), key=worth) + sorted(range(6), key=worth)[1]
    """,
    "names that mean something else inside": """
        cell = move
        def here():
            return row[cell]
        def further(by):
            cell = by + 1
            return here() * 2 + cell
        number += sum(further(by) for by in range(3))
        number += sum(here(0) for here in [lambda one: one + 2])
        number += max(((cell, further) for further, cell in enumerate(row)))[1]
    """,
    "arguments by name": """
        def summed(one, two=2, *, three=3):
            return one * 100 + two * 10 + three
        number += summed(1) + summed(2, three=move)
        number += summed(two=5, one=3) + summed(1, 2, three=left)
    """,
}


@pytest.mark.compiled
@pytest.mark.parametrize("name", PLAYS)
def test_functions_inside_say_the_same_compiled(tmp_path, name):
    file = tmp_path / "inside.py"
    file.write_text(GAME.replace("PLAY", PLAYS[name].strip("\n")), encoding="utf-8")
    with warnings.catch_warnings():
        warnings.simplefilter("error", NativeWarning)
        output = Comparison(name, parse_game(str(file))).run(120)
    assert output.equal, output
    assert output.positions > 50


@pytest.mark.compiled
def test_a_call_that_the_compiler_mistakes_is_refused(tmp_path):
    play = """
        if player:
            def weighed(one, by=2): return one + by
        else:
            def weighed(one, by=3): return one * by
        number += weighed(move, by=5)
    """
    file = tmp_path / "inside.py"
    file.write_text(GAME.replace("PLAY", play), encoding="utf-8")
    with pytest.warns(NativeWarning, match="give weighed all its arguments, without names") as seen:
        zermelo.perft(parse_game(str(file)), 2)
    line = 1 + file.read_text("utf-8").split("\n").index("        number += weighed(move, by=5)")
    assert f"inside.py:{line}" in str(seen[0].message)


def parts(source):
    """The functions inside one, and the one, as they are then, as text."""
    whole, inside = taken_out(ast.parse(source).body[0])
    return [*map(ast.unparse, inside), ast.unparse(whole)]


def test_calls_hand_over_what_the_functions_use():
    inside, whole = parts(
        "def play(row, move):\n"
        "    def at(cell, by=1):\n"
        "        return row[cell] * by\n"
        "    return at(move) + at(by=2, cell=0)\n"
    )
    name = "__lifted0_at_2"
    assert inside.startswith(f"def {name}(cell, by, row):")
    assert f"return {name}(move, 1, row) + {name}(0, 2, row)" in whole


@pytest.mark.parametrize(
    "code",
    [
        "def at(cell): return row[cell]\n    return at(move)",  # the compiler can write it out
        "def at(cell): return row[cell]\n    return [at(move) for row in rows]",  # another row
        "def at(cell): return row[cell]\n    return [at(*one) for one in rows]",
        "def at(cell):\n        nonlocal row\n        row = cell\n    return [at(1)]",
    ],
)
def test_a_function_stays_where_it_is_if_that_is_right_or_the_call_unsure(code):
    source = f"def play(row, move, rows):\n    {code}\n"
    assert parts(source) == [ast.unparse(ast.parse(source))]
