"""Any hashable state, any hashable move: each odd game is worth what the one in ints is."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import pytest

import oddgames
import zermelo
from oddgames import PLAYED, READ, REFUSED, WIDE, Heaps
from zermelo.contract.adapted.interned import Interned, Seen, playable, unkeyed
from zermelo.contract.adapted.twins import as_given
from zermelo.contract.given import game_given, state_given
from zermelo.contract.states import findings
from zermelo.errors import UsageError

HEAPS = Heaps()


@pytest.mark.parametrize("owner", PLAYED)
def test_states_and_moves_that_are_no_ints_are_numbered(owner):
    game = playable(owner())
    assert isinstance(game, Interned) and game.why_plain
    state, other = game.start(), playable(owner()).start()
    assert state == other and hash(state) == hash(other) and state[0] == other[0]
    assert (
        list(game.moves(state)) == list(range(5))
        if game.named
        else list(HEAPS.moves(HEAPS.start()))
    )
    child = game.play(state, next(iter(game.moves(state))))
    assert isinstance(child, Seen) and child != state and game.player(child) == 1
    assert pickle.loads(pickle.dumps((game, state))) == (game, state)


@pytest.mark.parametrize("owner", (Heaps, *WIDE, *READ))
def test_ints_stay_as_they_are(owner):
    game = owner()
    assert playable(game) is game


@pytest.mark.parametrize("owner", REFUSED)
def test_what_cannot_be_hashed_is_refused_in_one_sentence(owner):
    with pytest.raises(UsageError) as refusal:
        zermelo.perft(owner(), 2, native=False)
    assert REFUSED[owner] in str(refusal.value) and "\n" not in str(refusal.value)


def test_rows_of_changing_length_do_not_collide():
    """The default key drops zeros at a row's end: all these rows would have the same."""
    game = playable(oddgames.Ragged())
    ends = [state_given(game, oddgames.Rows(((0,) * n, (), ()), 0)) for n in range(3)]
    assert len({*ends}) == len({Seen(as_given(end))[0] for end in ends}) == 3


def test_a_solver_gets_back_the_state_of_a_number():
    game = unkeyed(playable(oddgames.AsFrozenset()))
    child = game.play(game.start(), 1)
    assert unkeyed(playable(oddgames.AsFrozenset())).unkey(child[0]) == child


def test_shapes_are_looked_at_in_all_states():
    assert "None" in findings(oddgames.WithNone()).plain
    assert findings(HEAPS).plain == ""
    assert "its Rows.rows changes its length" in findings(oddgames.Ragged()).plain


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        (oddgames.AsString, "its states are a str, not a NamedTuple of ints and tuples of ints"),
        (oddgames.WithEnum, "its states hold a Size (Rows.rows.0): write an IntEnum"),
        (oddgames.TextMoves, "its moves hold a str: write ints, or tuples of ints"),
        (oddgames.TwoForms, "its moves are no ints: number them, or write tuples of one form"),
        (
            oddgames.AsDataclass,
            "its states are a Frozen, not a NamedTuple of ints and tuples of ints",
        ),
    ],
)
def test_the_part_that_is_no_int_is_named(kind, why):
    assert findings(kind()).plain == why


def test_a_text_in_a_dataclass_is_named_by_its_field():
    @dataclass(frozen=True)
    class Board:
        cells: tuple[str, ...]
        player: int

    class Letters(zermelo.Game[Board]):
        def start(self):
            return Board((".", "x"), 0)

        def moves(self, state):
            yield from ()

        def play(self, state, move):
            return state

    assert findings(Letters()).plain.startswith("its states hold a str (Board.cells.0): write ")


def test_games_and_states_are_given_by_name_and_text():
    game = game_given("nim(rows=[1, 2])")
    assert state_given(game) == game.start() == state_given(game, game.start())
    assert state_given(game, "1,2 A") == game.start()
    with pytest.raises(UsageError, match="Heaps is a class: give a game, Heaps\\(\\)"):
        game_given(Heaps)
    with pytest.raises(UsageError, match="a game or its name should be given, not 3"):
        game_given(3)
