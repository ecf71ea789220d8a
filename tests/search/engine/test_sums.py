"""Sums and play without an end, against plain search, canonical forms and attractors on graphs."""

import random
import re
from fractions import Fraction
from types import SimpleNamespace

import pytest

import oracles
import zermelo
from pointgames import Endless, Round
from toys import loopy_graph
from walking import random_states
from zermelo import LOSS, ONGOING, WIN, analyze
from zermelo.errors import NativeWarning
from zermelo.games.domineering import Domineering
from zermelo.search.engine import sums
from zermelo.search.engine.compiling import Workspace, kernels_for
from zermelo.search.engine.questions import Questions
from zermelo.search.engine.table import Table
from zermelo.values.canonical import ZERO, number, thermograph

SMALL = [
    "nim(rows=[2, 3, 1])",
    "kayles(n=9)",
    'kayles(n=9, code="0.07")',
    "domineering(width=4, height=3)",
    "clobber(width=4, height=3)",
]
NUMBERS = [Fraction(size, 4) for size in range(-8, 9)]


def sums_of(game, mebibytes, *, native):
    return sums.Sums(game, Workspace(Table(mebibytes, grows=True, native=native), native=native))


@pytest.mark.parametrize("spec", SMALL)
def test_who_wins_is_what_a_plain_search_says(spec):
    game = zermelo.game(spec)
    sums, worth = sums_of(game, 1, native=False), oracles.worth_of(game)
    for state in random_states(game, random.Random(1), 60):
        assert sums.wins(state) == (worth(state) == 1), state


def test_who_wins_among_territories_is_what_a_plain_search_says():
    game = zermelo.game("amazons(size=5)")
    sums, worth = sums_of(game, 1, native=False), oracles.worth_of(game)
    late = [
        state for state in random_states(game, random.Random(2), 400) if game.remaining(state) < 6
    ]
    assert sum(len(list(game.parts(state))) > 1 for state in late) > 30
    for state in late:
        assert sums.wins(state) == (worth(state) == 1), state


@pytest.mark.parametrize("spec", ["domineering(width=4, height=3)", "clobber(width=3, height=3)"])
def test_cuts_tell_how_a_position_compares_with_every_number(spec):
    game = zermelo.game(spec)
    own = sums_of(game, 1, native=False)
    for state in random_states(game, random.Random(2), 40):
        at = game.other_to_move(state) if game.player(state) else state
        with own.weighing():
            cuts = sums.cuts_of(game, at, 9, own.memory)
        form = zermelo.value(game, at).form
        for size in NUMBERS:
            rest = form - number(size)
            twice = int(2 * size * sums.UNIT)
            assert (twice < sums.second_of(cuts)) == (rest >= ZERO), (state, size)
            assert (twice < sums.first_of(cuts)) == (not rest <= ZERO), (state, size)


def score_at(wall, tax):
    """The score at which a wall of a thermograph is at a tax."""
    below = [bend for bend in wall if bend[0] <= tax]
    above = wall[len(below) :]
    (start, score), end = below[-1], above[0] if above else below[-1]
    slope = (end[1] - score) / (end[0] - start) if above else 0
    return score + slope * (tax - start)


@pytest.mark.parametrize("size", [(4, 3), (2, 5), (3, 4), (9, 1), (1, 9)])
def test_thermographs_lie_within_bounds(size):
    game, sharp = zermelo.game(f"domineering(width={size[0]}, height={size[1]})"), 0
    for state in random_states(game, random.Random(4), 60):
        for part in game.parts(state):
            at = game.other_to_move(part) if game.player(part) else part
            walls = thermograph(zermelo.value(game, at).form)
            least, heat, most, warmth = (Fraction(bound) for bound in game.bounds(part))
            assert score_at(walls.right, max(heat, 0)) >= least, part
            assert score_at(walls.left, max(warmth, 0)) <= most, part
            sharp += least == walls.mean == most
    assert sharp > 3


def test_what_does_not_fall_apart_or_ends_otherwise_is_left_to_other_searches():
    for spec in ("tictactoe", "nim(rows=[2, 3], misere=True)", "toadsandfrogs", "connectfour"):
        game = zermelo.game(spec)
        assert not sums.Sums.answers(game, game.start())
    for spec in SMALL:
        game = zermelo.game(spec)
        assert sums.Sums.answers(game, game.start())


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["domineering(width=6, height=6)", "clobber(height=4)"])
def test_with_and_without_parts_the_same_side_wins_and_parts_take_fewer_positions(spec):
    game = zermelo.game(spec)
    sums, whole = sums_of(game, 16, native=True), Questions(game, 16, kernels_for(game))
    assert sums.holds(game.start(), 0, 1) and whole.holds(game.start(), 0, 1)
    assert sums.memory["nodes"] < whole.memory["nodes"] / 2
    for state in random_states(game, random.Random(3), 20):
        if game.outcome(state) == ONGOING:
            claimant = game.player(state)
            assert sums.holds(state, claimant, 1) == whole.holds(state, claimant, 1), state
            assert sums.holds(state, 1 - claimant, 1) == whole.holds(state, 1 - claimant, 1)


class Torn(Domineering):
    """Its `parts` cannot be compiled."""

    def parts(self, state):
        yield from super().parts(state) if re.match("", "") else ()


@pytest.mark.compiled
def test_parts_that_do_not_compile_are_left_out():
    game, known = Torn(width=5, height=5), zermelo.game("domineering(width=5, height=5)")
    with pytest.warns(NativeWarning, match="a call to re.match"):
        answer = zermelo.analyze(game)
    assert (answer.value, answer.exact) == (zermelo.analyze(known).value, True)
    assert zermelo.prove(game, claim="loss").proven == zermelo.prove(known, claim="loss").proven


SIZES = [4, 7, 11]


def holds(game, result, worth: list[int]) -> bool:
    """Whether the value found is exact; all that is called exact is what it should be.

    worth  of each end to player 0, and of going round
    """
    tiers = (0,) * len(game.children)
    graph = SimpleNamespace(
        children=game.children, players=game.players, eighths=game.eighths, tiers=tiers
    )
    values = oracles.points_all_round(graph, worth)
    assert not result.exact or result.value == oracles.mirrored(values[0], game.players[0] == 0)
    for move, child in zip(result.moves, game.children[0], strict=True):
        same = game.players[child] == game.players[0]
        value = oracles.mirrored(values[child], game.players[child] == 0)
        assert not move.exact or move.value == oracles.mirrored(value, same)
    return result.exact


@pytest.mark.long
@pytest.mark.parametrize("endless", [LOSS, 0, WIN])
@pytest.mark.parametrize("size", SIZES)
def test_no_claim_about_endless_play_is_wrong_and_most_are_made(size, endless):
    generator, exact = random.Random(10 * size + endless), 0
    for _ in range(40):
        game = loopy_graph(generator, size, Endless, endless=endless)
        analysis = analyze(game, nodes=600, native=False)
        exact += holds(game, analysis, game.worth_to_player_0())
    assert exact > 20


def test_endless_play_is_won_without_a_distance_and_a_real_win_is_preferred():
    children, players = ((1, 2), (0,), ()), (0, 1, 1)
    going = Endless(children=children, players=players, eighths=(0, 0, 0), endless=WIN)
    analysis = analyze(going, native=False)
    assert (analysis.value, analysis.exact, analysis.remoteness) == (1, True, None)
    assert analysis.best_moves == ("0",) and analysis.as_dict()["remoteness"] is None
    won = Endless(children=children, players=players, eighths=(0, 0, -8), endless=WIN)
    analysis = analyze(won, native=False)
    assert (analysis.value, analysis.remoteness, analysis.line) == (1, 1, ("1",))


@pytest.mark.parametrize("size", SIZES)
def test_by_score_a_position_met_again_is_worth_its_score(size):
    """All loops here have the same points, as in games where repetition captures nothing."""
    generator, exact = random.Random(size), 0
    for _ in range(40):
        game = loopy_graph(generator, size, Round)
        points = generator.randrange(-3, 4)
        worth = [points if below else generator.randrange(-8, 9) for below in game.children]
        sides = zip(worth, game.players, strict=True)
        eighths = tuple(oracles.mirrored(each, player == 0) for each, player in sides)
        game = Round(children=game.children, players=game.players, eighths=eighths)
        analysis = analyze(game, by="score", nodes=600, native=False)
        exact += holds(game, analysis, worth)
    assert exact > 20
