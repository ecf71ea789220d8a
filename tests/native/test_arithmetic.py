"""Ints of which masks take the lowest bits: rules say compiled what they say plain."""

import itertools
from typing import NamedTuple

import pytest

from zermelo import Game
from zermelo.native import kernel, running
from zermelo.native.running import is_native

pytestmark = pytest.mark.compiled

PRIME = 1_000_003


class Pair(NamedTuple):
    number: int
    count: int
    player: int


@kernel
def worked_out(game, state, move):
    return game.order(state, move)


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
