"""Solving by score: every stored state against the oracle, read back, verified, and refused."""

import random
from dataclasses import replace

import pytest

import forged
import zermelo
from oracles import points_all_round, points_of
from pointgames import Matches, Rounds, Sowing, Strip
from toys import random_tiers
from walking import all_states
from zermelo.errors import CapabilityError, UsageError
from zermelo.naming import mover_words
from zermelo.players.search import Perfect
from zermelo.solver.checking.keyed import may_circle
from zermelo.solver.keyed import tiers as kept
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import probe
from zermelo.tuning.audit import audit, telling_positions

GAMES = [Matches(), Sowing(pits=2, seeds=2), Sowing(pits=3, seeds=1)]


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_state_is_stored_with_the_oracles_points(game, tmp_path):
    points, states = points_of(game), all_states(game)
    solution = zermelo.solve(game, tmp_path / "solved", by="score", native=False)
    assert (solution.value, solution.remoteness) == (points(game.start()), None)
    assert mover_words(solution.value, by="score") in str(solution)
    assert "longest" not in str(solution)
    assert solution.states == len(states) and solution.as_dict()["by"] == "score"
    assert solution.wins == sum(points(state) > 0 for state in states)
    database = Database(tmp_path / "solved", game)
    for state in states:
        assert database.score(state) == points(state)
    probed = probe(database, line=True)
    assert (probed.by, probed.value) == ("score", points(game.start()))
    assert "plies" not in str(probed)
    state = game.start()
    for text in probed.line:
        state = game.play(state, game.parse_move(state, text))
    assert not list(game.moves(state))
    end = game.score(state) if state.player == 0 else -game.score(state)
    assert end == probed.value
    assert zermelo.verify(tmp_path / "solved", game=game).sound


@pytest.mark.compiled
def test_compiled_it_is_the_same(tmp_path):
    game = Sowing()
    plain = zermelo.solve(game, by="score", native=False)
    native = zermelo.solve(game, by="score")
    assert plain.value == native.value == zermelo.analyze(game, by="score").value
    assert (plain.wins, plain.draws) == (native.wins, native.draws)


def test_databases_by_outcome_and_by_score_are_no_continuation_of_each_other(tmp_path):
    zermelo.solve(Matches(), tmp_path / "solved", native=False)
    with pytest.raises(UsageError):
        zermelo.solve(Matches(), tmp_path / "solved", by="score", native=False)
    assert probe(Database(tmp_path / "solved", Matches())).by == "outcome"


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(CapabilityError, match="cannot be solved: its moves lead round"):
        zermelo.solve(Strip(size=2), by="score", native=False)
    with pytest.raises(CapabilityError, match="nim counts no points"):
        zermelo.solve(zermelo.game("nim"), by="score")


# Play that goes round -----------------------------------------------------------------------------


def rounds(generator: random.Random, size: int) -> Rounds:
    """A random graph of up to three tiers; going round is worth the same all over a tier."""
    tiers, children, players = random_tiers(generator, size)
    endless = [generator.randrange(-4, 5) for _ in range(3)]
    points = [endless[tiers[n]] if children[n] else generator.randrange(-8, 9) for n in range(size)]
    signed = tuple(-p if player else p for p, player in zip(points, players, strict=True))
    return Rounds(children=children, players=players, eighths=signed, tiers=tiers)


def test_play_that_goes_round_is_worth_its_points(tmp_path, monkeypatch):
    monkeypatch.setattr(kept, "SMALL", 2)
    generator, endless = random.Random(12), 0
    for number in range(20):
        game = rounds(generator, 14)
        path = tmp_path / str(number)
        zermelo.solve(game, path, by="score", native=False, shares=3 if number % 2 else None)
        database, worth = Database(path, game), points_all_round(game)
        for state in all_states(game):
            stored = database.score(state)
            assert (-stored if state.player else stored) == worth[state.number], (game, state)
        assert zermelo.verify(path, game=game).faults == ()
        endless += len(game.children[0]) > 0 and database.score(game.start()) == game.eighths[0]
    assert endless > 3


def test_points_that_nobody_can_force_are_found(tmp_path):
    game = Rounds(
        children=((1,), (0, 2), ()), players=(0, 1, 0), eighths=(2, -2, 8), tiers=(0, 0, 0)
    )
    assert zermelo.solve(game, tmp_path / "round", by="score", native=False).value == 2
    import zarr

    group = zarr.open_group(str(tmp_path / "round"), mode="r+", zarr_format=3)
    scores = group["scores"][:]
    for index, score in enumerate(scores):
        scores[index] = {2: 5, -2: -5}.get(int(score), score)
    group["scores"][:] = scores
    forged.reseal(tmp_path / "round")
    forged.forge(tmp_path / "round", lambda body: body["solution"].update(value=5))
    faults = zermelo.verify(tmp_path / "round", game=game).faults
    assert len(faults) == 2 and all("which nobody can force" in fault for fault in faults)


def test_a_round_through_other_points_is_found():
    assert may_circle([[(1, True)], [(0, True)], [(1, False), (3, True)], []]) == [
        True, True, True, False
    ]  # fmt: skip
    uneven = Rounds(children=((1,), (0,)), players=(0, 0), eighths=(2, 3), tiers=(0, 0))
    for shares in (None, 2):
        with pytest.raises(CapabilityError, match="moves lead round"):
            zermelo.solve(uneven, by="score", native=False, shares=shares)


AWARI = zermelo.game("awari")
LAST_SEEDS = AWARI.parse_state("0,0,0,0,1,1,1,0,0,0,0,1,22,22 A")


@pytest.mark.long
def test_an_endgame_of_awari_in_points(tmp_path):
    game, start = AWARI, LAST_SEEDS
    solution = zermelo.solve(game, tmp_path / "awari", states=[start], by="score", native=False)
    assert zermelo.verify(tmp_path / "awari").sound
    analysis = zermelo.analyze(game, start, by="score", native=False, seconds=20)
    assert (analysis.value, analysis.exact) == (solution.value, True)


@pytest.mark.compiled
def test_compiled_what_goes_round_is_the_same():
    given = {"states": [LAST_SEEDS], "by": "score"}
    plain = zermelo.solve(AWARI, native=False, **given)
    assert replace(zermelo.solve(AWARI, **given), seconds=plain.seconds) == plain


class First:
    """The first legal move, always."""

    name = "the first move"

    def choose(self, game, state):
        return next(iter(game.moves(state)))


def test_an_audit_by_score_counts_the_points_lost(tmp_path):
    game = Matches(size=14)
    zermelo.solve(game, tmp_path / "points", by="score", native=False)
    database, points = Database(tmp_path / "points", game), points_of(game)
    lost, still_winning = [], 0
    for history in telling_positions(database, 500, random.Random(0)):
        state, mover = history.state, game.player(history.state)
        after = [game.play(state, move) for move in game.moves(state)]
        worths = [points(one) * (1 if game.player(one) == mover else -1) for one in after]
        assert len(set(worths)) > 1
        lost.append(max(worths) - worths[0])
        still_winning += max(worths) > worths[0] > 0
    mistakes = audit(database, First(), positions=500, by="score")
    assert (mistakes.by, mistakes.positions, mistakes.regret) == (
        "score",
        len(lost),
        sum(lost) / len(lost),
    )
    assert mistakes.blunders == sum(worth > 0 for worth in lost) and still_winning > 0
    assert "points lost" in str(mistakes) and mistakes.as_dict()["by"] == "score"
    assert audit(database, Perfect(database), positions=500).regret == 0


def test_an_audit_by_other_values_than_the_databases_is_refused(tmp_path):
    game = Sowing(pits=2)
    zermelo.solve(game, tmp_path / "outcomes", native=False)
    database = Database(tmp_path / "outcomes", game)
    assert audit(database, First(), positions=5).by == "outcome"
    with pytest.raises(UsageError, match="is solved by outcome, not by score"):
        audit(database, First(), by="score")
