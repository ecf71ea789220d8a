"""States that are dataclasses and moves that are tuples: they play as the game in ints."""

from __future__ import annotations

import pickle

import pytest

import zermelo
from oddgames import (
    TWINNED,
    AsDataclass,
    DataclassMoves,
    Heaps,
    NamedMoves,
    Ragged,
    Rows,
    Take,
    TupleMoves,
)
from zermelo.contract.adapted.interned import chosen, playable
from zermelo.contract.adapted.twins import as_given, is_twin, move_given
from zermelo.contract.given import state_given
from zermelo.contract.result import _plain
from zermelo.contract.states import findings
from zermelo.errors import ContractError

COUNTS = zermelo.perft(Heaps(), 4, native=False).sequences


@pytest.mark.parametrize("owner", TWINNED)
def test_a_twin_is_of_ints_and_plays_alike(owner):
    game = playable(owner())
    assert is_twin(game) and findings(game) == ("", False)
    assert as_given(game) == owner() and as_given(game.start()) == owner().start()
    assert zermelo.perft(owner(), 4, native=False).sequences == COUNTS
    state = game.start()
    assert all(isinstance(move, int) for move in game.moves(state))
    assert pickle.loads(pickle.dumps((game, state))) == (game, state)
    assert state_given(game, owner().start()) == state
    texts = [game.format_move(state, move) for move in game.moves(state)]
    assert [game.parse_move(state, text) for text in texts] == list(game.moves(state))
    assert game.picture(state).buttons.keys() == set(game.moves(state))


@pytest.mark.parametrize(
    ("owner", "move", "text"),
    [
        (NamedMoves, (Rows(1, 0), -2), "(Rows(rows=1,player=0),-2)"),
        (DataclassMoves, Take(1, 2), "b2"),
    ],
)
def test_moves_are_given_as_written_and_shown_so(owner, move, text):
    game, seen = playable(owner()), []
    state = game.start()

    def choose(*given):
        seen.append(given)
        return move

    number = chosen(choose, game, state)
    assert number in game.moves(state) and number == move_given(game, move)
    assert seen == [(owner(), owner().start())]
    assert game.format_move(state, number) == text
    assert as_given(game.play(state, number)) == owner().play(owner().start(), move)
    assert owner is NamedMoves or game.order(state, number) == 2


def test_larger_numbers_than_there_is_room_for_are_refused():
    game = playable(TupleMoves())
    assert game._unpacked(move_given(game, (-1, 2))) == (-1, 2)
    with pytest.raises(ContractError, match="larger numbers"):
        move_given(game, (1, 100))


def test_rows_have_room_for_more_than_games_show_and_refuse_what_has_none():
    game, rows = playable(Ragged()), Ragged().start()
    longest = rows._replace(rows=((0, 0, 0, 0), (), ()))
    assert as_given(state_given(game, longest)) == longest
    assert as_given(game.play(state_given(game, longest), 1)).rows == ((0, 0, 0), (), ())
    with pytest.raises(ContractError, match="row of the state got longer"):
        state_given(game, rows._replace(rows=((0,) * 9, (), ())))


def test_a_state_is_a_row_in_json():
    assert _plain(playable(AsDataclass()).start()) == [[1, 2, 2], 0]
