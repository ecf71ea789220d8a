"""Source texts of games with random idioms of docs/contract.md, to compare compiled rules."""

from hypothesis import strategies as st

from drawngames import grower

HEAD = '''
from collections import Counter, defaultdict, deque
from functools import partial, reduce
from itertools import accumulate, chain, combinations, count, dropwhile, groupby, islice, pairwise
from itertools import permutations, product, takewhile
from operator import itemgetter
from typing import NamedTuple

from zermelo import DRAW, LOSS, ONGOING, WIN, Game

NEAR = [(1, 2), (), (0, 3), (2,)]
WORTH = {{0: 3, 1: 1, 2: 4, 3: 1}}
JUMPS = {{0: {{0: [1, 3], 1: [2]}}, 1: {{3: [4], 1: [], 5: (6, 7)}}}}
NAMES = {{"low": 2, "high": 5}}
CORNERS = {{0, 2, 5}}


class Side(NamedTuple):
    taken: int
    row: tuple[int, ...]

    @property
    def total(self):
        return self.taken + sum(self.row)


class State(NamedTuple):
    row: tuple[int, ...]
    sides: tuple[Side, Side]
    left: int
    player: int


def four(row):
    """Four small ints."""
    longer = [*row, 3, 1, 2, 0]
    return tuple(longer[place] % 8 for place in range(4))


def weighted(row, *, by, start=0):
    return start + by * sum(row)


def first(row, above):
    for place, one in enumerate(row):
        if one > above:
            return place, one
    return None


class Drawn(Game[State]):
    def start(self):
        side = Side(0, (1, 0))
        return State({start}, (side, side), 6, 0)

    def moves(self, state):
        row, left, side = state.row, state.left, state.sides[state.player]
        move = 0
        if left:
            yield from (move for move in range(3) if move < 1 or {condition})

    def play(self, state, move):
        row, left, side = state.row, state.left, state.sides[state.player]
        {statements}
        sides = [*state.sides]
        sides[state.player] = side._replace(taken=({taken}) % 16, row=four({kept})[:2])
        return State(four({row}), tuple(sides), left - 1, 1 - state.player)

    def outcome(self, state):
        row, left, side, move = state.row, state.left, state.sides[state.player], 0
        if left:
            return ONGOING
        return WIN if {won} else {lost}
'''
NUMBERS = (
    "sum($R)", "len($R)", "max($R, default=$N)", "min($R, default=$N)", "$R.count($N)",
    "int($N in $R)",
    "divmod($N, 3)[1]", "WORTH[($N) % 4]", "WORTH.get($N, 2)", "sum(NEAR[($N) % 4])", "abs($N)",
    "sum(1 for one in $R if $C)", "next((one for one in $R if $C), $N)", "($N if $C else $N)",
    "reduce(lambda one, other: one ^ other, $R, $N)", "len({*$R} & CORNERS)", "len(set($R))",
    "max($R, key=lambda one: (one % 3, one), default=$N)", "Counter($R)[$N]", "side.total",
    "sum(a * b for a, b in zip($R, $R))", "sum(i * one for i, one in enumerate($R, start=1))",
    "len([1 for a, b in product($R, $R) if a > b])", "NAMES['low' if $C else 'high']",
    "sum(a < b for a, b in combinations($R, 2))",
    "max([*accumulate($R)], default=$N)", "sum(chain($R, $R))", "sorted([*$R, $N])[0]",
    "len({one: i for i, one in enumerate($R)})", "sum(a != b for a, b in pairwise($R))",
    "sum(takewhile(lambda one: one < $N, $R))", "weighted($R, by=2)",
    "weighted($R, start=$N, by=1)",
    "max(accumulate($R, lambda one, other: one ^ other), default=$N)", "len(JUMPS[($N) % 2])",
    "len([key for key, _ in groupby($R)])", "next(one for one in count($N) if one % 4 == 0)",
    "sum(len(list(run)) * key for key, run in groupby($R, key=lambda one: one % 2))",
    "sum(a < b for a, b, _ in permutations($R, 3))",
    "max(enumerate([*$R, 0]), key=itemgetter(1))[0]",
    "sum(JUMPS[($N) % 2].get($N, (3,)))", "sum(map(partial(max, 2), $R))",
    "($N + $N)", "($N - $N)", "($N * 3)", "(($N) % 5)", "(($N) // 2)", "(($N) & 7)",
)  # fmt: skip
ROWS = (
    "tuple(sorted($R))", "$R[::-1]", "($R[1:] + $R[:1])", "(*$R, $N)",
    "tuple(one + 1 for one in $R)",
    "tuple(one for one in $R if $C)", "tuple(a + b for a, b in zip($R, $R))", "side.row",
    "tuple([0] * 2 + list($R))", "tuple(map(lambda one: one * 2, $R))", "NEAR[($N) % 4]",
    "tuple(i * one for i, one in enumerate($R))", "tuple(sorted($R, key=lambda one: -one % 4))",
    "tuple(filter(lambda one: one > 1, $R))", "($R[:2] + ($N,) + $R[2:])", "tuple(reversed($R))",
    "tuple(dropwhile(lambda one: one < $N, $R))", "tuple(islice($R, 2))",
)  # fmt: skip
CONDITIONS = (
    "$N < $N", "$N == $N", "$N in $R", "any(one > $N for one in $R)",
    "all(one != $N for one in $R)",
    "{*$R} <= CORNERS", "not $R", "$R == $R", "$N in CORNERS", "first($R, $N) is None",
    "0 <= $N < 6",
)  # fmt: skip
STATEMENTS = (
    "left += 0 * ($N)",
    "row = $R",
    "cut = [*$R]\n        cut[0:1] = [$N]\n        row = tuple(cut)",
    "seen = {}\n        for one in $R:\n            seen[one] = seen.get(one, 0) + 1\n"
    "        row = (*row, len(seen))",
    "queue = deque($R)\n        while len(queue) > 2:\n            queue.popleft()\n"
    "        row = tuple(queue)",
    "rows = [list($R), list($R)]\n        rows[0].append($N)\n        row = tuple(rows[0])",
    "def near(one, by=2):\n            return (one + left) % 5 * by\n"
    "        row = tuple(near(one) for one in $R) + (near($N, by=1),)",
    "def walk(count):\n            if count > 0:\n                yield count % 8\n"
    "                count -= 2\n        row = (*row, *walk($N))",
    "groups = {}\n        for one in $R:\n            groups.setdefault(one % 3, []).append(one)\n"
    "        row = tuple(groups[one][0] for one in sorted(groups))",
    "groups = defaultdict(set)\n        for one in $R:\n            groups[one % 3].add(one)\n"
    "        left += 0 * len(groups[$N])",
    "match len($R):\n            case 0:\n                row = ($N,)\n"
    "            case _:\n                row = $R",
)

LEAVES = {"N": ("left", "move", "1", "2", "3"), "R": ("row",), "C": ("move > 1", "left > 2")}
GROWN = {"N": NUMBERS, "R": ROWS, "C": CONDITIONS}


@st.composite
def sources(draw: st.DrawFn) -> str:
    """The source of a module with one game, `Drawn`."""
    grow = grower(draw, LEAVES, GROWN, 3)
    gaps = {"taken": "N", "kept": "R", "row": "R", "won": "C", "condition": "C"}
    return HEAD.format(
        **{name: grow(kind) for name, kind in gaps.items()},
        start=tuple(draw(st.integers(0, 7)) for _ in range(4)),
        statements="\n        ".join(grow(STATEMENTS) for _ in range(draw(st.integers(1, 3)))),
        lost=draw(st.sampled_from(("LOSS", "DRAW"))),
    )
