"""Monte Carlo tree search by the evaluation: it leans the search, and proves nothing."""

from dataclasses import replace

import pytest

import zermelo
from zermelo.errors import CapabilityError, ParameterError
from zermelo.games.mnk import TicTacToe
from zermelo.play.player import Terms
from zermelo.players.byname import seat
from zermelo.players.levels import strongest
from zermelo.spec import parse_game

EDGE = 4  # the bit of the cell in the middle row, on the left


class Edgy(TicTacToe):
    """Tic-tac-toe in which the stone on the left edge is all that counts."""

    def evaluate(self, state):
        return 0.5 * ((state.own >> EDGE & 1) - (state.other >> EDGE & 1))


def test_the_evaluation_leads_the_search():
    led = zermelo.analyze(Edgy(), algorithm="hybrid", nodes=60, seed=1, native=False)
    assert led.best_moves == ("a2",) and led.source == "hybrid" and not led.exact
    blind = zermelo.analyze(Edgy(), algorithm="mcts", nodes=60, seed=1, native=False)
    assert blind.best_moves != led.best_moves and blind.source == "mcts"


def test_with_priors_the_first_simulation_goes_where_the_evaluation_points():
    led, blind = (
        zermelo.analyze(Edgy(), algorithm="hybrid", nodes=1, native=False, priors=priors)
        for priors in (True, False)
    )
    assert led.best_moves == ("a2",) and blind.best_moves == ("a3",)
    with pytest.raises(ParameterError, match="priors are for the hybrid, not for mcts"):
        zermelo.analyze(Edgy(), algorithm="mcts", nodes=1, priors=True)


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["y(size=4)", "connectfour", "kalah(pits=3, seeds=3)"])
def test_plain_and_native_search_the_same(spec):
    game = parse_game(spec)
    plain, native = (
        zermelo.analyze(game, algorithm="hybrid", nodes=500, seed=2, native=n)
        for n in (False, True)
    )
    assert replace(plain, seconds=0) == replace(native, seconds=0, native=False)


def test_a_game_without_an_evaluation_is_refused():
    with pytest.raises(CapabilityError, match=r"hybrid needs nim's evaluate: define evaluate"):
        zermelo.analyze("nim", algorithm="hybrid", nodes=10)


@pytest.mark.parametrize(
    ("spec", "algorithm"),
    [
        ("hex(size=3)", "mcts"),
        ("havannah", "mcts"),
        ("nim", "engine"),
        ("clobber(width=4, height=4)", "mcts"),
    ],
)
def test_the_best_player_searches_as_a_match_decided(spec, algorithm):
    assert strongest(parse_game("clobber")) == "engine"  # where tables decide its own board
    game = parse_game(spec)
    assert strongest(game) == algorithm
    player = seat("best:nodes=9", Terms(game, native=False, ready=False))
    assert player._algorithm == algorithm
