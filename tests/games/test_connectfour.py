"""Connect Four: lines, the order of search, and clicks into a column."""

from __future__ import annotations

from walking import after
from zermelo import ONGOING
from zermelo.spec import parse_game


def test_connect_four_searches_the_centre_first():
    game = parse_game("connectfour(width=5, height=4)")
    start = game.start()
    columns = sorted(game.moves(start), key=lambda move: -game.order(start, move))
    assert "".join(game.format_move(start, move) for move in columns) == "32415"


def test_lines_do_not_wrap_around_the_edges():
    game = parse_game("connectfour(width=4, height=4, k=3)")
    assert game.outcome(after(game, "2 1 4 1 1 3 1")) == ONGOING


def test_a_click_anywhere_in_a_column_counts_for_the_landing_cell():
    game = parse_game("connectfour(width=3, height=2, k=2)")
    picture = game.picture(game.parse_state("O../X.."))
    assert set(picture.clicks.values()) == {(4,), (5,)}
    assert picture.aliases == {1: 4, 2: 5}  # the full column takes none
