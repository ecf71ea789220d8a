"""Canonical forms against a plain search of sums, and against values that books give."""

import os
import random
from fractions import Fraction

import pytest

from oracles.sums import outcome, random_tree
from zermelo.values.canonical import ZERO, name, nimber, number, thermograph, value_of

SUMS = int(os.environ.get("SUMS", "300"))
STAR = nimber(1)
UP = value_of([ZERO], [STAR])
HALF = number(Fraction(1, 2))
SWITCH = value_of([number(2)], [number(-1)])
TINY = value_of([ZERO], [value_of([ZERO], [number(-2)])])
NAMED = {
    "0": ZERO,
    "-3/4": number(Fraction(-3, 4)),
    "*": STAR,
    "*3": nimber(3),
    "↑": UP,
    "⇑*": UP + UP + STAR,
    "1 + 3·↓": number(1) - UP - UP - UP,
    "1/2↓": HALF - UP,
    "{2|-1}": SWITCH,
    "±1": value_of([number(1)], [number(-1)]),
    "±(1,{3|0})": value_of(
        [number(1), value_of([number(3)], [ZERO])], [number(-1), value_of([ZERO], [number(-3)])]
    ),
    "tiny(2)": TINY,
    "1 + miny(2)": number(1) - TINY,
}


def form(tree):
    """The canonical form of a tree."""
    left, right = tree
    return value_of(map(form, left), map(form, right))


def test_random_sums_are_won_as_their_values_say():
    chance = random.Random(1)
    for _ in range(SUMS):
        trees = tuple(random_tree(chance, 3) for _ in range(chance.randint(1, 3)))
        total = ZERO
        for tree in trees:
            total = total + form(tree)
        assert total.outcome == outcome(trees), trees


def test_equal_values_are_the_same_object():
    chance = random.Random(2)
    for _ in range(100):
        one, other = (form(random_tree(chance, 3)) for _ in range(2))
        assert one - one is ZERO
        assert one + other is other + one
        assert (one is other) == (one >= other and other >= one)


@pytest.mark.parametrize("value", [UP, SWITCH, TINY, UP + STAR])
@pytest.mark.parametrize("size", [number(3), HALF, number(Fraction(-3, 4))])
def test_a_number_adds_to_the_options_of_the_rest(value, size):
    """What the number translation theorem leaves out changes nothing."""
    left = {end + size for end in value.left} | {value + end for end in size.left}
    right = {end + size for end in value.right} | {value + end for end in size.right}
    assert value_of(left, right) is value + size


@pytest.mark.parametrize("said", NAMED)
def test_values_have_the_names_of_the_literature(said):
    assert name(NAMED[said]) == said


@pytest.mark.parametrize(
    ("value", "outcome", "mean", "temperature"),
    [
        (number(5), "L", 5, -1),
        (number(Fraction(-3, 4)), "R", Fraction(-3, 4), Fraction(-1, 4)),
        (STAR, "N", 0, 0),
        (UP, "L", 0, 0),
        (UP + STAR, "N", 0, 0),
        (SWITCH, "N", Fraction(1, 2), Fraction(3, 2)),
        (value_of([number(3)], [SWITCH]), "L", 2, 1),
        (value_of([number(10)], [value_of([ZERO], [number(-20)])]), "L", 0, 10),
    ],
)
def test_outcome_mean_and_temperature(value, outcome, mean, temperature):
    walls = thermograph(value)
    assert (value.outcome, walls.mean, walls.temperature) == (outcome, mean, temperature)


def test_walls_bend_where_a_threat_ends():
    """{4|2 || 1|0}, after Winning Ways, chapter 6."""
    hot = value_of([value_of([number(4)], [number(2)])], [value_of([number(1)], [ZERO])])
    walls = thermograph(hot)
    assert walls.left == ((0, 2), (1, 2), (Fraction(5, 4), Fraction(7, 4)))
    assert walls.right == ((0, 1), (Fraction(1, 2), 1), (Fraction(5, 4), Fraction(7, 4)))


def test_means_add():
    chance = random.Random(3)
    for _ in range(50):
        one, other = (form(random_tree(chance, 3)) for _ in range(2))
        both = thermograph(one + other)
        assert both.mean == thermograph(one).mean + thermograph(other).mean
        warmest = max(thermograph(one).temperature, thermograph(other).temperature)
        assert both.temperature <= warmest
