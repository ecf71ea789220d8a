"""Keys of one word and two: states packed and unpacked, tables and arrays, whole games solved."""

from __future__ import annotations

import json
import random
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forged
import oracles
import zermelo
from toys import Doubling
from widegames import CodedTug, Peeling, SeldomSeen, Striding
from zermelo import Game
from zermelo.errors import UsageError
from zermelo.native import kernel
from zermelo.native.items import Whole, key_of, row_for, state_of
from zermelo.native.keys import OUTSIDE, key_at, one_word, put_key
from zermelo.solver.checking.sparsekeys import sparse_items, sparse_key
from zermelo.solver.keyed import tiers
from zermelo.solver.keys.keyarrays import array_of, distinct, in_order, place_of, room_for_keys
from zermelo.solver.keys.layouts import Bits, cut, layout_for, sparse, taken_by, words_of
from zermelo.solver.keys.packing import Packing
from zermelo.solver.probing.database import Database
from zermelo.solver.score import remoteness_of, value_of

BOTH = pytest.mark.parametrize(
    "native", [pytest.param(True, marks=pytest.mark.compiled), False], ids=["native", "plain"]
)


# Layouts -----------------------------------------------------------------------------------------


class Lot(NamedTuple):
    board: int
    few: tuple[int, int]
    player: int


class Holding(Game[Lot]):
    """A game whose states have room for all that `LOTS` may take."""

    def start(self) -> Lot:
        return Lot((1 << 127) - 1, (1 << 40, -4), 0)

    def moves(self, state):
        yield 0

    def play(self, state, move):
        return state


@st.composite
def lots(draw, words: int):
    """Bits of the ints of a `Lot`, as many as `words` hold at most, and what is below them."""
    most = 63 * words
    board = draw(st.integers(0, (1 << 126) - 1).filter(lambda n: n.bit_count() <= most - 7))
    others = draw(st.integers(0, (1 << 40) - 1))
    if board.bit_count() + others.bit_count() > most - 4:
        others = 0
    ones, tied = (draw(st.integers(0, (1 << 126) - 1)) & ~board for _ in range(2))
    return [Bits(ones, board, tied), Bits(0, others), Bits(-4, 7), Bits(0, 1)]


LEAD = 3  # the player


def lot(bits: list[Bits], values: list[int]) -> Lot:
    items = [b.lowest + (v & b.taken) for b, v in zip(bits, values, strict=True)]
    board, one, other, player = items
    return Lot(board ^ bits[0].tied if player else board, (one, other), player)


@kernel
def packed(game, states, packing, keys, back):
    """Write the keys of `states`, a state and the next as rows, and whether they come back."""
    row = row_for(packing.layout)
    for index in range(len(keys)):
        state = state_of(game, key_at(states, index), packing.example, packing.layout, row)
        key = key_of(game, state, packing.layout, row)
        put_key(keys, index, key)
        back[index] = key == key_at(states, index) and key != OUTSIDE


@given(st.data(), st.sampled_from([1, 2]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_unpacking_is_the_inverse_of_packing(data, words):
    bits = data.draw(lots(words))
    layout = cut(bits, words, LEAD)
    assert taken_by(layout) == (bits, LEAD) and words_of(layout) == words
    row, game = row_for(layout), Holding()
    seen = {}
    for _ in range(5):
        state = lot(bits, [data.draw(st.integers(0, (1 << 126) - 1)) for _ in bits])
        key = key_of(game, state, layout, row)
        assert 0 <= key < 1 << 63 * words
        assert state_of(game, key, state, layout, row) == state
        assert seen.setdefault(key, state) == state


@given(st.data(), st.sampled_from([1, 2]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_a_state_with_another_bit_is_outside(data, words):
    bits = data.draw(lots(words))
    layout, game = cut(bits, words, LEAD), Holding()
    player = data.draw(st.integers(0, 1))
    values = list(lot(bits, [0, 0, 0, player]))
    spoilt = 1 << data.draw(st.integers(0, 200))
    board = values[0] ^ spoilt
    key = key_of(game, Lot(board, values[1], values[2]), layout, row_for(layout))
    assert (key == OUTSIDE) == (bits[0].taken & spoilt == 0)
    for strange in (values[1][0], -5), (-1, values[1][1]), (values[1][0], 1 << 90):
        assert key_of(game, Lot(values[0], strange, player), layout, row_for(layout)) == OUTSIDE


@pytest.mark.compiled
@pytest.mark.parametrize("words", [1, 2])
def test_compiled_places_are_the_same(words):
    chance, game = random.Random(words), Holding()
    layout = sparse(*zip(*PLACED, strict=True), words)
    packing, row = Packing(game.start(), layout, False), row_for(layout)
    states = [few_bits(chance) for _ in range(50)]
    stored = array_of([key_of(game, state, layout, row) for state in states], layout.none)
    keys, back = room_for_keys(50, stored), np.zeros(50, bool)
    packed.native(game, stored, packing, keys, back)
    assert back.all() and (keys == stored).all()


@pytest.mark.compiled
@pytest.mark.parametrize("words", [1, 2])
def test_compiled_packing_is_the_same(words):
    chance, game = random.Random(words), Holding()
    for count in (1, 3, 40, 63 * words - 5):
        places = chance.sample(range(126), count)
        board = sum(1 << place for place in places)
        ones, tied = (chance.getrandbits(126) & ~board for _ in range(2))
        bits = [Bits(ones, board, tied), Bits(0, 0), Bits(-4, 7), Bits(0, 1)]
        packing = Packing(game.start(), cut(bits, words, LEAD), False)
        size = sum(b.taken.bit_count() for b in bits)
        stored = array_of([chance.getrandbits(size) for _ in range(50)], packing.layout.none)
        for run in (packed, packed.native):
            keys, back = room_for_keys(50, stored), np.zeros(50, bool)
            run(game, stored, packing, keys, back)
            assert back.all() and (keys == stored).all()


PLACED = [(2, 7), (0, 40), (1, 5), (0, 1)]  # of each int of a lot the most bits, a place's size


def few_bits(chance: random.Random, extra: int = 0) -> Lot:
    """A lot with at most so many bits in its ints as PLACED says, the first with so many more."""
    board = sum(1 << place for place in chance.sample(range(127), chance.randint(0, 2) + extra))
    return Lot(board, (chance.getrandbits(40), chance.choice([0, 1 << 30])), chance.getrandbits(1))


@pytest.mark.parametrize("words", [1, 2])
def test_places_of_bits_are_packed_and_come_back(words):
    chance, game = random.Random(words), Holding()
    layout = sparse(*zip(*PLACED, strict=True), words)
    row, seen = row_for(layout), {}
    for _ in range(300):
        state = few_bits(chance)
        key = key_of(game, state, layout, row)
        assert 0 <= key < 1 << 60
        assert state_of(game, key, state, layout, row) == seen.setdefault(key, state) == state
        written = {"most": layout.parts[0].tolist(), "size": layout.parts[1].tolist()}
        flat = [state.board, *state.few, state.player]
        assert sparse_key(written, flat) == key and list(sparse_items(written, key)) == flat
    for strange in (few_bits(chance, 3), Lot(1 << 127, (0, 0), 0), Lot(0, (1 << 40, 0), 0),
                    Lot(0, (0, 1 << 31), 0), Lot(-1, (0, 0), 0), Lot(0, (0, 0), 2)):  # fmt: skip
        assert key_of(game, strange, layout, row) == OUTSIDE


def test_one_word_is_taken_where_it_is_enough():
    def words(*states: tuple[int, ...]) -> tuple[type, int]:
        layout = layout_for(states, places=True)
        return type(layout).__name__, words_of(layout)

    assert words((0, 0), (1 << 40, 1 << 20)) == ("Whole", 1)
    assert words((0, 0), (1 << 200, 1 << 20)) == ("Cut", 1)
    assert words(((1 << 200) - 2, 7), ((1 << 200) - 1, -7)) == ("Cut", 1)
    assert words((0, 0), ((1 << 100) - 1, 2)) == ("Cut", 2)
    assert words((1, 0), *((1 << place, 0) for place in range(200))) == ("Sparse", 1)
    assert words((0, 0), (((1 << 8) - 1) << 120, 1 << 120), *((1 << n, 0) for n in range(120)),
                 *((0, 1 << n) for n in range(120))) == ("Sparse", 2)  # fmt: skip
    assert layout_for([(0, 0), ((1 << 100) - 1, (1 << 27) - 1)]) == 127


def test_bits_that_tell_no_more_than_who_moves_are_left_out():
    first, second = (1 << 200) - 1, 5 << 190
    states = [(first, second, 0), (second, first, 1), (first | 1 << 220, second, 0)]
    layout = layout_for(states)
    taken, lead = taken_by(layout)
    assert lead == 2 and [bits.taken.bit_count() for bits in taken] == [1, 0, 1]
    row, game = row_for(layout), Holding()
    keys = [key_of(game, state, layout, row) for state in states]
    assert len(set(keys)) == 3 and OUTSIDE not in keys
    assert [state_of(game, key, states[0], layout, row) for key in keys] == states
    assert key_of(game, (first, second, 1), layout, row) == OUTSIDE


def test_bits_to_spare_go_to_two_words_too():
    game, start = Doubling(), Doubling().start()
    layout = layout_for([start, start._replace(number=1 << 70)])
    assert words_of(layout) == 1
    layout = layout_for([start, start._replace(number=(1 << 70) - 1)])
    grown = start._replace(number=1 << 90)
    row = row_for(layout)
    assert words_of(layout) == 2
    key = key_of(game, grown, layout, row)
    assert key != OUTSIDE and state_of(game, key, start, layout, row) == grown


# Arrays and tables -------------------------------------------------------------------------------


def two_words(count: int) -> list[int]:
    chance = random.Random(count)
    few = [chance.getrandbits(63) for _ in range(4)]
    return [
        chance.choice(few) << 63 | chance.choice(few) + chance.randrange(9) for _ in range(count)
    ]


def test_arrays_of_two_words_are_put_in_order_and_searched():
    keys, like = two_words(300), np.empty((0, 2), np.int64)
    stored = array_of(keys, like)
    ordered = in_order(stored)
    assert [key_at(ordered, i) for i in range(300)] == sorted(keys)
    once = distinct(stored)
    expected = sorted(set(keys))
    assert [key_at(once, i) for i in range(len(once))] == expected
    for key in [*keys[:50], 0, 1 << 125, keys[0] + 100]:
        assert place_of(once, key) == sum(other < key for other in expected)
        assert place_of(once, key, after=True) == sum(other <= key for other in expected)


def test_the_words_of_a_key_are_folded_into_one():
    keys = two_words(200) + list(range(50)) + [key << 63 for key in range(50)]
    assert len({one_word(key) for key in keys}) == len(set(keys))
    assert all(one_word(key) == key for key in range(0, 1 << 62, 1 << 57))


# Whole games -------------------------------------------------------------------------------------


def reached(game) -> list:
    states = [game.start()]
    for state in states:
        for child in (game.play(state, move) for move in game.moves(state)):
            states += [] if child in states else [child]
    return states


def told(game, states) -> list[tuple[int, int]]:
    """Value and remoteness of each state, as the naive oracle finds them."""
    children = [[states.index(game.play(s, m)) for m in game.moves(s)] for s in states]
    ends = [0 if below else game.outcome(s) for s, below in zip(states, children, strict=True)]
    return oracles.retrograde(children, [state.player for state in states], ends)


WIDE = {  # words of a key, the format's version
    CodedTug(): (2, 3),
    Peeling(): (1, 3),
    SeldomSeen(): (1, 3),
    Striding(): (1, 5),
}


@BOTH
@pytest.mark.parametrize("game", WIDE, ids=str)
def test_wide_states_are_solved_as_the_oracle_says(game, native, tmp_path):
    starts = [game.start(), game.play(game.start(), next(iter(game.moves(game.start()))))]
    solution = zermelo.solve(game, tmp_path / "database", states=starts, native=native)
    database, states = Database(tmp_path / "database", game), reached(game)
    words, version = words_of(database.states.packing.layout), database.manifest["version"]
    assert (words, version) == WIDE[game]
    for state, (value, plies) in zip(states, told(game, states), strict=True):
        score = database.score(state)
        assert (value_of(score), remoteness_of(score) or 0) == (value, plies if value else 0)
    assert solution.states == len(states)
    assert zermelo.verify(database.path, game=game).sound
    assert zermelo.estimate(game, native=native).states == len(states)


@BOTH
def test_two_words_give_what_one_gives(native, tmp_path, monkeypatch):
    """With symmetries, tiers, and threads; the same states in the same order."""
    game = zermelo.game("tictactoe" if native else "mnk(width=3, height=2, k=3)")
    one = zermelo.solve(game, tmp_path / "one", native=native)
    monkeypatch.setattr("zermelo.solver.keys.packing.layout_for", in_two_words)
    two = zermelo.solve(game, tmp_path / "two", native=native, threads=3)
    assert {**one.as_dict(), "seconds": 0} == {**two.as_dict(), "seconds": 0}
    assert words_of(Database(tmp_path / "two").states.packing.layout) == 2
    assert zermelo.verify(tmp_path / "two").sound
    result, expected = (zermelo.probe(Database(tmp_path / name)) for name in ("two", "one"))
    assert result.moves == expected.moves


def in_two_words(states, **_):
    """A layout with bits in both words, whatever the states need."""
    return cut([Bits(0, (1 << size) - 1) for size in (100, 20, 2)[: len(states[0])]], 2)


def contents(path) -> list:
    manifest = json.loads((path / "zermelo.json").read_text())
    database = Database(path, CodedTug())
    keys, scores = database.states.everything()
    facts = {**manifest["solution"], "seconds": 0}, manifest["tiers"], manifest["packing"]
    return [*facts, keys.tolist(), scores.tolist(), sorted(manifest["checksums"])]


def test_a_run_that_was_stopped_goes_on_with_two_words(tmp_path, monkeypatch):
    monkeypatch.setattr(tiers, "SAVE_SECONDS", 0.0)
    game, reference = CodedTug(), tmp_path / "reference"
    zermelo.solve(game, reference, native=False)
    for steps in range(1, 9):
        path, left = tmp_path / str(steps), [steps]

        def stop(_, left=left) -> None:
            left[0] -= 1
            if left[0] == 0:
                raise KeyboardInterrupt

        try:
            zermelo.solve(game, path, native=False, progress=stop)
        except KeyboardInterrupt:
            assert not (path / "zermelo.json").exists()
            zermelo.solve(game, path, native=False)
        assert contents(path) == contents(reference)


def test_a_flipped_byte_of_two_words_is_found(tmp_path):
    game, path = CodedTug(), tmp_path / "database"
    zermelo.solve(game, path, native=False)
    chance = random.Random(2)
    files = sorted(file for file in path.rglob("*") if file.is_file())
    assert {path / "keys/c/0/0", path / "chunk_starts/c/0/0"} <= set(files)
    for file in files * 4:
        sound = file.read_bytes()
        index, bit = chance.randrange(len(sound)), 1 << chance.randrange(8)
        file.write_bytes(sound[:index] + bytes([sound[index] ^ bit]) + sound[index + 1 :])
        with pytest.raises(UsageError):
            zermelo.verify(path, game=game, sample=1)
        with pytest.raises(UsageError):
            Database(path, game).score(game.start())
        file.write_bytes(sound)
    assert zermelo.verify(path, game=game).sound


def test_verify_finds_wrong_keys_of_two_words(tmp_path):
    import zarr

    game, path = CodedTug(), tmp_path / "database"
    zermelo.solve(game, path, native=False)
    group = zarr.open_group(str(path), mode="r+")
    keys = group["keys"][:]
    for word in (0, 1):
        wrong = keys.copy()
        wrong[5, word] ^= 2
        group["keys"][:] = wrong
        forged.reseal(path)
        assert not zermelo.verify(path, game=game).sound


@pytest.mark.parametrize(
    "change",
    [
        lambda packing: packing.update(words=3),
        lambda packing: packing.update(words=1),
        lambda packing: packing["shift"].reverse(),
        lambda packing: packing["item"].__setitem__(0, 7),
        lambda packing: packing["first"].__setitem__(0, 1 << 40),
        lambda packing: packing["lowest"].__setitem__(0, 1 << 5000),
        lambda packing: packing["lowest"].__setitem__(0, "1"),
        lambda packing: packing["largest"].__setitem__(0, 5),
        lambda packing: packing.pop("words"),
        lambda packing: packing.update(own_key=True),
    ],
)
def test_a_packing_that_nobody_writes_is_refused(change, tmp_path):
    game, path = CodedTug(), tmp_path / "database"
    zermelo.solve(game, path, native=False)
    forged.forge(path, lambda body: change(body["packing"]))
    with pytest.raises(UsageError, match="damaged"):
        Database(path, game)


@pytest.mark.parametrize(
    "change",
    [
        lambda packing: packing.update(words=0),
        lambda packing: packing["most"].append(1),
        lambda packing: packing["most"].__setitem__(0, -1),
        lambda packing: packing["size"].__setitem__(0, 60),
        lambda packing: packing["most"].__setitem__(0, 20),
        lambda packing: packing.update(own_key=True),
    ],
)
def test_places_that_nobody_writes_are_refused(change, tmp_path):
    game, path = Striding(), tmp_path / "database"
    starts = [game.start(), game.play(game.start(), 1)]
    zermelo.solve(game, path, states=starts, native=False)
    forged.forge(path, lambda body: change(body["packing"]))
    with pytest.raises(UsageError, match="damaged"):
        Database(path, game)


def test_whole_ints_of_one_word_are_stored_as_ever(tmp_path):
    zermelo.solve(zermelo.game("nim(rows=[1, 2])"), tmp_path / "database", native=False)
    database = Database(tmp_path / "database")
    assert isinstance(database.states.packing.layout, Whole) and database.manifest["version"] == 2
