"""Every game as a PettingZoo and as a Gymnasium environment: their own tests, and ours."""

import contextlib
import io

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

import zermelo
from variants import SMALL_BOARDS
from zermelo.bridges.pettingzoo import env, single
from zermelo.games import BUILT_IN

pytest.importorskip("pettingzoo")


def play_first_moves(environment, limit=400):
    """Play first legal moves to the end: how many, and the rewards in all."""
    environment.reset(seed=1)
    gained, moves = dict.fromkeys(environment.possible_agents, 0.0), 0
    for agent in environment.agent_iter(limit):
        seen, reward, ended, cut, _ = environment.last()
        gained[agent] += reward
        over = ended or cut
        moves += not over
        environment.step(None if over else int(seen["action_mask"].nonzero()[0][0]))
    return moves, gained


@pytest.mark.filterwarnings("ignore:Observation", "ignore:.*alternative render modes")
@pytest.mark.parametrize("name", BUILT_IN)
def test_the_libraries_own_tests_pass(name):
    spec = SMALL_BOARDS.get(name, name)
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(spec), num_cycles=10)
        seed_test(lambda: env(spec), num_cycles=5)
        render_test(lambda **given: env(spec, **given))
    check_env(single(spec, opponent="random", render_mode="ansi"))


def test_a_game_is_played_to_its_end_and_rewarded_or_cut():
    game = env("tictactoe")
    moves, gained = play_first_moves(game)
    assert moves == 7 and gained == {"player_0": 1.0, "player_1": -1.0}
    game = env("morris", max_cycles=4)
    assert play_first_moves(game) == (4, {"player_0": 0.0, "player_1": 0.0})
    against = single("connectfour", opponent="first", seat=0, max_cycles=4)
    against.reset()
    assert [against.step(number)[2:4] for number in (6, 5)] == [(False, False), (False, True)]


def test_an_illegal_move_loses():
    game = env("tictactoe")
    game.reset()
    with contextlib.redirect_stderr(io.StringIO()):
        game.step(4)
        game.step(4)
    assert game.terminations["player_1"] and game.rewards["player_1"] == -1
    against = single("tictactoe", opponent="first", seat=0)
    against.reset()
    against.step(8)
    seen, reward, over, _, info = against.step(8)
    assert (reward, over, info) == (-1.0, True, {"illegal": True})
    assert seen["action_mask"].sum() == 7


def test_only_who_is_to_move_has_legal_moves_also_twice_in_a_row():
    game = env("connectfour")
    game.reset()
    assert game.observe("player_0")["action_mask"].sum() == 7
    assert game.observe("player_1")["action_mask"].sum() == 0
    game = env("kalah")
    game.reset()
    game.step(2)  # ends in the store
    assert game.agent_selection == "player_0"


def test_positions_are_shown_as_asked_for(capsys):
    for mode, beginning in (("ansi", "    a"), ("svg", "<svg")):
        game = env("tictactoe", render_mode=mode)
        game.reset()
        assert game.render().startswith(beginning)
    game = env("tictactoe", render_mode="human")
    game.reset()
    game.step(0)
    assert "X" in capsys.readouterr().out


def test_one_side_plays_against_any_player_and_the_best_move_wins():
    strong = single("tictactoe", opponent="memo", seat=1, native=False)
    for seed in range(3):
        seen, info = strong.reset(seed=seed)
        over, reward = False, 0.0
        while not over:
            number = int(seen["action_mask"].nonzero()[0][0])
            seen, reward, over, _, info = strong.step(number)
        assert reward <= 0 and info == {"seat": 1}
    strong.close()
    seats = {single("nim", opponent="first").reset(seed=seed)[1]["seat"] for seed in range(9)}
    assert seats == {0, 1}

    class Lost:
        """Plays into every trap."""

        name = "lost"

        def choose(self, game, state):
            return list(game.moves(state))[-1]

    against = single(zermelo.game("nim(rows=[2, 1])"), opponent=Lost(), seat=0)
    seen, _ = against.reset()
    assert np.array_equal(seen["action_mask"], [1, 1, 1])
    _, _, over, _, _ = against.step(0)  # one of two: one and one are left, and it is lost for them
    assert not over and against.step(0)[1:3] in [(1.0, True)]
