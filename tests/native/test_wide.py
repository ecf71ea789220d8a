"""Ints of more than one word: compiled rules agree with plain ones, or run plain with a reason."""

import itertools
import random
from typing import NamedTuple

import pytest

import zermelo
from compared import compare
from walking import random_game
from widegames import Growing, GrowingInPlace, SlicedLine, WideLine
from zermelo import LOSS, ONGOING, WIN, Game, cells
from zermelo.contract.bits import hashed
from zermelo.errors import NativeWarning
from zermelo.native import kernel, running
from zermelo.native.compiler.layouts import joined_layouts, layout_of, widest_int
from zermelo.native.running import is_native, layout_for

pytestmark = pytest.mark.compiled


@kernel
def pieces(game, state):
    """The keys of the parts of a state."""
    return [game.key(part) for part in game.parts(state)]


def test_a_wide_int_is_sought_among_ints_of_other_widths():
    """As `parts` of Amazons does on 100 cells: `own | other not in (0, region)`."""
    game, chance = zermelo.game("amazons"), random.Random(1)
    found = []
    for _ in range(3):
        for state in random_game(game, chance):
            found.append(pieces(game, state))
            assert pieces.native(game, state) == found[-1]
    assert {len(parts) for parts in found} >= {1, 2, 3}


GAMES = [WideLine(), SlicedLine()]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_wide_games_agree_plain_and_compiled(game):
    assert compare(str(game), game, 200).equal
    assert widest_int(layout_for(game)) >= 64


def test_a_row_that_was_always_empty_may_hold_anything_later():
    some, none = layout_of([((0, 3),)]), layout_of([()])
    for pair in ((some, none), (none, some)):
        assert joined_layouts(*pair).item == some.item


def test_ints_that_outgrow_what_was_measured_are_compiled_wider_also_in_replaced_fields():
    game, other = GrowingInPlace(plies=9), Growing(plies=9)
    assert compare("growing", other, 200).equal
    assert compare("growing", game, 200).equal
    state = game.start()
    for move in (1, 1, 1, 1, 1, 1, 2):
        assert first_after(game, state, move) == other.play(state, move)
        state = other.play(state, move)


@kernel
def play(game, state, move):
    return game.play(state, move)


def first_after(game, state, move):
    result = play.native(game, state, move)
    assert is_native(game)
    return result


def test_ints_beyond_all_widths_run_plain_and_the_warning_says_why():
    game = Growing(plies=12)
    state = game.start()._replace(total=3 ** (2**9), left=4)
    with pytest.warns(NativeWarning, match="too wide for compiled code"):
        for _ in range(2):
            state = play.native(game, state, 1)
    assert state.total == 3 ** (2**11)
    assert not is_native(game)


@pytest.mark.parametrize("board", [0, 1, 5, 1 << 62, 1 << 63, (1 << 64) - 1, 1 << 64, 7**77])
def test_cells_are_the_bits_set_and_those_of_a_negative_int_have_no_end(board):
    assert list(cells(board)) == [bit for bit in range(board.bit_length()) if board >> bit & 1]
    with pytest.raises(ValueError, match="no end"):
        next(cells(~board))


@pytest.mark.parametrize("count", [1, 2, 169, 400])
def test_long_tuples_have_a_hash(count):
    assert hashed(tuple(range(count))) == hashed(tuple(range(count)))
    assert hashed(tuple(range(count))) != hashed(tuple(range(1, count + 1)))


def test_hashes_of_wide_ints_depend_on_every_word():
    assert len({hashed(1 << bit) for bit in range(300)}) == 300
    assert len({hashed(-1 << bit) for bit in range(300)}) == 300


PRIME = 1_000_003


class Pair(NamedTuple):
    number: int
    count: int
    player: int


@kernel
def worked_out(game, state, move):
    return game.order(state, move)


class Masked(Game[Pair]):
    """Each move computes an int of more than 64 bits, of which a mask takes some of the lowest."""

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


class Shifted(Masked):
    """A middle part of a field is shifted so far that LLVM alone fails to select instructions."""

    def order(self, state: Pair, move: int) -> int:
        return (((state.number >> 63 & self.board) << 300) - move).bit_count()


def test_a_part_of_a_field_is_shifted_further_than_llvm_alone_can():
    game, state = Shifted(), Pair(5**50, 1, 0)
    assert worked_out.native(game, state, 3) == game.order(state, 3)


class Divided(Masked):
    """A negative int of more than 128 bits is divided by powers of two, where LLVM alone fails."""

    def order(self, state: Pair, move: int) -> int:
        wide = -(state.number << 64) - move
        return (wide // 8 ^ wide // -8 ^ wide % 2**100 ^ wide % -16 ^ wide % 1) % PRIME


@pytest.mark.parametrize("number", [0, 1, 5**50, 2**117])
def test_wide_negative_ints_are_divided_by_powers_of_two(number):
    for move in range(20):
        state = Pair(number, 1, 0)
        assert worked_out.native(Divided(), state, move) == Divided().order(state, move)


class Numbers(NamedTuple):
    a: int
    b: int
    c: int
    left: int
    player: int


class Quotients(Game[Numbers]):
    """A loop extends quotients by a variable to 256 bits; LLVM alone fails to divide so."""

    def start(self) -> Numbers:
        return Numbers(39916800, 248, 254156, 6, 0)

    def moves(self, state):
        for move in range(4 if state.left else 0):
            if move < 2 or state.c - 5328240015773051299 < 0:
                yield 4 * (min(9 // (move + 1), state.b << 65) & 4095) + move

    def play(self, state, move):
        a, b, c, left, player = state
        far = ((player // (c * 2 | 1)) << 127) + move * 59 & (1 << 252) - 1
        return Numbers(
            far, (move << (a & 63)) >> (b >> 2 & 63), move >> (a & 31), left - 1, 1 - player
        )

    def outcome(self, state):
        won = state.a ^ state.c < state.player << 127
        return ONGOING if state.left else WIN if won else LOSS


def test_quotients_are_extended_further_than_llvm_alone_can_divide():
    assert not compare("quotients", Quotients(), 60).difference


def test_a_variable_of_which_masks_take_the_lowest_word_is_computed_in_one():
    game = Masked(mask=(1 << 64) - 2)
    for move in range(3):
        worked_out.native(game, game.start(), move)
    assert running.bits_of_ints(game) == 64
