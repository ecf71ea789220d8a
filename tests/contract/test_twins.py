"""States that are dataclasses and moves that are tuples: they play as the game in ints."""

from __future__ import annotations

import pickle
from typing import NamedTuple

import pytest

import hoarding
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
from zermelo import Game
from zermelo.cli import main
from zermelo.contract.adapted import rowed
from zermelo.contract.adapted.interned import chosen, playable, why_plain
from zermelo.contract.adapted.twins import as_given, is_twin, move_given, twin_of
from zermelo.contract.given import state_given
from zermelo.contract.result import _plain
from zermelo.contract.states import Findings, findings
from zermelo.errors import ContractError, Outgrown

COUNTS = zermelo.perft(Heaps(), 4, native=False).sequences


@pytest.mark.parametrize("owner", TWINNED)
def test_a_twin_is_of_ints_and_plays_alike(owner):
    game = playable(owner())
    assert is_twin(game) and findings(game) == Findings()
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


class Named(NamedTuple):
    row: tuple[int, ...]
    score: int
    player: int


class Scored(Game[Named]):
    """A row that changes its length, and a field that is named like a method."""

    def start(self):
        return Named((1, 2, 3), 0, 0)

    def moves(self, state):
        yield from state.row

    def play(self, state, move):
        row = tuple(one for one in state.row if one > move)
        return Named(row, -state.score - move, 1 - state.player)

    def score(self, state):
        return state.score

    score_bound = 6


def test_a_field_named_like_a_method_is_a_reason_to_run_plain():
    game = playable(Scored())
    assert why_plain(game) == "its states have a field score, like its rules: rename the field"
    assert zermelo.analyze(game, by="score", native=False).value == 3


def test_a_call_begins_again_with_twice_the_room(monkeypatch):
    monkeypatch.setattr(rowed, "_doubled", [])
    twin = playable(hoarding.Hoarding())
    with pytest.raises(Outgrown):  # it was made elsewhere, with less room
        zermelo.perft(twin, 15, native=False)
    assert zermelo.perft(hoarding.Hoarding(), 15, native=False).sequences == (2,) * 15
    assert rowed._doubled
    assert zermelo.analyze(hoarding.Hoarding(), native=False).exact


def test_a_command_begins_again_with_twice_the_room(monkeypatch, capsys):
    monkeypatch.setattr(rowed, "_doubled", [])
    twin_of.cache_clear()
    assert main(["perft", f"{hoarding.__file__}:Hoarding", "15", "--plain", "--json"]) == 0
    captured = capsys.readouterr()
    assert "begun again with more room" in captured.err
    assert '"sequences": [2' in captured.out


def test_a_state_is_a_row_in_json():
    assert _plain(playable(AsDataclass()).start()) == [[1, 2, 2], 0]
