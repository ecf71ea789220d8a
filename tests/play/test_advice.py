"""Advice by the engine: one account of a position, whatever it searches to give it."""

from dataclasses import replace

import zermelo
from pointgames import Matches
from zermelo.play.advice import EngineAdvisor

GAME = zermelo.game("tictactoe")


def test_a_best_move_is_as_proven_as_the_position(monkeypatch):
    shallow = zermelo.analyze(GAME, depth=1, native=False)
    found = replace(shallow, value=1.0, exact=True, remoteness=5, best_moves=("1,1",))
    monkeypatch.setattr("zermelo.search.analyze.analyze", lambda *given, **options: found)
    known = EngineAdvisor(60, native=False).advise(GAME, GAME.start())
    assert known.of("1,1").exact and known.of("1,1").value == 1.0
    assert not known.of("0,0").exact


def test_an_analysis_in_points_is_finished_when_every_move_is_proven():
    analysis = zermelo.analyze(Matches(), by="score", native=False, every_move=True)
    assert all(entry.exact for entry in analysis.moves) and analysis.finished
    assert not replace(analysis, exact=False).finished
