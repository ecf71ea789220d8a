"""Isolation: how far a queen slides, and who loses when both are stuck."""

from __future__ import annotations

from walking import after, texts
from zermelo import LOSS, ONGOING, WIN
from zermelo.spec import parse_game


def test_a_queen_does_not_slide_over_closed_cells_nor_around_the_edges():
    game = parse_game("isolation(width=4, height=3, blocked=[(1, 0)])")
    state = after(game, ["0,0", "0,2"])
    assert texts(game, state) == ["0,1", "1,1", "2,2"]


def test_stuck_either_judges_the_mover_first():
    game = parse_game("isolation(width=2, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == ONGOING
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, stuck='either')")
    assert game.outcome(after(game, ["0,0", "1,0"])) == LOSS
    game = parse_game("isolation(width=4, height=1, blocked=[(1, 0)], stuck='either')")
    assert game.outcome(after(game, ["0,0"])) == WIN
