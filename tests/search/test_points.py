"""Searches by score against a naive oracle: exact points, best moves, margins, plain and native."""

import random

import pytest
from hypothesis import given as tried
from hypothesis import strategies as st

import zermelo
from oracles import points_of
from pointgames import Matches, Sowing, Tree
from walking import random_states
from zermelo import Game
from zermelo.contract.analysis import in_points
from zermelo.errors import CapabilityError, ParameterError
from zermelo.native.running import is_native

SMALL = [Matches(), Matches(size=6), Sowing(pits=2, seeds=2), Sowing(pits=2, seeds=1)]
NAMES = ("engine", "minimax", "alphabeta", "memo")


def of_moves(game: Game, state, points) -> dict[str, int]:
    """The points of each move for who makes it."""
    worths = {}
    for move in game.moves(state):
        child = game.play(state, move)
        same = game.player(child) == game.player(state)
        worths[game.format_move(state, move)] = points(child) if same else -points(child)
    return worths


def check(game: Game, state, result, points) -> None:
    worths = of_moves(game, state, points)
    assert (result.by, result.exact, result.value) == ("score", True, points(state))
    assert {entry.move: entry.value for entry in result.moves} == worths
    assert all(entry.exact and entry.by == "score" for entry in result.moves)
    best = {move for move, worth in worths.items() if worth == max(worths.values())}
    assert set(result.best_moves) == best and result.complete
    assert result.remoteness == (0 if not worths else None)


@pytest.mark.parametrize("algorithm", NAMES)
@pytest.mark.parametrize("game", SMALL, ids=str)
def test_every_algorithm_finds_the_oracles_points(game, algorithm):
    points = points_of(game)
    for state in random_states(game, random.Random(1), 9):
        given = {"algorithm": algorithm, "native": False, "depth": 30}
        analysis = zermelo.analyze(game, state, by="score", **given)
        check(game, state, analysis, points)


@st.composite
def trees(draw) -> Tree:
    """A tree of up to 25 nodes, who moves where and the points at its ends at random."""
    size = draw(st.integers(1, 25))
    children: list[tuple[int, ...]] = [()] * size
    for node in range(1, size):
        parent = draw(st.integers(max(0, node - 6), node - 1))
        children[parent] = (*children[parent], node)
    players = tuple(draw(st.lists(st.integers(0, 1), min_size=size, max_size=size)))
    eighths = tuple(draw(st.lists(st.integers(-8, 8), min_size=size, max_size=size)))
    return Tree(children=tuple(children), players=players, eighths=eighths)


@tried(trees(), st.sampled_from(NAMES))
def test_on_random_trees(game, algorithm):
    state, points = game.start(), points_of(game)
    analysis = zermelo.analyze(game, algorithm=algorithm, by="score", native=False, depth=30)
    check(game, state, analysis, points)


@tried(trees(), st.integers(-9, 9))
def test_a_margin_on_random_trees(game, margin):
    analysis = zermelo.analyze(game, by="score", margin=margin, native=False, depth=30)
    assert (analysis.value == 1) == (points_of(game)(game.start()) >= margin) and analysis.exact


@pytest.mark.compiled
@pytest.mark.parametrize("game", [Matches(size=25), Sowing()], ids=str)
def test_games_of_bounded_and_of_unknown_length_are_solved_native(game):
    points = points_of(game)
    for state in random_states(game, random.Random(2), 6):
        check(game, state, zermelo.analyze(game, state, by="score", seconds=250), points)
    assert is_native(in_points(game))


@pytest.mark.long
def test_a_margin_is_what_the_oracle_says_of_the_score():
    game = Sowing(pits=3, seeds=2)
    points = points_of(game)
    for state in random_states(game, random.Random(3), 4):
        worths = of_moves(game, state, points)
        for margin in range(points(state) - 2, points(state) + 3):
            analysis = zermelo.analyze(game, state, by="score", margin=margin, seconds=60)
            assert analysis.exact and analysis.margin == margin
            assert (analysis.value == 1) == (points(state) >= margin)
            assert all(worths[move] >= margin for move in analysis.best_moves)
            assert bool(analysis.best_moves) == (bool(worths) and points(state) >= margin)


@pytest.mark.parametrize("game", SMALL[1:], ids=str)
def test_monte_carlo_proves_the_oracles_points(game):
    points, proven = points_of(game), 0
    for state in random_states(game, random.Random(4), 5):
        given = {"algorithm": "mcts", "nodes": 3000, "native": False, "seed": 1}
        analysis = zermelo.analyze(game, state, by="score", **given)
        worths = of_moves(game, state, points)
        assert analysis.by == "score" and all(entry.by == "score" for entry in analysis.moves)
        assert all(worths[e.move] == e.value for e in analysis.moves if e.exact)
        assert not analysis.exact or analysis.value == points(state)
        proven += analysis.exact
    assert proven >= 3


def test_an_estimate_is_in_points_and_says_that_it_is_none_of_them():
    game = Sowing(pits=6, seeds=4)
    analysis = zermelo.analyze(game, by="score", depth=2, native=False)
    assert not analysis.exact and analysis.value is not None
    assert 0 < analysis.value < game.score_bound and analysis.as_dict()["by"] == "score"


@pytest.mark.compiled
def test_the_same_machine_code_answers_every_margin(monkeypatch):
    from zermelo.search.engine import compiling

    game = Matches(size=25)
    assert zermelo.analyze(game, by="score", margin=1, native=True).value == 1
    monkeypatch.setattr(compiling, "_compile", None)
    assert zermelo.analyze(game, by="score", margin=9, native=True).value == -1


@pytest.mark.parametrize("algorithm", NAMES)
def test_by_outcome_nothing_is_different(algorithm):
    for game in SMALL[:2]:
        analysis = zermelo.analyze(game, algorithm=algorithm, native=False, depth=30)
        worth = points_of(game)(game.start())
        assert analysis.value == (worth > 0) - (worth < 0) and "by" not in analysis.as_dict()


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(CapabilityError, match="tictactoe counts no points: define score"):
        zermelo.analyze(zermelo.game("tictactoe"), by="score")
    with pytest.raises(ParameterError, match="a margin is in points: ask by score"):
        zermelo.analyze(Matches(), margin=3)
    with pytest.raises(ParameterError, match="a margin is for the engine, not for memo"):
        zermelo.analyze(Matches(), margin=3, by="score", algorithm="memo")
