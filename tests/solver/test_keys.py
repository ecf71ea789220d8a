"""Keys of one word and two: states packed and unpacked, tables and arrays, whole games solved."""

import random
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import forged
import oracles
import zermelo
from walking import graph_of
from widegames import CodedTug, SeldomSeen, Striding
from zermelo import Game
from zermelo.errors import UsageError
from zermelo.native.arrays import OUTSIDE
from zermelo.native.items import Whole, key_of, row_for, state_of
from zermelo.solver.keys.layouts import Bits, cut_words, layout_for, sparse, taken_by, words_of
from zermelo.solver.probing import published
from zermelo.solver.probing.database import Database
from zermelo.solver.score import remoteness_of, value_of

BOTH = pytest.mark.parametrize(
    "native", [pytest.param(True, marks=pytest.mark.compiled), False], ids=["native", "plain"]
)


class Lot(NamedTuple):
    board: int
    few: tuple[int, int]
    player: int


class Holding(Game[Lot]):
    """A game whose states have room for all values of `lots`."""

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


@given(st.data(), st.sampled_from([1, 2]))
@settings(max_examples=60, deadline=None, derandomize=True)
def test_unpacking_is_the_inverse_of_packing(data, words):
    bits = data.draw(lots(words))
    layout = cut_words(bits, words, LEAD)
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
    layout, game = cut_words(bits, words, LEAD), Holding()
    player = data.draw(st.integers(0, 1))
    values = list(lot(bits, [0, 0, 0, player]))
    spoilt = 1 << data.draw(st.integers(0, 200))
    board = values[0] ^ spoilt
    key = key_of(game, Lot(board, values[1], values[2]), layout, row_for(layout))
    assert (key == OUTSIDE) == (bits[0].taken & spoilt == 0)
    for strange in (values[1][0], -5), (-1, values[1][1]), (values[1][0], 1 << 90):
        assert key_of(game, Lot(values[0], strange, player), layout, row_for(layout)) == OUTSIDE


PLACED = [(2, 7), (0, 40), (1, 5), (0, 1)]  # of each int of a lot the most bits, a place's size


def few_bits(chance: random.Random, extra: int = 0) -> Lot:
    """A lot with at most as many bits in its ints as PLACED says, and `extra` more in the first."""
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
        assert published.key_of(written, state) == key
        assert published.state_of(written, state, key) == state
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


WIDE = {  # words of a key, the format's version
    CodedTug(): (2, 3),
    SeldomSeen(): (1, 3),
    Striding(): (1, 5),
}


@BOTH
@pytest.mark.parametrize("game", WIDE, ids=str)
def test_wide_states_are_solved_as_the_oracle_says(game, native, tmp_path):
    starts = [game.start(), game.play(game.start(), next(iter(game.moves(game.start()))))]
    solution = zermelo.solve(game, tmp_path / "database", states=starts, native=native)
    database, (states, *graph) = Database(tmp_path / "database", game), graph_of(game)
    words, version = words_of(database.states.packing.layout), database.manifest["version"]
    assert (words, version) == WIDE[game]
    for state, (value, plies) in zip(states, oracles.retrograde(*graph), strict=True):
        score = database.score(state)
        assert (value_of(score), remoteness_of(score) or 0) == (value, plies if value else 0)
    assert solution.states == len(states)
    assert zermelo.verify(database.path, game=game).sound
    assert zermelo.estimate(game, native=native).states == len(states)


@BOTH
def test_two_words_give_what_one_gives(native, tmp_path, monkeypatch):
    game = zermelo.game("tictactoe" if native else "mnk(width=3, height=2, k=3)")
    one = zermelo.solve(game, tmp_path / "one", native=native)
    monkeypatch.setattr("zermelo.solver.keys.layouts.layout_for", in_two_words)
    two = zermelo.solve(game, tmp_path / "two", native=native, threads=3)
    assert {**one.as_dict(), "seconds": 0} == {**two.as_dict(), "seconds": 0}
    assert words_of(Database(tmp_path / "two").states.packing.layout) == 2
    assert zermelo.verify(tmp_path / "two").sound
    result, expected = (zermelo.probe(Database(tmp_path / name)) for name in ("two", "one"))
    assert result.moves == expected.moves


def in_two_words(states, **_):
    """A layout with bits in both words, even if one word would be enough."""
    return cut_words([Bits(0, (1 << size) - 1) for size in (100, 20, 2)[: len(states[0])]], 2)


def test_verify_finds_wrong_keys_of_two_words(solve):
    import zarr

    game, path = CodedTug(), solve(CodedTug()).path
    group = zarr.open_group(str(path), mode="r+")
    keys = group["keys"][:]
    for word in (0, 1):
        wrong = keys.copy()
        wrong[5, word] ^= 2
        group["keys"][:] = wrong
        forged.reseal(path)
        assert not zermelo.verify(path, game=game).sound


WRONG = {  # impossible packings, by game
    CodedTug(): [
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
    Striding(): [
        lambda packing: packing.update(words=0),
        lambda packing: packing["most"].append(1),
        lambda packing: packing["most"].__setitem__(0, -1),
        lambda packing: packing["size"].__setitem__(0, 60),
        lambda packing: packing["most"].__setitem__(0, 20),
        lambda packing: packing.update(own_key=True),
    ],
}


@pytest.mark.parametrize(
    ("game", "change"), [(game, change) for game in WRONG for change in WRONG[game]]
)
def test_a_packing_that_nobody_writes_is_refused(game, change, solve):
    starts = [game.start(), game.play(game.start(), 1)]
    path = solve(game, states=starts).path
    forged.forge(path, lambda body: change(body["packing"]))
    with pytest.raises(UsageError, match="damaged"):
        Database(path, game)


def test_whole_ints_of_one_word_are_stored_as_ever(solve):
    database = solve("nim(rows=[1, 2])")
    assert isinstance(database.states.packing.layout, Whole) and database.manifest["version"] == 2
