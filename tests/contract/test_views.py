"""Any hashable state and move: each odd game plays as the same game in ints does."""

import pickle
from typing import NamedTuple

import pytest

import zermelo
from oddgames import (
    WIDE,
    AsDataclass,
    AsFrozenset,
    DataclassMoves,
    Heaps,
    NamedMoves,
    Ragged,
    Rows,
    Take,
    TextMoves,
    TupleMoves,
    TwoForms,
)
from zermelo import Game, Position
from zermelo.contract.analysis import _plain
from zermelo.contract.arguments import game_given, state_given
from zermelo.contract.bits import hashed
from zermelo.contract.views import (
    KeyedStates,
    NumberedMoves,
    PackedMoves,
    View,
    choose_move,
    game_as_written,
    playable,
    solvable,
)
from zermelo.errors import ContractError, UsageError


class Hoard(NamedTuple):
    waited: int
    row: tuple[int, ...]
    player: int


class Hoarding(Game[Hoard]):
    """Wait, or cash in: random games hardly show how long the row gets."""

    def start(self):
        return Hoard(0, (), 0)

    def moves(self, state):
        yield from () if state.row else range(2) if state.waited < 15 else (1,)

    def play(self, state, move):
        row = (state.player,) * (5 * state.waited + 1) if move else ()
        return Hoard(state.waited + 1, row, 1 - state.player)


VIEWED = {
    **dict.fromkeys((TupleMoves, NamedMoves, DataclassMoves), PackedMoves),
    **dict.fromkeys((TextMoves, TwoForms), NumberedMoves),
}


@pytest.mark.parametrize("owner", VIEWED)
def test_moves_that_are_no_ints_are_seen_in_ints(owner):
    game = playable(owner())
    assert isinstance(game, VIEWED[owner]) and playable(game) is game
    assert game_as_written(game) == owner() and str(game) == str(owner())
    state = game.start()
    assert state == owner().start()
    assert all(isinstance(move, int) for move in game.moves(state))
    assert pickle.loads(pickle.dumps((game, state))) == (game, state)
    texts = [game.format_move(state, move) for move in game.moves(state)]
    assert [game.parse_move(state, text) for text in texts] == list(game.moves(state))
    assert game.picture(state).buttons.keys() == set(game.moves(state))


@pytest.mark.parametrize("owner", (AsFrozenset, Ragged, AsDataclass, Heaps, *WIDE))
def test_a_game_whose_moves_are_ints_stays_as_it_is(owner):
    game = owner()
    assert playable(game) is game


@pytest.mark.parametrize(
    ("owner", "move", "text"),
    [
        (NamedMoves, (Rows(1, 0), -2), "(Rows(rows=1,player=0),-2)"),
        (DataclassMoves, Take(1, 2), "b2"),
        (TextMoves, "b 2", "b2"),
    ],
)
def test_moves_are_given_as_written_and_shown_so(owner, move, text):
    game, asked = playable(owner()), []
    state = game.start()

    def choose(*given):
        asked.append(given)
        return move

    number = choose_move(choose, game, state)
    assert number in game.moves(state) and asked == [(owner(), owner().start())]
    assert game.format_move(state, number) == text
    assert game.play(state, number) == owner().play(owner().start(), move)
    assert owner is not DataclassMoves or game.order(state, number) == 2


def test_numbers_and_rows_without_room_are_an_error():
    game = playable(TupleMoves())
    assert game.move_of(None, game.number_of(None, (-1, 2))) == (-1, 2)
    with pytest.raises(ContractError, match="larger numbers"):
        game.number_of(None, (1, 100))
    with pytest.raises(ContractError, match="a row of the state is much longer"):
        solvable(Ragged()).outer(Rows(((0,) * 99, (), ()), 0))
    assert choose_move(lambda *_: "no move", game, game.start()) == "no move"


def test_rows_of_changing_length_do_not_collide():
    ends = [Rows(((0,) * n, (), ()), 0) for n in range(3)]
    assert len({Ragged().key(end) for end in ends}) == 3
    assert len({hashed((0,) * n) for n in range(9)}) == 9
    assert zermelo.perft(Hoarding(), 15, native=False).sequences == (2,) * 15


def test_a_solver_gets_back_the_state_of_a_number():
    assert not isinstance(solvable(TupleMoves()), View)
    game = solvable(AsFrozenset())
    child = game.play(game.start(), 1)
    assert isinstance(game, KeyedStates) and game.unkey(child[0]) == child
    assert solvable(AsFrozenset()).unkey(child[0]) == child
    assert pickle.loads(pickle.dumps((game, child))) == (game, child)


@pytest.mark.parametrize("owner", (Ragged, AsDataclass, NamedMoves))
def test_a_solver_sees_rows_and_records_in_ints(owner):
    game = solvable(playable(owner()))
    start, child = game.start(), game.play(game.start(), next(iter(game.moves(game.start()))))
    assert len(start.items) == len(child.items) and all(isinstance(x, int) for x in child.items)
    assert game.inner(start) == owner().start() and game.outer(game.inner(child)) == child
    assert pickle.loads(pickle.dumps((game, child))) == (game, child)
    assert zermelo.solve(owner(), native=False).states == 28


def test_games_and_states_are_given_by_name_and_text():
    game = game_given("nim(rows=[1, 2])")
    assert state_given(game) == game.start() == state_given(game, game.start())
    assert state_given(game, "1,2 A") == game.start()
    assert state_given(game, Position(game, game.start())) == game.start()
    with pytest.raises(UsageError, match="Heaps is a class; pass an instance, Heaps\\(\\)"):
        game_given(Heaps)
    with pytest.raises(UsageError, match="game should be a game or its name, not 3"):
        game_given(3)
    with pytest.raises(UsageError, match="a state of asdataclass should be a Frozen or a"):
        state_given(AsDataclass(), 3)


def test_a_state_is_a_row_in_json():
    assert _plain(Heaps().start()) == [[1, 2, 2], 0]
