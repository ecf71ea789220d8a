"""Sums as games: specs, moves, values against a plain search, pictures."""

import random

import pytest

import oracles
import zermelo
from walking import random_game
from zermelo.errors import ParameterError, SpecError, TextError
from zermelo.spec import parse_game, runs_a_file

SUMS = [
    "nim(rows=[2, 1]) + kayles(n=3)",
    "domineering(width=2, height=2) + toadsandfrogs(toads=1, gap=2, frogs=1)",
    "clobber(width=3, height=1) + domineering(width=3, height=1) + nim(rows=[2])",
    "kayles(n=3) + domineering(width=2, height=3)",
]


@pytest.mark.parametrize("spec", SUMS)
def test_a_sum_is_won_as_its_value_says_and_as_a_plain_search_finds(spec):
    game = parse_game(spec)
    worth = oracles.worth_of(game)
    for state in random_game(game, random.Random(1)):
        at = game.other_to_move(state) if state.player else state
        begins = worth(at) == 1, worth(game.other_to_move(at)) == 1
        message = {(1, 0): "L", (0, 1): "R", (1, 1): "N", (0, 0): "P"}[begins]
        assert zermelo.value(game, state).outcome == message
        analysis = zermelo.analyze(game, state, native=False)
        assert (analysis.value, analysis.exact) == (worth(state), True)


@pytest.mark.parametrize("spec", SUMS)
def test_specs_and_positions_round_trip(spec):
    game = parse_game(spec)
    assert parse_game(str(game)) == game
    if game.has("parse_state"):
        for state in random_game(game, random.Random(2)):
            assert game.parse_state(game.format_state(state)) == state


def test_each_game_keeps_its_moves_under_its_number():
    game = parse_game("nim(rows=[3, 4]) + kayles(n=7)")
    state = game.play(game.start(), game.parse_move(game.start(), "2:3-4"))
    assert game.format_state(state) == "3,4 A + oo..ooo A / B"
    assert "1:1,4" in [game.format_move(state, move) for move in game.moves(state)]
    assert zermelo.value(game).value == "*5"


def test_games_stand_side_by_side():
    game = parse_game("clobber(width=2, height=1) + toadsandfrogs(toads=1, gap=1, frogs=1)")
    drawn = game.picture(game.start())
    assert len(set(drawn.points)) == len(drawn.points) == 5
    assert {x for x, _ in drawn.points} == {0, 1, 3, 4, 5}
    for move in game.moves(game.start()):
        assert all(point < 2 for point in drawn.clicks[move]) == (move % 2 == 0)


def test_what_makes_no_sum_is_refused():
    for spec in ("tictactoe + nim", "nim(rows=[2], misere=True) + nim", "kalah + kayles"):
        with pytest.raises(ParameterError, match="cannot be part of a sum"):
            parse_game(spec)
    with pytest.raises(SpecError, match="unknown game nimm"):
        parse_game("nim + nimm")
    with pytest.raises(TextError, match="a position of each game"):
        parse_game("kayles(n=2) + kayles(n=3)").parse_state("oo A / A")
    assert runs_a_file("nim + chomp.py:Chomp")
    assert not runs_a_file("nim + kayles")
