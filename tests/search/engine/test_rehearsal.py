"""A game whose ints turn out wider than in the few games that they were measured in."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo import ONGOING, Game, analyze


class Digits(NamedTuple):
    """A number to which the players add digits in turn."""

    number: int
    length: int


class Late(Game[Digits]):
    """One evaluation in 64 takes an int of more than a word."""

    def start(self) -> Digits:
        return Digits(0, 0)

    def player(self, state: Digits) -> int:
        return state.length % 2

    def moves(self, state: Digits) -> Iterator[int]:
        yield from range(9)

    def play(self, state: Digits, move: int) -> Digits:
        return Digits(9 * state.number + move, state.length + 1)

    def outcome(self, state: Digits) -> int:
        return ONGOING if state.length < 9 else state.number % 3 - 1

    def evaluate(self, state: Digits) -> float:
        return (1 << state.number % 64) % 7 / 10


@pytest.mark.compiled
def test_compiling_anew_for_wider_ints_leaves_a_search_as_it_is():
    first, second = (analyze(Late(), depth=5, native=True) for _ in range(2))
    assert (first.nodes, first.moves, first.line) == (second.nodes, second.moves, second.line)
