"""Moves as numbers and positions as arrays, for learners, in every game."""

import random

import numpy as np
import pytest

import zermelo
from toys import Again
from walking import random_states
from zermelo import ONGOING
from zermelo.bridges.learners import Actions, Observer
from zermelo.errors import ContractError, IllegalMoveError
from zermelo.games import BUILT_IN
from zermelo.games.mnk import TicTacToe

SIZES = {
    "amazons": "amazons(size=4)",
    "gomoku": "mnk(width=9, height=9, k=5)",
    "hex": "hex(size=5)",
}
GAMES = [SIZES.get(name, name) for name in BUILT_IN] + ["morris(men=3, several=True, lasker=True)"]
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
        assert actions.mask(state).nonzero()[0].tolist() == [*legal]
        array = observer(state)
        assert array.shape == observer.shape and array.dtype == np.float32
        assert array[-1].min() == array[-1].max() == game.player(state)


@pytest.mark.parametrize(("spec", "count"), COUNTS.items())
def test_the_numbers_are_as_many_as_the_board_has_places(spec, count):
    assert Actions(zermelo.game(spec)).count == count


def test_a_game_that_lists_no_actions_has_those_of_random_games():
    actions = Actions(Again(size=9))
    assert actions.values == (1, 2, 3)


def test_a_move_that_is_not_listed_is_refused_and_so_is_a_number_that_is_no_move():
    game = Unlisted()
    with pytest.raises(ContractError, match="a3 is not among its actions: define actions"):
        Actions(game).legal(game.start())
    with pytest.raises(IllegalMoveError, match="action 7 is no legal move"):
        Actions(zermelo.game("connectfour")).move(zermelo.game("connectfour").start(), 7)


def test_the_planes_are_those_of_what_is_drawn():
    game = zermelo.game("connectfour")
    state = game.play(game.play(game.start(), 0), 14)
    planes = Observer(game)(state)
    assert [plane.nonzero() for plane in planes[:2]] == [((5,), (0,)), ((5,), (2,))]
    seeds = Observer(zermelo.game("kalah"))
    assert seeds.shape == (2, 3, 8) and seeds(seeds.game.start())[0].sum() == 48
    men = Observer(zermelo.game("morris"))
    assert men.shape == (5, 7, 7) and men(men.game.start())[2:4, 0, 0].tolist() == [9, 9]


def test_a_game_may_say_itself_what_is_observed():
    class Counted(TicTacToe):
        def observation(self, state):
            return [[self.remaining(state)], [state.player]]

    observer = Observer(Counted())
    assert observer.shape == (2, 1) and observer(Counted().start()).tolist() == [[9], [0]]
