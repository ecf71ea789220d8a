"""What stands in the place of its call compiles to no function of its own, and does the same."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

import numpy as np
import pytest
from numba.core.compiler import CompilerBase

from zermelo.contract.bits import hashed, mixed, product
from zermelo.contract.game import LOSS, ONGOING, Game
from zermelo.native import Callback, array_at, ask, kernel, prefetch

pytestmark = pytest.mark.compiled
LARGE = (1 << 63) - 1


class Heap(NamedTuple):
    left: int
    player: int = 0


class Described(Game[Heap]):
    """A game that says of itself all that games say: ints, truths, tables, ints of any size."""

    left: int = 3

    @cached_property
    def table(self) -> tuple[int, ...]:
        """Small ints."""
        return (3, 1, 4)

    @cached_property
    def truths(self) -> bool:
        """A truth."""
        return self.left > 2

    @cached_property
    def largest(self) -> int:
        """The largest int of a word."""
        return LARGE

    def start(self) -> Heap:
        return Heap(self.left)

    def moves(self, state: Heap) -> Iterator[int]:
        for count in range(1, min(state.left, 2) + 1):
            yield count

    def play(self, state: Heap, move: int) -> Heap:
        return Heap(state.left - move)

    def outcome(self, state: Heap) -> int:
        return ONGOING if state.left else LOSS


@kernel
def scattered(first: int, second: int) -> tuple[int, int, int, int]:
    return mixed(first), product(first, second), hashed((first, (second, 7))), hashed(second)


@kernel
def second_word(place: int) -> int:
    prefetch(place, 1)
    return array_at(place)[1]


@kernel
def asked_twice(place: int, number: int) -> int:
    return ask(place, number) + ask(place, -number)


@kernel
def described(game: Described, state: Heap, index: int) -> tuple[int, int, bool, int]:
    return game.left, game.table[index], game.truths, game.largest


@kernel
def chosen(first: int, second: int, third: int) -> tuple[int, int, int, int, int]:
    return (
        min(first, second, third),
        max(first, second, third),
        min(first, second),
        int(first < second),
        int(third),
    )


@pytest.fixture
def functions(monkeypatch, trusted) -> list[str]:
    """The names of the functions that are compiled."""
    collected: list[str] = []

    def compile_extra(self, function, compiled=CompilerBase.compile_extra):
        collected.append(function.__name__)
        return compiled(self, function)

    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    monkeypatch.setattr(CompilerBase, "compile_extra", compile_extra)
    return collected


def test_hashes_are_those_of_plain_runs(functions):
    chance, ends = random.Random(4), (0, 1, -1, LARGE, -LARGE - 1)
    drawn = [chance.randrange(-LARGE - 1, LARGE + 1) for _ in range(200)]
    for first, second in zip([*ends, *drawn], [*drawn, *ends], strict=True):
        assert scattered.native(first, second) == scattered(first, second)
    assert functions == ["scattered"]


def test_the_least_and_the_greatest_word_are_chosen_in_place(functions):
    chance, ends = random.Random(5), (0, 1, -1, LARGE, -LARGE - 1)
    for _ in range(300):
        words = [chance.choice([*ends, chance.randrange(-9, 9)]) for _ in range(3)]
        assert chosen.native(*words) == chosen(*words)
    assert functions == ["chosen"]


def test_a_word_of_an_array_is_read_by_its_address(functions):
    words = np.array([5, -6, 7], np.int64)
    assert second_word.native(words.ctypes.data) == second_word(memoryview(words)) == -6
    assert functions == ["second_word"]


def test_a_function_of_python_is_asked_by_its_address(functions):
    reported = Callback({5: LARGE, -5: -2}.__getitem__)
    places = [reported.place(native=native) for native in (True, False)]
    assert asked_twice.native(places[0], 5) == asked_twice(places[1], 5) == LARGE - 2
    assert functions == ["asked_twice"]


def test_what_a_game_says_of_itself_is_a_constant(functions):
    for game in (Described(), Described(left=2)):
        state = game.start()
        assert described.native(game, state, 2) == described(game, state, 2)
    assert functions == ["described", "described"]
