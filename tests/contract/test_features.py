"""Features of an evaluation, and games that go on without a move: faults are one line."""

import pickle
import random
import warnings
from typing import NamedTuple

import pytest

import zermelo
from toys import OneOrTwo, Sticks
from walking import random_game, random_states
from zermelo import LOSS, ONGOING
from zermelo.contract import views
from zermelo.contract.analysis import without_evaluation
from zermelo.errors import CapabilityError, ContractError, ParameterError, RulesWarning
from zermelo.experiments.experiment import depth_experiment
from zermelo.experiments.metric import random_games
from zermelo.laws.differential import ENTRIES, entries
from zermelo.players.search import FirstMove, RandomMoves, Search
from zermelo.search.clock import Limits

GAMES = [
    "morris",
    "morris(men=3, mills=7.0, possible=0.5)",
    "connectfour",
    "connectfour(width=5, winning_cells=0.5, middle=2.0)",
    "isolation(width=5, height=4)",
    "isolation(width=7, height=7, own_moves=0.5, other_moves=2.0, centre=1.0)",
]


class Numbers(NamedTuple):
    pairs: float
    rest_of_pile: float


Numbers.rest_of_pile.__doc__ = "what is left"


class Take(OneOrTwo):
    """A game with features and without evaluate."""

    pairs: float = 0.25
    rest_of_pile: float = 0.5

    def features(self, state):
        return Numbers(state.left // 2 / 4, state.left % 3 / 4)


@pytest.mark.parametrize("name", GAMES)
def test_the_weighted_sum_is_the_evaluation(name):
    game = zermelo.game(name)
    seen = [s for s in random_states(game, random.Random(1), 60) if game.outcome(s) == ONGOING]
    for state in seen:
        evaluation = game.evaluate(state)
        assert sum(term.worth for term in game.terms(state)) == pytest.approx(evaluation, abs=1e-9)
        assert -1 < evaluation < 1
    assert len({game.evaluate(state) for state in seen}) > 3


def test_a_game_with_features_evaluates_by_them():
    game = Take()
    assert game.has("evaluate")
    assert game.evaluate(Sticks(5, 0)) == 0.25 * (2 / 4) + 0.5 * (2 / 4)
    assert Take(pairs=1.0).evaluate(Sticks(5, 0)) == 2 / 4 + 0.5 * (2 / 4)
    assert [term.name for term in game.terms(Sticks(5, 0))] == ["pairs", "what is left"]


@pytest.mark.compiled
def test_features_alone_compile():
    game = Take()
    for state in random_game(game, random.Random(1)):
        collected = dict(zip(ENTRIES, entries.native(game, state), strict=False))
        assert collected["evaluate"] == game.evaluate(state)


def test_a_game_without_features_has_no_terms():
    game = zermelo.game("nim")
    assert game.terms(game.start()) == ()
    with pytest.raises(CapabilityError, match="define features"):
        game.features(game.start())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("connectfour(winning_cells=-1.0)", "winning_cells should be a weight, 0 or more"),
        ("connectfour(winning_cells=0.0)", "one of winning_cells, middle should be above 0"),
        ("isolation(centre=-0.5)", "centre should be a weight"),
        ("morris(mills=-1.0)", "mills should be a weight"),
    ],
)
def test_what_is_no_weight_is_refused(name, said):
    with pytest.raises(ParameterError, match=said):
        zermelo.game(name)


@pytest.mark.parametrize("spec", GAMES)
def test_without_its_evaluation_a_game_is_the_same_but_judges_nothing(spec):
    game = zermelo.game(spec)
    bare = without_evaluation(game)
    state = game.play(game.start(), next(iter(game.moves(game.start()))))
    assert str(bare) == str(game) and bare != game
    assert list(bare.moves(state)) == list(game.moves(state))
    assert bare.evaluate(state) == 0 and bare.terms(state) == () and not bare.has("features")
    assert pickle.loads(pickle.dumps(bare)) == bare


def test_the_cutoff_is_worth_0_as_in_the_lesson(run_json):
    board = "isolation(width=3, height=2, blocked=[(2, 1)])"
    asked = ("analyze", board, "--depth", "2", "--algorithm", "minimax", "--plain")
    assert run_json(*asked)["best_moves"] == ["b2", "b1"]
    bare = run_json(*asked, "--evaluation", "off")
    assert (bare["value"], bare["best_moves"][0], len(bare["best_moves"])) == (0, "a2", 5)
    trace = run_json("tree", board, "--depth", "2", "--evaluation", "off")
    assert trace["value"] == 0
    rows = run_json("experiment", "depth", board, "--depths", "2", "--evaluation", "off")
    assert rows["rows"][0]["states"] > 0


class Stuck(OneOrTwo):
    """A game whose last stick may not be taken, and which then is not over."""

    sticks: int = 5

    def moves(self, state):
        yield from range(1, min(2, state.left - 1) + 1)

    def outcome(self, state):
        return ONGOING


class Done(Stuck):
    """The same game, in which a player who is stuck has lost."""

    def outcome(self, state):
        return ONGOING if state.left > 1 else LOSS


def to_the_end(player) -> None:
    game, state = Stuck(), Stuck().start()
    while True:
        state = game.play(state, player.choose(game, state))


WAYS = {
    "random": lambda _: to_the_end(RandomMoves(0)),
    "first": lambda _: to_the_end(FirstMove()),
    "search": lambda _: to_the_end(Search(Limits(depth=2), native=False)),
    "random games": lambda _: random_games(Stuck(), 0, 0.0),
    "depths": lambda _: depth_experiment(Stuck(), [0, 1], native=False),
    "book": lambda path: zermelo.book(Stuck(), path, plies=5, nodes=20, native=False),
}


@pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")
@pytest.mark.parametrize("way", WAYS)
def test_a_game_that_goes_on_without_a_move_is_one_line(way, tmp_path):
    with pytest.raises(ContractError, match=r"stuck has no moves in .*left=1.*is ONGOING$"):
        WAYS[way](tmp_path / "stuck.book")


@pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")
def test_results_come_with_a_warning():
    views._warn_of_stuck.cache_clear()  # one warning a game
    with pytest.warns(RulesWarning, match=r"no moves in .*left=1.*; results that depend on it "):
        zermelo.playouts(Stuck(), games=3, native=False)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        zermelo.playouts(Stuck(), games=3, native=False)
        zermelo.playouts(Done(), games=3, native=False)
