"""Code whose order or scope is easily mistaken agrees with Python, or is refused."""

# ruff: noqa: E501 - code in one line
import pytest

import compiledrules

pytestmark = pytest.mark.compiled

HEAD = """
import math
import operator
from collections import Counter, defaultdict
from functools import partial, reduce
from itertools import *
from typing import NamedTuple
from zermelo import Game

ROW = (0, 1, 2, 3)
LONG = tuple(range(7, 37))  # loops over it are written out
NEAR = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}

class Few(NamedTuple):
    left: int
    player: int

def parity(number):
    return None if number > 2 else number % 2

def twice(items):
    return sum(items) + 3 * sum(items)

def tally(row):
    return Counter(row)

def take(row):
    return row.pop()

def handed(row):
    return take(row)

def copied(row):
    row = list(row)
    row.append(1)
    return len(row)

def small(number):
    if number > 5:
        raise ValueError("too large")
    return number

def asked(count, key):
    return count[key]

class Count(Game[Few]):
    def start(self):
        return Few(9, 0)

    def weight(self, piece):
        return piece * 3 + 1

    def moves(self, state):
        yield from range(1, min(3, state.left) + 1)

    def play(self, state, move):
        left = state.left - move
        if state.left == 5:
            CODE
        return Few(left if 0 <= left < 9 else 0, 1 - state.player)
"""
EQUAL = (  # in games that random ones do not meet: only where five are left
    "x = move * 10; left = next((x for x in ROW if x > 5), x)",
    "n = move; left = max((n for n in ROW), key=lambda k: abs(k - n))",
    "left = reduce(lambda a, b, k=2: a + b * k, ROW, 0)",
    "seen = {9}\n"
    "            for i, c in enumerate(c for c in ROW if c not in seen):\n"
    "                seen.add(i)\n"
    "            left = len(seen)",
    "total = 0\n"
    "            for c in islice(map(lambda x: x + total, ROW), 3): total += c\n"
    "            left = total",
    "grown = 1\n"
    "            for c in map(partial(operator.add, grown), ROW): grown += c\n"
    "            left = grown",
    "row = [1, 2, 3]\n            for c in reversed(row): row[0] += c\n            left = row[0]",
    "def ways():\n"
    "                for i in range(3): yield i + move\n"
    "            for one in ways(): move += one\n"
    "            left = move",
    "hit = 9\n            if any((hit := x) >= 1 for x in ROW): left = hit",
    "stack = [1, 2, 3]; count = {1: 1, 2: 1, 3: 1}; count[stack.pop()] += 1; left = len(stack)",
    "late = (x for x in ROW if x > move); move += 1; left = sum(late)",
    "row = [1]; row.extend(x for x in ROW if x not in row); left = len(row)",
    "more = [1]; more += (x for x in ROW if x not in more); left = len(more)",
    "row = [1, 2]; left = next((x for x in ROW), row.pop()) + len(row)",
    "row = [1, 2]; left = len(list(product(ROW, [row.pop()]))) + len(row)",
    "stack = [1, 2, 3, 4]; rows = [stack.pop() + 9 * x for x in (stack.pop() for _ in ROW[:2])]\n"
    "            left = rows[0]",
    "row = [1, 2, 3]; left = (row.pop() if move else 0) * 9 + (last := row.pop()) + last",
    "row = [1, 2]; left = take(row) * 10 + (low := handed(row)) + low",
    "row = [1, 2, 3]\n"
    "            def draw(): return row.pop()\n"
    "            left = draw() * 10 + (top := draw()) + top",
    "row = [1, 2, 3]; count = {1: 1, 2: 1, 3: 1}; count[take(row)] += 1; left = len(row)",
    "row = [1]; left = next((x for x in ROW), take(row)) + len(row)",
    "one = 1; left = sum(one for _ in ROW) + (one := 3) + one",
    "two = 1; left = (two if move else 2) + (two := 3)",
    "six = 1; left = {1: six, (six := 5): 2}[1] + six",
    "row = [{1: move}]\n            row[0] = {}\n            left = len(row)",
    "row = [1, 2]; left = row.pop() * 10 + (end := row.pop()) + end",
    "far = 1; left = 9 if move < 1 < (far := 3) or move > 2 else far",
    "now = 5; now += (now := 3); left = now",
    "groups = {1: [2]}; groups = {k: [] for k in groups}",
    "kept = other = {0: []}; kept[0].append(move); left = len(other[0])",
    "row = list(ROW); row[1] = move / 2; left = int(row[1] * 4)",
    "flags = [False] * 4; flags[1] = move; left = flags[1]",
    "flags = [move > 1]; flags += [move]; left = sum(flags)",
    "left = Counter({1: 5})[1]",
    "count = Counter(ROW); left = Counter(count)[1]",
    "count = Counter(ROW); count.update(Counter(ROW)); left = count[1]",
    "count = Counter(ROW); left = asked(count, 7)",
    "def add(a, b=2): return a * 3 + b\n            more = add; left = more(1, b=move)",
    "both = (max, ROW); left = reduce(*both)",
    "row = [1, 2]; left = copied(row) + (low := len(row)) + low - 3",
    "left = sum((x for x in ROW), start=move)",
    "left = 1 + (parity(move) == None) + 2 * (parity(3) == None) + 4 * (None != parity(4))",
    "x = 2; left = sum(x for x in ROW[:2]) + sum(x for x in ROW[1:3]) + x",
    "one = []; one.append(move); other = one; one += other; left = len(other)",
    "seen = set()\n"
    "            for c in [c for c in ROW if c not in seen]: seen.add(c)\n"
    "            left = len(seen)",
)
REFUSED = {  # with what the message says
    "ways = chain(ROW, ROW); left = sum(x for _ in range(2) for x in ways)": "the iterator ways, which is read twice: make a list of it",
    "both = (x for x in ROW); left = sum(both) + sum(both)": "the iterator both, which is read twice: make a list of it",
    "left = twice(x for x in ROW)": "the iterator items, which is read twice: make a list of it",
    "late = (x for x in ROW); left = twice(late)": "the iterator items, which is read twice: make a list of it",
    "groups = defaultdict(list); groups[1].append(2); one = groups[1]; groups[1] *= 2\n"
    "            left = len(one)": "*= of a list: write a = a * n",
    "count = Counter(ROW); left = int(count == Counter(ROW[1:]))": "== between Counters: compare their items",
    "if state.player:\n                def by(one, two=2): return one + two\n"
    "            else:\n                def by(one, two=3): return one * two\n"
    "            left = by(move, two=5)": "by, a function or iterator in one place and something else in another: use two variables, or move the code that uses it into the branches",
}
ODD = (  # all in one game, one after the other: with so many left
    """
    for x in (6 // y for y in (3, 2, 1, 0)):
        left += x
        if x > 2: break
    for x in (a * b + ROW[a] for a in range(3) if a != 1 for b in range(4)):
        if x == move: break
        left += x
    else:
        left += 30
    left += any(x > 2 for x in (6 // y for y in (3, 1, 0)))
    for x, y in zip((6 // y for y in (3, 2, 1, 0)), ROW):
        left += x
        if y == 1: break
    left += sum(x * y for x, y in zip(ROW[:2], map(small, (3, 2, 9))))
    """,
    """
    seen, total = {9}, 0
    for x in (x for x in ROW if x not in seen): seen.add(x + 1)
    for x in map(lambda x: x + total, ROW): total += x
    left += len(seen) + 10 * total
    """,
    """
    stack = [1, 5, 2, 7]
    for key, value in {stack.pop(): stack.pop() for _ in range(2)}.items(): left += key * 9 + value
    stack = [0, 1, 5, 2, 7]
    while stack and (top := stack.pop()) != 1: left += top
    """,
    """
    left += reduce(operator.lshift, (1, 70), 1) % 1001
    left += reduce(operator.sub, (9, 2, 1), move)
    left += sum(map(operator.pow, (2, 3), (70, move))) % 1009
    left += sum(starmap(operator.lshift, ((1, 70), (2, move)))) % 1013
    """,
    """
    count = Counter(ROW)
    del count[move]
    def look(key): return count[key] + 2 * count[key + 1]
    same = count
    left += sum(look(key) for key in range(3)) + 5 * len(count) + same[8] + tally(ROW)[9]
    """,
    """
    groups = defaultdict(list)
    groups[1].append(move)
    one = groups[1]
    groups[1] += [5, 6]
    left += len(one)
    k = 2
    made = {k: [] for k in range(k)}
    made[1].append(4)
    left += len(made) + 5 * len(made[1]) + k
    """,
    """
    for x in (parity(move), parity(3), parity(1)):
        if x is None: continue
        elif x > 0: x = None
        left += 5 if x is None else 2
    def all(items): return 7
    left += all(x for x in ROW)
    """,
    """
    left += len([x for x in accumulate([True, True, False]) if x == 2])
    left += sum(repeat(2, 3)) + len(list(zip(*[ROW for _ in range(move - 2)])))
    """,
    """
    grid = [[None] * 3 for _ in range(2)]
    grid[1][move - 1] = ROW[move - 1]
    for row in grid:
        for one in row:
            if one is not None: left += one * 5 + 1
    left += grid[0].count(None) + 7 * (grid[1][0] is None) + 11 * (grid[1][1] == 0)
    for x in takewhile(lambda x: not any(x == y for y in (x + 1, 8)), ROW[: len(grid)]): left += x
    left += len(list(takewhile(lambda x: x < 3, (move,))))
    x = 4
    left += sum(x for x in (x + y for y in ROW)) + x
    groups = {k: [] for k in ROW if any(k == x for x in (1, 2))}
    groups[1].append(move)
    for i, *rest in enumerate(y for y in ROW): left += len(rest) + i * len(groups)
    left += math.comb(7, move)
    cells = [0, 3, 0, 2]
    cells[1:move] = []
    for i, x in enumerate(6 // y for y in (3, 2, 1, 0)):
        left += i * x
        if x > 2: break
    left += len(cells) + 10 * bin(-7 * move).count("1") + math.isqrt(10**18 + left) % 97
    """,
    # Functions inside rules: recursion, memory, what variables hold at the call, names that mean
    # something else inside, arguments by name, generators.
    """
    row, seen, paths = (0, 1, 2, 0, 0, 1), set(), []
    def fill(cell, depth):
        if cell in seen or row[cell] == row[move]: return
        seen.add(cell)
        paths.append((cell, depth))
        for other in NEAR[cell]: fill(other, depth + 1)
    fill(5 - move, 0)
    left += len(seen) + sum(cell * depth for cell, depth in paths)
    """,
    """
    memory = {}
    def ways(count):
        if count not in memory:
            memory[count] = 1 if count < 2 else ways(count - 1) + ways(count - 2)
        return memory[count]
    left += ways(move + 7)
    """,
    """
    row, base = (0, 1, 2, 0, move, 1), 1
    def above(cell): return row[cell] > base
    left += sum(above(cell) for cell in range(6))
    base = 0
    left += 2 * sum(map(above, range(6)))
    worth = lambda cell: (row[cell] + base, self.weight(-cell))
    left += max(range(6), key=worth) + sorted(range(6), key=worth)[1]
    """,
    """
    row, cell = (0, 1, 2, 0, 0, 1), move
    def here(): return row[cell]
    def further(by):
        cell = by + 1
        return here() * 2 + cell
    left += sum(further(by) for by in range(3))
    left += sum(here(0) for here in [lambda one: one + 2])
    left += max(((cell, further) for further, cell in enumerate(row)))[1]
    """,
    """
    def sum_up(one, two=2, *, three=3): return one * 100 + two * 10 + three
    left += sum_up(1) + sum_up(2, three=move)
    left += sum_up(two=5, one=3) + sum_up(1, 2, three=left)
    """,
    """
    def free(step, cell=3):
        while 0 <= cell < 6 and (0, 1, 2, 0, 0, 1)[cell] < move:
            yield cell
            cell += step
    def all_free():
        yield from free(1, cell=0)
        yield from free(-1, 5)
    left += sum(x * i for i, x in enumerate(sorted({*all_free()}), 1))
    """,
    """
    seen = []
    for one in LONG:
        if one % 5 == move:
            continue
        seen.append([one, left])
        if len(seen) > 20 + move:
            break
    else:
        left += 1
    for one in LONG:
        left += one * one if one % 5 else 0
    for pair in seen:
        left = left * 3 + sum(pair)
    """,
)


def compare_code(path, code: str) -> str:
    """The first difference in the game with this code where five are left."""
    source = HEAD.replace("CODE", code)
    return compiledrules.compare_rule(path / "count.py", source, 3, left=5)


@pytest.mark.parametrize("code", EQUAL)
def test_mistakable_code_agrees_with_plain_python(tmp_path, code):
    assert not compare_code(tmp_path, code)


@pytest.mark.parametrize("code", ODD)
def test_odd_code_agrees_with_plain_python(tmp_path, code):
    lines = code.strip().replace("\n    ", "\n" + " " * 12)
    assert not compare_code(tmp_path, f"{lines}\n            left = left % 97 % 9")


@pytest.mark.parametrize("code", REFUSED)
def test_code_that_might_differ_is_refused_with_its_line(tmp_path, code):
    line = 1 + HEAD[: HEAD.index("CODE")].count("\n") + (4 if "by, a" in REFUSED[code] else 0)
    assert compare_code(tmp_path, code) == f"refused: count.py:{line}: {REFUSED[code]}"
