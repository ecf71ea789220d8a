"""Kernels of all kinds agree with plain Python, even if threads compile at the same time."""

import sys
import threading
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import pytest

import zermelo
from toys import Again
from zermelo.contract.game import DRAW, ONGOING, Game
from zermelo.native import Callback, ask, kernel
from zermelo.native.arrays import as_key, bits_at, key_at, new_record, one_word, put_key, with_bits
from zermelo.native.items import read_items, write_items
from zermelo.native.running import is_native

pytestmark = pytest.mark.compiled

GAME = zermelo.game("nim(rows=[2, 3, 2])")
FAR = 1 << 40


@kernel
def collected(game, state):
    """Return containers of all kinds, also of states."""
    moves = list(game.moves(state))
    children = [game.play(state, move) for move in moves]
    pairs = [(move, 0.5 * move, move > 3) for move in moves]
    return moves, children, pairs, {move: move * move for move in moves}, [[1], [2, 3]], None


@kernel
def exchanged(game, state, count):
    """Two states that change places."""
    other = state
    for move in game.moves(state):
        other = game.play(state, move)
    for _ in range(count):
        state, other = other, state
    return state, other


class Columns(NamedTuple):
    """Arrays of several kinds."""

    small: object
    square: object
    reals: object


@kernel
def sum_up(columns, rows):
    """Sums of arrays, some made here; what is written to is seen outside."""
    squares, total = np.zeros((rows, 2), np.int64), 0.0
    for i in range(rows):
        squares[i, 1] = int(columns.small[i]) ** 2
        columns.square[1, i] = squares[i][1]
        total += columns.reals[i]
    columns.square[0] = 7
    columns.small[:] = 1
    return total, len(squares), int(squares[rows - 1, 1])


@kernel
def raised(record, other):
    """Records of two kinds for one kernel."""
    return increased(record), increased(other)


@kernel
def increased(record):
    """The number of a record, which is one more after."""
    record["number"] += 1
    return record["number"]


@kernel
def rebuilt(game, state, row):
    """A state, taken apart and made again."""
    count = write_items(state, row)
    return read_items(state, row), count


@kernel
def packed(keys, number):
    """Facts about keys of one word or two."""
    key = with_bits(with_bits(as_key(keys, 0), number, 0), 5, 40)
    put_key(keys, 1, key)
    return (
        bits_at(key_at(keys, 1), 40),
        one_word(key),
        key_at(keys, 1) == key,
        key < key_at(keys, 0),
    )


@kernel
def read(game, state, row):
    """A state of these ints."""
    return read_items(state, row)


@pytest.mark.parametrize(
    ("function", "given"),
    [
        (collected, ()),
        *((exchanged, (count,)) for count in range(3)),
        (rebuilt, (np.zeros(8, np.int64),)),
        (read, (np.full(8, FAR, np.int64),)),  # larger than in any state, so that ints get wider
    ],
)
def test_a_kernel_agrees_with_plain_python(function, given):
    assert function.native(GAME, GAME.start(), *given) == function(GAME, GAME.start(), *given)


def test_arrays_are_read_and_written():
    made = []
    for run in (sum_up, sum_up.native):
        small = np.arange(5, dtype=np.int8)
        columns = Columns(small, np.zeros((2, 5), np.int32), np.linspace(0, 1, 5))
        made.append((run(columns, 5), small.tolist(), columns.square.tolist()))
    assert made[0] == made[1]


def test_records_of_two_kinds_are_taken_by_one_kernel():
    one, other = new_record(("number",), native=True), new_record(("first", "number"), native=True)
    other["number"] = 4
    assert raised.native(one, other) == (1, 5)


@pytest.mark.parametrize("shape", [(2,), (2, 2)])
def test_keys_of_any_width_are_the_same(shape):
    made = []
    for run in (packed, packed.native):
        keys = np.zeros(shape, np.int64)
        made.append((run(keys, 9), keys.tolist()))
    assert made[0] == made[1]


class Squares(NamedTuple):
    row: tuple[int, ...]
    player: int


class Fill(Game[Squares]):
    """Its `moves` keeps a list and a set between yields."""

    def start(self) -> Squares:
        return Squares((0,) * 9, 0)

    def moves(self, state: Squares) -> Iterator[int]:
        free = [square for square in range(9) if state.row[square] == 0]
        seen = {1, 2}
        for square in free:
            yield square
            if square > 9:
                seen.add(square)
        yield len(seen)

    def play(self, state: Squares, move: int) -> Squares:
        return Squares(tuple(1 if i == move else one for i, one in enumerate(state.row)), 0)

    def outcome(self, state: Squares) -> int:
        return ONGOING if any(True for _ in self.moves(state)) else DRAW


@kernel
def left_early(game, state, times):
    """Loops that end in three ways, so many times."""
    result = 0
    for number in range(times):
        result += game.outcome(state)
        for move in game.moves(state):
            if move == number % 5:
                break
        for move in game.moves(state):
            result += move
    return result


def test_loops_that_end_early_say_the_same_and_give_back_memory():
    game = Fill()
    prepared = left_early.prepare(game, game.start(), 1)
    assert prepared(game, game.start(), 2) == left_early(game, game.start(), 2)
    assert prepared(game, game.start(), 1_000_000) == 500_000 * left_early(game, game.start(), 2)


@kernel
def summed_around(game, state, place, count):
    """The sum of a list that is made before Python is called and read afterwards."""
    numbers = [number * count for number in range(count)]
    asked = ask(place, count)
    return asked + sum(numbers[at] for at in range(asked % 7, count))


def test_a_call_inside_another_leaves_its_lists_alone():
    nothing = Callback(lambda _: 0)
    prepared = summed_around.prepare(GAME, GAME.start(), nothing.place(native=True), 1)
    inner = Callback(lambda _: prepared(GAME, GAME.start(), nothing.place(native=True), 200_000))
    answer = 200_000 * sum(range(200_000))
    expected = answer + 90_000 * sum(range(answer % 7, 90_000))
    assert prepared(GAME, GAME.start(), inner.place(native=True), 90_000) == expected


@pytest.fixture
def hasty(monkeypatch):
    """Threads take turns a hundred times as often as usual, and nothing is loaded."""
    monkeypatch.setenv("ZERMELO_CACHE_DIR", "off")
    usual = sys.getswitchinterval()
    sys.setswitchinterval(usual / 100)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_what_one_thread_has_half_compiled_stops_no_other():
    game = Again(size=17)  # in no other test
    jobs = [
        threading.Thread(target=zermelo.perft, args=(game, 3)),
        threading.Thread(target=zermelo.playouts, args=(game,), kwargs={"games": 10}),
        threading.Thread(target=zermelo.analyze, args=(game,), kwargs={"algorithm": "minimax"}),
    ]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert is_native(game)
