"""The rules of every game against a naive oracle, in random games and in small ones outright."""

from __future__ import annotations

from functools import cache

import pytest

import oracles
from facts import every
from walking import after, moves_of, random_histories, texts
from zermelo import LOSS, ONGOING, WIN
from zermelo.errors import IllegalMoveError, ParameterError
from zermelo.spec import parse_game

ORACLES, SMALL, REFUSED = every("oracles"), every("small"), every("refused")


@pytest.mark.parametrize("spec", ORACLES)
def test_random_play_agrees_with_the_oracle(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    for history in random_histories(rules, 12, spec):
        state = after(game, history)
        assert texts(game, state) == moves_of(rules, history)
        assert game.move_count(state) == len(moves_of(rules, history))
        assert game.outcome(state) == rules.outcome(history)
        assert game.player(state) == rules.player(history)
        assert game.format_state(state) == rules.text(history)
        assert LOSS < game.evaluate(state) < WIN


@pytest.mark.parametrize("spec", SMALL)
def test_small_games_have_the_value_of_naive_minimax(spec):
    game = parse_game(spec)

    @cache
    def value(state) -> int:
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome
        children = [game.play(state, move) for move in game.moves(state)]
        same = [game.player(child) == game.player(state) for child in children]
        return max(map(oracles.mirrored, map(value, children), same))

    assert value(game.start()) == oracles.minimax(SMALL[spec])


@pytest.mark.parametrize("spec", ORACLES)
def test_illegal_moves_are_refused(spec):
    game = parse_game(spec)
    with pytest.raises(IllegalMoveError, match="no legal move"):
        game.play_checked(game.start(), 9999)


@pytest.mark.parametrize("spec", REFUSED)
def test_parameters_that_make_no_game_are_refused(spec):
    with pytest.raises(ParameterError, match=REFUSED[spec]) as caught:
        parse_game(spec)
    assert "\n" not in str(caught.value)
