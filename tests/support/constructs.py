"""Python's constructs in small functions, each called with a row of ints and a number.

Functions in `EQUAL` return the same compiled as plain, or raise the same exception. Functions in
`REFUSED` do not compile, and the message says why and what to write instead.
"""

# ruff: noqa: B031, C408, C416, C419, E501, RUF015 - what people write
import enum
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, replace
from itertools import groupby
from typing import NamedTuple

NEAR = {0: [1, 3], 1: [0, 2, 4], 2: [1, 5], 3: [0, 4], 4: [1, 3, 5], 5: [2, 4]}
UNEVEN = [(1, 2), (), (0, 3), (2,)]
WORTHS = {1: 0.5, 2: 0.25, 3: 0.125}
FAR = frozenset({3, 70, 1, 9, 200})
EQUAL, REFUSED = [], {}


def equal(function):
    """Add a function that returns the same compiled as plain."""
    EQUAL.append(function)
    return function


def refused(reason):
    """Add a function that does not compile, with the message."""

    def note(function):
        REFUSED[function] = reason
        return function

    return note


class Point(NamedTuple):
    x: int
    y: int = 2

    @property
    def total(self):
        return self.x + self.y

    def moved(self, by):
        return self._replace(x=self.x + by)

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)


@dataclass(frozen=True)
class Pair:
    left: int
    right: tuple[int, ...] = ()


class Side(enum.IntEnum):
    LOW = 0
    HIGH = 1


class Colour(enum.Enum):
    RED = "r"
    BLUE = "b"


class Downward(NamedTuple):
    """A named tuple with an order of its own."""

    x: int

    def __lt__(self, other):
        return self.x > other.x


class Parity(NamedTuple):
    """A named tuple with an equality of its own."""

    x: int

    def __eq__(self, other):
        return self.x % 2 == other.x % 2

    def __hash__(self):
        return 1


# Loops over sets ----------------------------------------------------------------------------------


@equal
def sets_that_are_added_up(row, move):
    total, best, worst, seen, marks = 0, 99, -1, set(), [0] * 12
    for item in set(row):
        total += item * item
        if item < best:
            best = item
        worst = max(worst, item % 5)
        marks[item] = 1
        for step in (1, 2):
            if item + step > 3:
                seen.add(item + step)
    return total, best, worst, sorted(seen), marks


@equal
def sets_in_which_something_is_sought(row, move):
    found = False
    for item in set(row):
        if item > 2:
            found = True
            break
    for item in {one + 1 for one in row}:
        if item == move:
            return found, True
    return found, False


@equal
def constant_sets_of_ints_in_their_order(row, move):
    return [one for one in FAR], [*FAR][0]


@equal
def set_methods(row, move):
    few, more = set(row), {2, 3, 50}
    few.discard(99)
    few |= {7}
    few -= {1}
    return (
        few & more, few | more, few - more, few ^ more, few <= more, few.isdisjoint(more),
        few.union([4]), few == {2, 3, 7}, 7 in few, len(few), frozenset(row) == frozenset((1, 2, 3)),
    )  # fmt: skip


@refused("a loop over a set, whose order is arbitrary: write sorted(…)")
def a_set_within_what_any_asks(row, move):
    return any([list(set(row))[0] == 1 for _ in row])


@refused("a loop over a set, whose order is arbitrary: write sorted(…)")
def a_sum_of_floats_of_a_set(row, move):
    return sum(WORTHS[item] for item in set(row))


# Containers ---------------------------------------------------------------------------------------


@equal
def stars(row, move):
    first, *rest = [*row, 7]
    *most, last = (*UNEVEN[move % 4], 5)
    return first, rest, most, last, (*UNEVEN[(move + 1) % 4], len(rest)), max(*row, 0)


@equal
def slices(row, move):
    cut = [*row, 4, 5]
    cut[1:2] = [7, 8, 9]
    cut[-1:] = []
    del cut[0:1]
    return cut, cut[::-1], cut[-2:], cut[1::2], row[move:], row[:-1], row[5:9]


@equal
def dicts(row, move):
    seen = {}
    for item in row:
        seen[item] = seen.get(item, 0) + 1
    seen.setdefault(40, 2)
    gone = seen.pop(40), seen.pop(41, None)
    groups = {}
    for item in row:
        groups.setdefault(item % 2, []).append(item)
    by_name = {"one": 1} | dict(two=2)
    return (
        list(seen.items()),
        gone,
        list(groups.values()),
        by_name["two"],
        1 in seen,
        dict.fromkeys(row, 0),
    )


@equal
def dicts_with_values_for_all_keys(row, move):
    groups, sums, pairs = defaultdict(list), defaultdict(int), defaultdict(lambda: [0, 0])
    for item in row:
        groups[item % 2].append(item)
        sums[item % 3] += item
        pairs[item][1] += 1
    counts = Counter(row)
    counts[9] += 2
    counts.update([1, 1])
    return (
        list(groups.items()), list(sums.items()), len(groups[7]), list(pairs.items()), counts[1],
        counts[50], len(counts), counts.most_common(2), counts.total(), 50 in counts,
    )  # fmt: skip


@equal
def deques(row, move):
    queue = deque([move])
    queue.append(2)
    queue.appendleft(8)
    queue.extend(row)
    return queue.popleft(), queue.pop(), list(queue), len(queue)


@equal
def records(row, move):
    point = Point(move) + Point(1, y=3)
    pair = replace(Pair(1), right=tuple(row))
    return (
        point,
        point.total,
        point.moved(2),
        pair.right[1],
        pair.left,
        Point(1) == (1, 2),
        Side(1),
        Side.LOW + 5,
    )


@equal
def records_with_methods_of_their_own(row, move):
    few = [Downward(1), Downward(row[2])]
    return sorted(few), min(few), Parity(row[0]) == Parity(3), Parity(row[0]) != Parity(2)


@equal
def dataclasses_are_no_tuples(row, move):
    return Pair(row[0], (2,)) == (1, (2,)), Pair(row[0]) == Pair(1), Pair(row[0]) != Pair(2)


@refused("< with a Pair: compare a tuple of its fields")
def the_order_of_dataclasses(row, move):
    return Pair(row[0]) < Pair(2)


@refused("a Parity with its own hash as a key: use a tuple")
def a_hash_of_its_own(row, move):
    return len({Parity(row[0]), Parity(3)})


@refused("the iterator run, which is read twice: make a list of it")
def a_group_that_is_read_twice(row, move):
    found = 0
    for _, run in groupby(row):
        found += len([*run]) + sum(run)
    return found


@equal
def texts_and_enums(row, move):
    name = "one" if row[0] == 1 else "other"
    colour = Colour.RED if move else Colour.BLUE
    return (
        name == "one",
        colour is Colour.BLUE,
        {"one": 4, "other": 5}[name],
        "abc".index("b"),
        name,
    )
