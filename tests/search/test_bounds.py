"""Bounds: what they leave of the true value, tried out with every value and every window."""

from __future__ import annotations

from itertools import combinations

from oracles import left_open
from zermelo.search.bounds import WORDS, bound_in, decides

TRUE = range(-5, 6)
WINDOWS = list(combinations(range(-4, 5), 2))


def clipped(value: int, alpha: int, beta: int) -> int:
    """All that a search with this window is asked for."""
    return max(alpha, min(value, beta))


def test_a_searched_value_leaves_what_would_have_been_found_the_same():
    for alpha, beta in WINDOWS:
        for value in {clipped(true, alpha, beta) for true in TRUE}:
            same = {true for true in TRUE if clipped(true, alpha, beta) == value}
            assert left_open(WORDS[bound_in(value, alpha, beta)], value, TRUE) == same


def test_a_bound_decides_when_all_it_leaves_answers_the_same():
    for alpha, beta in WINDOWS:
        for bound, word in WORDS.items():
            for value in TRUE[1:-1]:
                answers = {clipped(true, alpha, beta) for true in left_open(word, value, TRUE)}
                assert decides(bound, value, alpha, beta) == (len(answers) == 1)
