"""Solving by score: every stored state against the oracle, read back, verified, and refused."""

import random

import pytest

import forged
import zermelo
from oracles import points_all_round, points_of
from pointgames import Matches, Rounds, Sowing, Strip
from toys import random_tiers
from walking import all_states
from zermelo.errors import CapabilityError, UsageError
from zermelo.naming import mover_words
from zermelo.players.search import FirstMove, Perfect
from zermelo.solver.checking.plain import may_circle
from zermelo.solver.keyed import tiers as kept
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import probe
from zermelo.tuning.audit import audit, played_positions

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


def test_databases_by_outcome_and_by_score_are_kept_apart(solve):
    database = solve(Matches(), "solved")
    with pytest.raises(UsageError):
        solve(Matches(), "solved", by="score")
    assert probe(database).by == "outcome"
    database = solve(Sowing(pits=2))
    assert audit(database, FirstMove(), positions=5).by == "outcome"
    with pytest.raises(UsageError, match="is solved by outcome, not by score"):
        audit(database, FirstMove(), by="score")


def test_what_cannot_be_solved_is_refused():
    with pytest.raises(CapabilityError, match="cannot be solved: its moves can lead back"):
        zermelo.solve(Strip(size=2), by="score", native=False)
    with pytest.raises(CapabilityError, match="nim counts no points"):
        zermelo.solve(zermelo.game("nim"), by="score")
    assert may_circle([[(1, True)], [(0, True)], [(1, False), (3, True)], []]) == [
        True, True, True, False
    ]  # fmt: skip
    uneven = Rounds(children=((1,), (0,)), players=(0, 0), eighths=(2, 3), tiers=(0, 0))
    for shares in (None, 2):
        with pytest.raises(CapabilityError, match="moves can lead back"):
            zermelo.solve(uneven, by="score", native=False, shares=shares)


def rounds(generator: random.Random, size: int) -> Rounds:
    """A random graph of up to three tiers; going round is worth the same all over a tier."""
    tiers, children, players = random_tiers(generator, size)
    endless = [generator.randrange(-4, 5) for _ in range(3)]
    points = [endless[tiers[n]] if children[n] else generator.randrange(-8, 9) for n in range(size)]
    signed = tuple(-p if player else p for p, player in zip(points, players, strict=True))
    return Rounds(children=children, players=players, eighths=signed, tiers=tiers)


def test_play_that_goes_round_is_worth_its_points(solve, monkeypatch):
    monkeypatch.setattr(kept, "SMALL", 2)
    generator, endless = random.Random(12), 0
    for number in range(20):
        game = rounds(generator, 14)
        database = solve(game, by="score", shares=3 if number % 2 else None)
        worth = points_all_round(game)
        for state in all_states(game):
            stored = database.score(state)
            assert (-stored if state.player else stored) == worth[state.number], (game, state)
        assert zermelo.verify(database.path, game=game).faults == ()
        endless += len(game.children[0]) > 0 and database.score(game.start()) == game.eighths[0]
    assert endless > 3


def test_points_that_nobody_can_force_are_found(solve):
    game = Rounds(
        children=((1,), (0, 2), ()), players=(0, 1, 0), eighths=(2, -2, 8), tiers=(0, 0, 0)
    )
    import zarr

    database = solve(game, by="score")
    assert database.manifest["solution"]["value"] == 2
    group = zarr.open_group(str(database.path), mode="r+", zarr_format=3)
    scores = group["scores"][:]
    for index, score in enumerate(scores):
        scores[index] = {2: 5, -2: -5}.get(int(score), score)
    group["scores"][:] = scores
    forged.reseal(database.path)
    forged.forge(database.path, lambda body: body["solution"].update(value=5))
    faults = zermelo.verify(database.path, game=game).faults
    assert len(faults) == 2 and all("which no player can force" in fault for fault in faults)


AWARI = zermelo.game("awari")
LAST_SEEDS = AWARI.parse_state("0,0,0,0,1,1,1,0,0,0,0,1,22,22 A")


@pytest.mark.long
def test_an_endgame_of_awari_in_points(solve):
    database = solve(AWARI, states=[LAST_SEEDS], by="score")
    assert zermelo.verify(database.path).sound
    analysis = zermelo.analyze(AWARI, LAST_SEEDS, by="score", native=False, seconds=20)
    assert (analysis.value, analysis.exact) == (probe(database).value, True)


def test_an_audit_by_score_counts_the_points_lost(solve):
    game = Matches(size=14)
    database, points = solve(game, by="score"), points_of(game)
    lost, still_winning = [], 0
    for history in played_positions(database, 500, random.Random(0)):
        state, mover = history.state, game.player(history.state)
        after = [game.play(state, move) for move in game.moves(state)]
        worths = [points(one) * (1 if game.player(one) == mover else -1) for one in after]
        assert len(set(worths)) > 1
        lost.append(max(worths) - worths[0])
        still_winning += max(worths) > worths[0] > 0
    mistakes = audit(database, FirstMove(), positions=500, by="score")
    assert (mistakes.by, mistakes.positions) == ("score", len(lost))
    assert mistakes.regret == sum(lost) / len(lost)
    assert mistakes.blunders == sum(worth > 0 for worth in lost) and still_winning > 0
    assert "points lost" in str(mistakes) and mistakes.as_dict()["by"] == "score"
    assert audit(database, Perfect(database), positions=500).regret == 0
