"""For learners: moves as numbers, positions as arrays, thousands of games at once; sessions."""

import random

import numpy as np
import pytest
from hypothesis import given, settings

import vector
import zermelo
from sessions import SESSIONS, Session
from toys import Again
from variants import SMALL_BOARDS
from walking import random_states
from zermelo import ONGOING
from zermelo.bridges.learners import Actions, Observer, actions_of
from zermelo.bridges.vector import Games
from zermelo.errors import ContractError, IllegalMoveError
from zermelo.games import BUILT_IN
from zermelo.games.mnk import TicTacToe
from zermelo.play.history import DrawRules


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
    compare(Games(zermelo.game(SMALL_BOARDS.get(name, name)), 2, seed=3, native=False), 6)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["connectfour", "othello(size=4)", "checkers"])
def test_compiled_games_go_as_the_rules_say(spec):
    assert compare(Games(zermelo.game(spec), 8, seed=5), 45) > 0 or spec == "checkers"


def test_an_illegal_move_or_the_cap_of_the_draw_rules_ends_a_game():
    games = Games(zermelo.game("tictactoe"), 2, native=False)
    games.step([4, 0])
    rewards, ended = games.step([4, 1])
    assert rewards.tolist() == [-1, 0] and ended.tolist() == [True, False]
    assert games.state(0) == games.game.start() and games.plies.tolist() == [0, 2]
    games = Games(zermelo.game("morris"), 1, draws=DrawRules(cap=2), native=False)
    ended = [bool(games.step(games.drawn())[1][0]) for _ in range(4)]
    assert ended == [False, True, False, True] and games.rewards.tolist() == [0]


def test_the_same_seed_draws_the_same_moves_and_observations_have_one_shape():
    first, second = (Games(zermelo.game("connectfour"), 3, seed=8, native=False) for _ in range(2))
    assert np.array_equal(first.drawn(), second.drawn())
    assert first.observations.shape == (3, 3, 6, 7)


def test_the_bench_prints_a_row(capsys, monkeypatch):
    monkeypatch.setattr("sys.argv", ["vector", "tictactoe", "--games", "8", "--seconds", "0.01"])
    vector.main()
    assert "tictactoe" in capsys.readouterr().out


@given(session=SESSIONS)
@settings(max_examples=20)
def test_every_go_is_answered_by_one_legal_move(session):
    (spec, protocol), steps = session
    Session(spec, protocol).hold(steps)


GAMES = [SMALL_BOARDS.get(name, name) for name in BUILT_IN]
GAMES += ["mnk(width=9, height=9, k=5)", "morris(men=3, several=True, lasker=True)"]
COUNTS = {"tictactoe": 9, "connectfour": 7, "othello": 65, "kalah": 6, "nim": 16, "clobber": 98}


class Unlisted(TicTacToe):
    """Tic-tac-toe in which no corner is listed."""

    def actions(self):
        yield from (1, 4, 5, 6, 9)


@pytest.mark.parametrize("spec", GAMES)
def test_every_move_has_a_number_of_its_own_and_every_state_an_array(spec):
    game = zermelo.game(spec)
    actions, observer = Actions(game), Observer(game)
    assert list(actions.values) == sorted(set(actions.values), key=actions.values.index)
    for state in random_states(game, random.Random(1), 25):
        legal, over = actions.legal(state), game.outcome(state) != ONGOING
        assert [*legal] == sorted(legal) and all(0 <= n < actions.count for n in legal)
        assert sorted(legal.values()) == ([] if over else sorted(game.moves(state)))
        assert all(actions.move(state, number) == legal[number] for number in [*legal][-2:])
        array = observer(state)
        assert array.shape == observer.shape and array.dtype == np.float32
        assert array[-1].min() == array[-1].max() == game.player(state)


@pytest.mark.parametrize(("spec", "count"), COUNTS.items())
def test_the_numbers_are_as_many_as_the_board_has_places(spec, count):
    assert Actions(zermelo.game(spec)).count == count


def test_moves_that_are_not_listed_are_refused_unless_no_actions_are():
    game = Unlisted()
    with pytest.raises(ContractError, match="a3 is not among its actions: define actions"):
        Actions(game).legal(game.start())
    with pytest.raises(IllegalMoveError, match="action 7 is not a legal move"):
        Actions(zermelo.game("connectfour")).move(zermelo.game("connectfour").start(), 7)
    actions = Actions(Again(size=9))
    assert actions.values == (1, 2, 3)


def test_the_planes_are_those_of_what_is_drawn_unless_a_game_says_more():
    game = zermelo.game("connectfour")
    state = game.play(game.play(game.start(), 0), 14)
    planes = Observer(game)(state)
    assert [plane.nonzero() for plane in planes[:2]] == [((5,), (0,)), ((5,), (2,))]
    seeds = Observer(zermelo.game("kalah"))
    assert seeds.shape == (2, 3, 8) and seeds(seeds.game.start())[0].sum() == 48
    men = Observer(zermelo.game("morris"))
    assert men.shape == (5, 7, 7) and men(men.game.start())[2:4, 0, 0].tolist() == [9, 9]

    class Counted(TicTacToe):
        def observation(self, state):
            return [[self.remaining(state)], [state.player]]

    observer = Observer(Counted())
    assert observer.shape == (2, 1) and observer(Counted().start()).tolist() == [[9], [0]]
