"""Shifts, counts and lengths of bits in compiled rules: as in Python, or trapped."""

import itertools
from typing import NamedTuple

import pytest

from zermelo import Game
from zermelo.native import kernel, running
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


class Masked(Game[Pair]):
    """What each move is asked for grows beyond 64 bits, and a mask takes some of the lowest."""

    mask: int = (1 << 64) - 1
    board = (1 << 64) - 1

    def start(self) -> Pair:
        return Pair(1 << 63, 9, 0)

    def moves(self, state):
        for move in range(6):
            yield move

    def play(self, state, move):
        return Pair(state.number >> 1, 1 + move, 1 - state.player)

    def order(self, state: Pair, move: int) -> int:
        number, count = state.number, state.count
        if move == 0:
            return self.spread(number) % PRIME
        if move == 1:
            return self.multiplied(number, count) % PRIME
        if move == 2:
            return self.negative(number, count) % PRIME
        if move == 3:
            return self.given_twice(number, count)
        if move == 4:
            return self.handed_on(number, count)
        return self.read_whole(number, count)

    def spread(self, number: int) -> int:
        result = 0
        for step in (1, 7, 8):
            result |= number << step | number >> step
        result &= self.board
        return result & self.mask & ~number

    def multiplied(self, number: int, count: int) -> int:
        total = 0
        for step in range(20):
            total = total * 31 + step - number
        other = ~total if count > 5 else -total
        return (other ^ number) & self.mask

    def negative(self, number: int, count: int) -> int:
        result = 0
        result <<= 3
        result -= number << count
        return self.mask & result

    def given_twice(self, number: int, count: int) -> int:
        other = total = number << count
        return (total & self.mask) % PRIME + other % PRIME

    def handed_on(self, number: int, count: int) -> int:
        total = number << count
        other = total ^ 5
        return (other & self.mask) % PRIME + other.bit_length()

    def read_whole(self, number: int, count: int) -> int:
        result = number << count
        return result % PRIME + (result & self.mask) % PRIME


@pytest.mark.parametrize("mask", [(1 << 64) - 1, 0xFF00, (1 << 80) - 1, -256])
def test_what_a_mask_cuts_off_is_not_missed(mask):
    game = Masked(mask=mask)
    for number in (0, 1, 0x8000_0000_0000_0001, (1 << 64) - 1):
        for move, count in itertools.product(range(6), (1, 9, 60)):
            state = Pair(number, count, 0)
            assert worked_out.native(game, state, move) == game.order(state, move)
    assert is_native(game)


def test_a_variable_of_which_masks_take_the_lowest_word_is_computed_in_one():
    game = Masked(mask=(1 << 64) - 2)
    for move in range(3):
        worked_out.native(game, game.start(), move)
    assert running.bits_of_ints(game) == 64
