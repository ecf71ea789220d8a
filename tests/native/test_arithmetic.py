"""Shifts, counts and lengths of bits in compiled rules: as in Python, or trapped."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from zermelo import Game
from zermelo.native import kernel
from zermelo.native.running import is_native

pytestmark = pytest.mark.compiled

PRIME = 1_000_003
SMALL = [0, 1, -1, 2, -2, 7, -7, 1 << 40, -(1 << 40), (1 << 62) + 5, (1 << 63) - 1, -(1 << 63)]
BIG = [*SMALL, 1 << 63, -(1 << 63) - 1, (1 << 64) - 1, -(1 << 64), 3 << 90, -(3 << 90) + 1]
COUNTS = [0, 1, 5, 62, 63, 64, 65, 70, 126, 127, 128, 130]


class Pair(NamedTuple):
    number: int
    count: int
    player: int


class Shifting(Game[Pair]):
    """What each move is asked for is one operation on the ints of the state."""

    first: int = 1

    def start(self) -> Pair:
        return Pair(self.first, 70, 0)

    def moves(self, state):
        for move in range(9):
            yield move

    def play(self, state, move):
        return Pair(-state.number, state.count, 1 - state.player)

    def order(self, state: Pair, move: int) -> int:
        number, count, one, minus = state.number, state.count, 1, -1
        if move == 0:
            return number.bit_length()
        if move == 1:
            return number.bit_count()
        if move == 2:
            return (number >> count) % 1_000_003
        if move == 3:
            return (number << count) % 1_000_003
        if move == 4:
            return (-1).bit_length() + minus.bit_length()
        if move == 5:
            return (-1).bit_count() + minus.bit_count()
        if move == 6:
            return (-1 >> 70) + (minus >> 70) + (minus >> count)
        if move == 7:
            return ((1 << 70) + (one << 70)) % 1_000_003
        return (minus << count) % 1_000_003


@kernel
def worked_out(game, state, move):
    return game.order(state, move)


def expected(number: int, count: int) -> list[int]:
    """The answers, by arithmetic of another kind than bits."""
    digits = bin(abs(number))[2:]
    lengths = 0 if number == 0 else len(digits), digits.count("1")
    shifts = (number // 2**count) % PRIME, (number * 2**count) % PRIME
    return [*lengths, *shifts, 2, 2, -3, 2 * 2**70 % PRIME, -(2**count) % PRIME]


@pytest.mark.parametrize(("first", "numbers"), [(1, SMALL), (1 << 90, BIG)], ids=["word", "wide"])
def test_bits_are_as_in_python(first, numbers):
    game = Shifting(first=first)
    for number in numbers:
        for count in COUNTS:
            state, wanted = Pair(number, count, 0), expected(number, count)
            assert [game.order(state, move) for move in range(9)] == wanted
            assert [worked_out.native(game, state, move) for move in range(9)] == wanted
    assert is_native(game)


@pytest.mark.parametrize("move", [2, 3, 6, 8])
@pytest.mark.parametrize("first", [5, 5 << 90], ids=["word", "wide"])
def test_a_shift_by_a_negative_count_is_trapped(move, first):
    game = Shifting(first=first)
    state = game.start()._replace(count=-1)
    with pytest.raises(ValueError, match="negative shift count"):
        worked_out.native(game, state, move)
