"""Advice by the engine: one account of a position, whatever it searches to give it."""

from __future__ import annotations

from dataclasses import replace

import pytest

import zermelo
from pointgames import Matches
from zermelo.contract.points import valued
from zermelo.play.advice import EngineAdvisor
from zermelo.search.limits import Snapshot

GAME = zermelo.game("tictactoe")


@pytest.fixture
def searches(monkeypatch):
    """What the engine is to find in the game's start; in a move's position it finds a loss in 4."""
    result, real = {}, zermelo.analyze

    def analyze(game, state, *, progress, **given):
        line = tuple(game.format_move(state, move) for move in game.moves(state))[:2]
        progress(Snapshot(depth=9, nodes=50, value=-1.0, seconds=0.5, line=line))
        known = real(game, state, depth=1, native=False)
        if state == game.start():
            return replace(known, nodes=1000, seconds=2.0, line=("1,1", "0,0"), **result)
        return replace(known, value=-1.0, exact=True, remoteness=4)

    monkeypatch.setattr("zermelo.search.analyze.analyze", analyze)
    return result


def test_a_best_move_is_as_proven_as_the_position(searches):
    searches.update(value=1.0, exact=True, remoteness=5, best_moves=("1,1",))
    known = EngineAdvisor(60, native=False, progress=lambda snapshot: None).advise(
        GAME, GAME.start()
    )
    assert known.of("1,1").exact and known.of("1,1").value == 1.0
    assert not known.of("0,0").exact


def test_the_search_of_a_moves_end_tells_of_the_position_itself(searches):
    searches.update(value=1.0, exact=True, remoteness=5, depth=7, best_moves=("1,1",))
    collected = []
    known = EngineAdvisor(60, native=False, progress=collected.append).advise(GAME, GAME.start())
    assert known.of("1,1").remoteness == 5
    first, beside = collected
    assert first.line[0] == "0,0"
    assert (beside.line, beside.depth, beside.value) == (("1,1", "0,0"), 7, 1.0)
    assert (beside.nodes, beside.seconds) == (1050, 2.5)


def test_points_have_no_distance_to_search_for(monkeypatch):
    asked, real = [], zermelo.analyze

    def analyze(game, state, *, seconds, **given):
        asked.append((state, seconds))
        return real(game, state, depth=1, native=False)

    monkeypatch.setattr("zermelo.search.analyze.analyze", analyze)
    game = valued(Matches(), "score")
    result = EngineAdvisor(8, native=False).advise(game, game.start())
    assert asked == [(game.start(), 8)] and result.by == "score"


def test_an_analysis_in_points_is_finished_when_every_move_is_proven():
    analysis = zermelo.analyze(Matches(), by="score", native=False, every_move=True)
    assert all(entry.exact for entry in analysis.moves) and analysis.finished
    assert not replace(analysis, exact=False).finished
