"""Rules by which a game goes on without a move: whatever plays it says so in one line."""

import warnings
from typing import NamedTuple

import pytest

import zermelo
from zermelo import LOSS, ONGOING, Game
from zermelo.contract import views
from zermelo.errors import ContractError, RulesWarning
from zermelo.experiments.experiment import depth_experiment
from zermelo.experiments.metric import random_games
from zermelo.players.search import FirstMove, RandomMoves, Search
from zermelo.search.clock import Limits


class Sticks(NamedTuple):
    left: int
    player: int


class Stuck(Game[Sticks]):
    """The last stick may not be taken, and yet the game is not over."""

    def start(self):
        return Sticks(5, 0)

    def moves(self, state):
        yield from range(1, min(2, state.left - 1) + 1)

    def play(self, state, move):
        return Sticks(state.left - move, 1 - state.player)

    def outcome(self, state):
        return ONGOING


class Done(Stuck):
    """The same, but a player who is stuck has lost."""

    def outcome(self, state):
        return ONGOING if state.left > 1 else LOSS


def to_the_end(player) -> None:
    game, state = Stuck(), Stuck().start()
    while True:
        state = game.play(state, player.choose(game, state))


pytestmark = pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")
WAYS = {
    "random": lambda: to_the_end(RandomMoves(0)),
    "first": lambda: to_the_end(FirstMove()),
    "search": lambda: to_the_end(Search(Limits(depth=2), native=False)),
    "random games": lambda: random_games(Stuck(), 0, 0.0),
    "depths": lambda: depth_experiment(Stuck(), [0, 1], native=False),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_goes_on_without_a_move_is_one_line(way):
    with pytest.raises(ContractError, match=r"stuck has no moves in .*left=1.*is ONGOING$"):
        WAYS[way]()


def test_results_come_with_a_warning():
    views._warn_of_stuck.cache_clear()  # it warns once a game
    with pytest.warns(RulesWarning, match=r"no moves in .*left=1.*: results that rest on it are "):
        zermelo.playouts(Stuck(), games=3, native=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        zermelo.playouts(Stuck(), games=3, native=False)
        zermelo.playouts(Done(), games=3, native=False)


def test_a_book_of_it_is_one_line(tmp_path):
    with pytest.raises(ContractError, match=r"stuck has no moves"):
        zermelo.book(Stuck(), tmp_path / "stuck.book", plies=5, nodes=20, native=False)
