"""More of Python's constructs: functions, patterns, errors, ranges, numbers; see `constructs`."""

# ruff: noqa: E501 - what people write
import math
import operator
from functools import reduce

import numpy as np

from constructs import NEAR, UNEVEN, Point, equal, refused


@equal
def classes_and_functions_that_are_the_same(row, move):
    kind, way = Point, math.gcd
    return kind is Point, kind is tuple, way is not math.gcd, pow(move + 2, 3, mod=5)


@equal
def matching(row, move):
    match row:
        case [1, second, *rest] if second > 1:
            found = second + len(rest)
        case []:
            found = -1
        case _:
            found = 0
    match Point(move, 5):
        case Point(x=0, y=height):
            return found, height
        case _:
            return found, -2


@equal
def trying(row, move):
    found = []
    for item in (0, 7):
        try:
            found.append(row[item] // (item + move))
        except ZeroDivisionError:
            found.append(-1)
        except (IndexError, KeyError):
            found.append(-2)
        else:
            found.append(-3)
    try:
        raise ValueError("no")
    except Exception:
        return found


@equal
def ranges(row, move):
    first = row[0]
    return (
        [*range(0, 10, first)], [*range(5, -5, -first)], len(range(0, 9, row[1])), 4 in range(0, 9, 2),
        [one for step in (1, -1) for one in range(0, 3 * step, step)], range(9)[move:][1], [*reversed(range(3))],
    )  # fmt: skip


# Numbers ------------------------------------------------------------------------------------------


@equal
def functions_of_ints(row, move):
    return (
        math.gcd(12, row[1] * 8), math.lcm(4, 6), math.factorial(row[2] + 3), math.comb(7, row[2]),
        math.perm(5, 2), math.isqrt(row[2] * 10**15), math.prod(row), pow(3, row[2] + 60, 1000007),
        divmod(-7, row[1]), (-7) // row[1], -7 % -row[1], bin(row[2] * 5).count("1"), row[2] ** row[1],
        (row[2] << 40).bit_length(), ~row[1], abs(-row[1]), True + row[0], (row[0] == 1) & True, ~(row[0] == 1),
    )  # fmt: skip


@refused(
    "a call to the class int8: use ints, tuples, lists, dicts, sets, named tuples and frozen dataclasses"
)
def ints_of_numpy(row, move):
    return np.int8(64) * np.int8(2)


@equal
def functions_of_floats(row, move):
    half = row[0] / 2
    return (
        round(half), round(2.5 * row[0]), int(-half), math.floor(-half), math.ceil(half), -7.5 // row[1],
        -7.5 % row[1], 2.0 ** -row[1], math.sqrt(row[1]), (2**53 + row[0]) / 3.0 > 0, half == 0.5,
        math.inf > row[0], max(half, 2.0), sum([0.1] * 3), 1 / 3 * row[2],
    )  # fmt: skip


# Exceptions ---------------------------------------------------------------------------------------


def endless(number):
    """Recursion without an end."""
    return endless(number + 1) + 1


def set_in_an_earlier_call(row, move):
    def last(size):
        for number in range(size):
            found = number
        return found

    return [last(size) for size in (*row, move)]


FAILING = {
    "a variable of an earlier call": set_in_an_earlier_call,
    "int of inf": lambda row, move: int(float("inf") * row[0]),
    "int of nan": lambda row, move: int(math.inf * row[0] - math.inf),
    "a float power": lambda row, move: (1e200 * row[0]) ** 2.0,
    "round of one too large": lambda row, move: round(1e308 * 10 * row[0]),
    "a root": lambda row, move: math.sqrt(-row[0]),
    "a logarithm": lambda row, move: math.log(row[0] - 1),
    "exp": lambda row, move: math.exp(1000.0 * row[0]),
    "a sine": lambda row, move: math.sin(math.inf * row[0]),
    "division": lambda row, move: row[0] // (row[0] - 1),
    "modulo": lambda row, move: row[0] % (row[0] - 1),
    "true division": lambda row, move: row[0] / (row[0] - 1.0),
    "a shift": lambda row, move: 1 << (row[0] - 5),
    "a shift down": lambda row, move: row[1] >> (row[0] - 5),
    "an index": lambda row, move: [1, 2, 3][row[0] + 4],
    "an index of a tuple": lambda row, move: row[move + 5],
    "a key": lambda row, move: NEAR[row[0] + 50],
    "what is not in a list": lambda row, move: [1].index(row[0] + 3),
    "the greatest of none": lambda row, move: max([one for one in row if one > 50]),
    "the first of none": lambda row, move: next(one for one in row if one > 50),
    "the reduction of none": lambda row, move: reduce(
        operator.add, [one for one in row if one > 50]
    ),
    "unequal lengths": lambda row, move: [a + b for a, b in zip(row, [1], strict=True)],
    "recursion": lambda row, move: endless(move),
    "a range": lambda row, move: [*range(0, 5, row[0] - 1)],
    "a text": lambda row, move: int("abc"),
    "a count": lambda row, move: math.factorial(-row[0]),
    "None": lambda row, move: (None if row[0] == 1 else Point(1)).x,
    "None and an int": lambda row, move: (None if row[0] == 1 else 4) + 1,
}


# What is refused ----------------------------------------------------------------------------------


@refused("a nonlocal name in again, called by again: use a list")
def nonlocal_in_recursion(row, move):
    number = 0

    def again(left):
        nonlocal number
        number += 1
        if left:
            again(left - 1)

    again(3)
    return number


@refused("a change to a list, set or dict outside the function: make one inside it")
def a_change_of_a_constant(row, move):
    UNEVEN.append((1,))
    return 1


@refused("key= in a call to sum: leave out the name, or the argument")
def an_argument_that_would_be_overlooked(row, move):
    return sum(row, key=1)


@refused("a variable that is a list at one time, an int at another: use two variables, or one type")
def a_variable_of_two_types(row, move):
    few = []
    if row[0] > 5:
        few = 1
    return few


@equal
def variables_that_change_within_conditions(row, move):
    first, second, number, found = row[0], row[0], 0, 0

    def step():
        nonlocal number
        number += 1

    if first < 3:
        match row[1]:
            case 2:
                first = 10
    if second < 3 and row[1] and (second := 10) > 5:
        found = second
    if number < 1:
        for _ in range(5):
            if number > 2:
                found += 1
            step()
    return first, second, found, number


@equal
def ints_and_floats_in_one_variable(row, move):
    first, total, most = row[0], 0, 0
    half = first if row[2] > 4 else 0.5
    for one in row:
        total += one * 0.5
        most = max(most, one - 0.5, move)
    table = (2, 0.5, 3)[row[3] % 3]
    return (
        [half, table, -half, abs(half), half // 1, half % 2, half**2, half * 3 + first],
        (max(0.5, first), min(first, 2.5), first or 0.5, sum([0.5] * move), sum(x for x in [half])),
        (total, most, half / 2, half < 1, half == first, bool(half), int(half), round(half)),
        (isinstance(half, int), isinstance(half, float), [0, 0.5, first][row[1] % 3]),
        sorted([half, 0.5, first]),
        min([first, 0.5, 2], key=lambda one: -one),
        (lambda one: one + 1)(half),
    )


@equal
def a_range_or_a_tuple(row, move):
    few = range(row[0]) if row[2] > 4 else (7, 8, 9) if row[0] else ()
    return sum(few), len(few), few[0] if few else 0, 2 in few, [*few]
