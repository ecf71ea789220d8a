"""Thousands of games at once are the same games as one by one."""

import numpy as np
import pytest
from hypothesis import given, settings

import vector
import zermelo
from sessions import SESSIONS, Session
from zermelo import ONGOING
from zermelo.bridges.learners import actions_of
from zermelo.bridges.vector import Games
from zermelo.games import BUILT_IN
from zermelo.play.history import DrawRules

SIZES = {
    "amazons": "amazons(size=4)",
    "gomoku": "mnk(width=5, height=5, k=4)",
    "hex": "hex(size=5)",
}


def compare(games: Games, steps: int) -> int:
    """Make random moves, each game beside one played by the rules; how many games have ended."""
    game, actions, over = games.game, actions_of(games.game), 0
    states = [game.start()] * len(games.rows)
    for _ in range(steps):
        chosen, masks, players = games.drawn(), games.masks, games.players
        for index, state in enumerate(states):
            assert games.state(index) == state and players[index] == game.player(state)
            assert masks[index].nonzero()[0].tolist() == [*actions.legal(state)]
        rewards, ended = games.step(chosen)
        for index, number in enumerate(chosen):
            before = states[index]
            state = game.play(before, actions.move(before, int(number)))
            done, outcome = game.outcome(state) != ONGOING, game.outcome(state)
            same = game.player(state) == game.player(before)
            assert ended[index] == done
            assert rewards[index] == (0 if not done else outcome if same else -outcome)
            states[index] = game.start() if done else state
            over += done
    return over


@pytest.mark.parametrize("name", BUILT_IN)
def test_games_go_as_the_rules_say(name):
    compare(Games(zermelo.game(SIZES.get(name, name)), 2, seed=3, native=False), 6)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["connectfour", "othello(size=4)", "checkers"])
def test_compiled_games_go_as_the_rules_say(spec):
    assert compare(Games(zermelo.game(spec), 8, seed=5), 45) > 0 or spec == "checkers"


def test_an_illegal_move_loses_and_the_game_begins_anew():
    games = Games(zermelo.game("tictactoe"), 2, native=False)
    games.step([4, 0])
    rewards, ended = games.step([4, 1])
    assert rewards.tolist() == [-1, 0] and ended.tolist() == [True, False]
    assert games.state(0) == games.game.start() and games.plies.tolist() == [0, 2]


def test_a_game_ends_with_the_cap_of_the_draw_rules():
    games = Games(zermelo.game("morris"), 1, draws=DrawRules(cap=2), native=False)
    ended = [bool(games.step(games.drawn())[1][0]) for _ in range(4)]
    assert ended == [False, True, False, True] and games.rewards.tolist() == [0]


def test_the_same_seed_draws_the_same_moves_and_observations_have_one_shape():
    first, second = (Games(zermelo.game("connectfour"), 3, seed=8, native=False) for _ in range(2))
    assert np.array_equal(first.drawn(), second.drawn())
    assert first.observations.shape == (3, 3, 6, 7)


def test_the_bench_prints_a_row(capsys):
    assert vector.main(["tictactoe", "--games", "8", "--seconds", "0.01", "--plain"]) == 0
    assert "tictactoe" in capsys.readouterr().out


@given(session=SESSIONS)
@settings(max_examples=20)
def test_every_go_is_answered_by_one_legal_move(session):
    (spec, protocol), steps = session
    Session(spec, protocol).hold(steps)
