"""Rows of stones on a board: what a line is, and that the last stone may close it."""

from __future__ import annotations

from functools import cache

from walking import after
from zermelo import DRAW, LOSS, ONGOING
from zermelo.spec import parse_game


def test_tic_tac_toe_has_its_5478_positions_and_255168_games():
    game = parse_game("tictactoe")

    @cache
    def games(state) -> int:
        return sum(games(game.play(state, m)) for m in game.moves(state)) or 1

    assert games(game.start()) == 255_168
    assert games.cache_info().currsize == 5_478


def test_a_full_board_without_a_line_is_a_draw():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,1 1,0 1,2 2,1 2,0 2,2")
    assert game.outcome(state) == DRAW


def test_the_last_stone_wins_even_when_it_fills_the_board():
    game = parse_game("tictactoe")
    state = after(game, "0,0 0,1 0,2 1,0 1,2 1,1 2,1 2,0 2,2")
    assert game.outcome(state) == LOSS
    assert list(game.moves(state)) == []


def test_lines_do_not_wrap_around_the_edges():
    game = parse_game("mnk(width=4, height=4, k=3)")
    assert game.outcome(game.parse_state("..XX/X.OO/..../....")) == ONGOING
