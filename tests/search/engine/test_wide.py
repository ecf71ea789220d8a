"""Positions with thousands of moves, of which many are proven: the work grows with their number."""

from collections.abc import Iterator
from typing import NamedTuple

import pytest

from zermelo import ONGOING, Game, analyze
from zermelo.search.engine.root import Root
from zermelo.search.engine.thinking import Thinking


class Stage(NamedTuple):
    """So many plies, and the moves as digits."""

    ply: int
    number: int


class Wide(Game[Stage]):
    """A first move of many, then two of two."""

    size: int = 10
    bounded: bool = True

    def start(self) -> Stage:
        return Stage(0, 0)

    def player(self, state: Stage) -> int:
        return state.ply % 2

    def moves(self, state: Stage) -> Iterator[int]:
        yield from range(0 if state.ply == 3 else 2 if state.ply else self.size)

    def play(self, state: Stage, move: int) -> Stage:
        return Stage(state.ply + 1, 2 * state.number + move)

    def outcome(self, state: Stage) -> int:
        return ONGOING if state.ply < 3 else state.number % 3 - 1

    def remaining(self, state: Stage) -> int:
        return 3 - state.ply if self.bounded else -1


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("ties", [True, False])
def test_the_bounds_of_all_moves_are_looked_through_as_often_however_many_there_are(
    monkeypatch, bounded, ties
):
    def counted(self, whole=Root.low.fget):
        looks.append(1)
        return whole(self)

    monkeypatch.setattr(Root, "low", property(counted))
    counts = []
    for size in (60, 120):
        looks: list[int] = []
        found = analyze(Wide(size=size, bounded=bounded), native=False, ties=ties)
        assert found.exact
        counts.append(len(looks))
    assert counts[1] <= counts[0] + 5


def test_a_wide_position_leaves_time_to_report_it(monkeypatch):
    ends = []
    monkeypatch.setattr(Thinking, "think", lambda self, *_, **__: ends.append(self.clock._most))
    for size in (10, 3000):
        analyze(Wide(size=size), seconds=1000, native=False)
    assert ends[1] < ends[0] == 1000 - 0.004


# A game whose ints turn out wider than in the few games that they were measured in --------------


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
