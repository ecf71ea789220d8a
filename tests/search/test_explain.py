"""Explanations: the terms of an evaluation, here and after the line, seen by the same player."""

import json

import pytest

import zermelo
from zermelo.cli import main
from zermelo.errors import CapabilityError
from zermelo.search.analyze import explain_terms

MORRIS = zermelo.game("morris")
OPENING = ["d6", "f4", "d5"]


def after(*moves: str):
    state = MORRIS.start()
    for text in moves:
        state = MORRIS.play_checked(state, MORRIS.parse_move(state, text))
    return state


def test_terms_are_for_who_moves_here_also_after_the_line():
    state, line = after(*OPENING), ["f6", "d7xf6"]
    result = explain_terms(MORRIS, state, line)
    here, there = (sum(getattr(term, when) for term in result) for when in ("here", "there"))
    assert here == pytest.approx(MORRIS.evaluate(state))
    assert there == pytest.approx(MORRIS.evaluate(after(*OPENING, *line)))
    (mills,) = (term for term in result if term.name == "mills")
    assert (mills.here, mills.there) == (0.0, pytest.approx(-4 / 42))
    (one_ply,) = (term for term in explain_terms(MORRIS, state, ["d7"]) if term.name == "men")
    assert one_ply.there == pytest.approx(0.0)


def test_without_a_line_or_after_the_end_there_is_only_here():
    assert all(term.there is None for term in explain_terms(MORRIS, MORRIS.start()))
    game = zermelo.game("isolation(width=2, height=1)")
    assert all(term.there is None for term in explain_terms(game, game.start(), ["0,0", "1,0"]))


def test_what_has_no_features_is_refused():
    game = zermelo.game("nim")
    with pytest.raises(CapabilityError, match="define features"):
        explain_terms(game, game.start())


def test_the_command_explains(capsys):
    command = ["analyze", "morris", "--moves", "d6 f4 d5", "--depth", "1", "--plain", "--explain"]
    assert main(command) == 0
    printed = capsys.readouterr().out
    rows = [line.split() for line in printed.splitlines()]
    assert ["possible", "mills", "−0.05", "+0.00"] in rows
    assert rows[-1][0] == "evaluation"
    assert main([*command, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)["terms"]
    assert [term["name"] for term in result] == ["men", "men in hand", "mills", "possible mills"]


def test_the_command_says_before_the_search_what_it_cannot_explain(capsys):
    assert main(["analyze", "nim", "--explain"]) == 2
    assert "nim has no features" in capsys.readouterr().err
