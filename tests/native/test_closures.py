"""Functions inside rules: equal to Python, or refused."""

import pytest

import compiledrules

pytestmark = pytest.mark.compiled

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


def compare_code(path, play: str) -> list[str]:
    """What differs, or does not compile, with this in `play`."""
    source, file = GAME.replace("PLAY", play.strip("\n")), path / "inside.py"
    texts = (
        compiledrules.compare_rule(file, source, 60, rule=rule)
        for rule in (compiledrules.moves, compiledrules.play)
    )
    return [text for text in texts if text]


@pytest.mark.parametrize("name", PLAYS)
def test_functions_inside_rules_agree_with_plain_python(tmp_path, name):
    assert not compare_code(tmp_path, PLAYS[name])


def test_a_function_that_is_another_one_elsewhere_is_refused(tmp_path):
    play = """
        if player:
            def weighed(one, by=2): return one + by
        else:
            def weighed(one, by=3): return one * by
        number += weighed(move, by=5)
    """
    (found,) = compare_code(tmp_path, play)
    lines = (tmp_path / "inside.py").read_text("utf-8").split("\n")
    line = 1 + lines.index("        number += weighed(move, by=5)")
    assert found.startswith(f"refused: inside.py:{line}: weighed, a function or iterator in one")
