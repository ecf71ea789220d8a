"""Intervals of ints hold whatever Python computes: operator by operator, and in whole functions."""

from __future__ import annotations

import operator
from functools import reduce
from itertools import chain, product
from typing import ClassVar

import numba
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from zermelo.games.nim import Nim
from zermelo.native.bridge import is_native  # noqa: F401 - numba learns of games
from zermelo.native.proof.exploring import returned
from zermelo.native.proof.flow import Flow
from zermelo.native.proof.intervals import BINARY, UNARY, Interval, counted, join, of_int, result_of
from zermelo.native.proof.meanings import Items

MOST = 1 << 63


def interval_and_member(numbers):
    """An interval between two of three ints, and the one in the middle."""
    return st.tuples(numbers, numbers, numbers).map(sorted).map(lambda n: (n[0], n[1], n[2]))


SMALL = st.integers(-70, 70)
SIZES = st.integers(1, 62).flatmap(lambda bits: st.integers(-(1 << bits), 1 << bits))
MEMBERS = interval_and_member(st.one_of(SMALL, SIZES))


@settings(max_examples=150, deadline=None)
@given(MEMBERS, MEMBERS)
@example((-1, 0, 1), (-1, -1, 1))
@example((0, 1, 3), (0, 0, 5))
@example((-6, -6, -6), (-9, -7, -7))
def test_what_an_operator_makes_lies_in_its_interval(one, other):
    for function in (*BINARY, *UNARY):
        operands = (one, other)[: 1 if function in UNARY else 2]
        if {"shift", "pow"} & {function.__name__.lstrip("ilr")} and not 0 <= other[1] <= 100:
            continue
        try:
            value = function(*(member for _, member, _ in operands))
        except (ZeroDivisionError, ValueError):
            continue
        inside = result_of(function, *(Interval(low, high) for low, _, high in operands))
        assert inside.low <= value <= inside.high, function


@settings(deadline=None)
@given(MEMBERS)
def test_bits_counted_lie_in_their_interval(result):
    low, member, high = result
    for length in (True, False):
        inside = counted(Interval(low, high), length=length)
        assert inside.low <= (member.bit_length() if length else member.bit_count()) <= inside.high


@given(st.lists(MEMBERS, min_size=1, max_size=4))
def test_joined_intervals_hold_all(result):
    both = reduce(join, (Interval(low, high) for low, _, high in result))
    assert all(both.low <= member <= both.high for _, member, _ in result)


# Whole functions ---------------------------------------------------------------------------------

NAMES = ("a", "b", "c")
OPERATORS = ("+", "-", "*", "&", "|", "^", "<<", ">>", "//", "%")
NAME = st.sampled_from(NAMES)
TERMS = st.one_of(NAME, st.integers(-3, 70).map(str))
VALUES = st.one_of(
    st.builds("{} {} {}".format, NAME, st.sampled_from(OPERATORS), TERMS),
    st.builds("{} {} {}".format, TERMS, st.sampled_from(OPERATORS), NAME),
    st.builds("{0} & -{0}".format, NAME),
    st.builds("{}.{}()".format, NAME, st.sampled_from(("bit_count", "bit_length"))),
    st.builds("~{}".format, NAME),
    st.builds("{}({}, {})".format, st.sampled_from(("min", "max")), NAME, TERMS),
)
ASSIGNMENTS = st.builds("{} = {}".format, NAME, VALUES)
CONDITIONS = st.one_of(
    st.builds("{} {} {}".format, TERMS, st.sampled_from(("<", "<=", ">", "==", "!=")), TERMS),
    NAME,
    st.builds("not {}".format, NAME),
)


def indented(lines):
    return [f"    {line}" for line in lines]


BODIES = st.lists(ASSIGNMENTS, min_size=1, max_size=3)
LOOPS = (
    "while {0} > 0:\n    {0} &= {0} - 1",
    "while {0} > 3:\n    {0} >>= 1",
    "while 0 < {0} < 50:\n    {0} = {0} * 2 + 1",
)
BLOCKS = st.one_of(
    BODIES,
    st.builds(
        lambda condition, yes, no: [f"if {condition}:", *indented(yes), "else:", *indented(no)],
        CONDITIONS,
        BODIES,
        BODIES,
    ),
    st.builds(
        lambda name, count, body: [f"for {name} in range({count}):", *indented(body)],
        NAME,
        st.integers(0, 5),
        BODIES,
    ),
    st.builds(
        lambda loop, name: loop.format(name).splitlines(),
        st.sampled_from(LOOPS),
        NAME,
    ),
)


def source_of(blocks):
    """A function of three ints that does all this and returns all three."""
    lines = ["def f(a, b, c):", *indented(list(chain(*blocks))), "    return a, b, c"]
    return "\n".join(lines)


def function_of(source, **names):
    exec(source, names)
    return names["f"]


BRANCHES = (
    ["if {a} {sign} b:", "    c = a", "else:", "    c = b"],
    [
        "c = 9",
        "if {a} {sign} b:",
        "    while a {sign} 5 and c:",
        "        c -= 1",
        "        a += 1",
    ],
    ["if a:", "    c = a", "if not b:", "    b = c"],
)


@pytest.mark.compiled
@settings(max_examples=60, deadline=None)
@given(st.lists(BLOCKS, min_size=1, max_size=4), st.lists(MEMBERS, min_size=3, max_size=3))
def test_what_a_function_computes_lies_in_the_intervals_found(blocks, result):
    assert_sound(source_of(blocks), result)


@pytest.mark.compiled
@pytest.mark.parametrize("sign", ["<", "<=", ">", ">=", "==", "!="])
@pytest.mark.parametrize("lines", BRANCHES, ids=["branch", "loop", "truth"])
def test_what_a_branch_has_asked_holds_behind_it(lines, sign):
    for name in ("a", "3"):
        source = source_of([[line.format(a=name, sign=sign) for line in lines]])
        for bounds in product(((-1, 0, 1), (0, 1, 4), (2, 3, 3)), repeat=2):
            assert_sound(source, [*bounds, (7, 7, 7)])


def assert_sound(source, outcome):
    """Whether all that a function computes of these ints lies in the intervals found for it."""
    kind, noted = numba.typeof(Nim()), function_of(source, **NOTED)
    code, demand = kind.ssa(function_of(source))
    flow = Flow(code, [Interval(low, high) for low, _, high in outcome], kind.contracts, demand)
    result = returned(flow)
    parts = result.parts if isinstance(result, Items) else [result] * 3
    for values in product(*outcome):
        Noted.seen = seen = []
        try:
            computed = noted(*map(Noted, values))
        except (ZeroDivisionError, ValueError, MemoryError):
            continue
        if all(-MOST <= value < MOST for value in seen):  # compiled code refuses what is beyond
            for value, inside in zip(computed, parts, strict=True):
                assert inside.low <= value <= inside.high


class Noted(int):
    """An int; all ints made from such go into `seen`."""

    seen: ClassVar[list[int]] = []


def _noting(name):
    plain = getattr(int, name)

    def operation(*operands):
        if name == "__lshift__" and operands[1] > 200:
            raise ValueError
        result = plain(*operands)
        if type(result) is int:
            if result.bit_length() > 500:
                raise ValueError
            Noted.seen.append(result)
            return Noted(result)
        return result

    return operation


for _name in ("add", "sub", "mul", "and", "or", "xor", "lshift", "rshift", "floordiv", "mod"):
    setattr(Noted, f"__{_name}__", _noting(f"__{_name}__"))
    setattr(Noted, f"__r{_name}__", _noting(f"__r{_name}__"))
for _name in ("__neg__", "__invert__", "bit_count", "bit_length"):
    setattr(Noted, _name, _noting(_name))
NOTED = {
    "range": lambda *ends: map(Noted, range(*ends)),
    "min": lambda *numbers: Noted(min(numbers)),
    "max": lambda *numbers: Noted(max(numbers)),
}


def test_an_interval_fits_where_both_ends_do():
    assert Interval(-128, 127).fits(8)
    assert not Interval(-128, 128).fits(8)
    assert not Interval(-129, 0).fits(8)
    assert result_of(operator.add, of_int(MOST - 1), of_int(1)).fits(65)
    assert not result_of(operator.add, of_int(MOST - 1), of_int(1)).fits(64)
