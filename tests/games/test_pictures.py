"""Pictures of every game: what is clicked, and that it can be."""

from __future__ import annotations

import pytest

from facts import every
from walking import after, random_histories
from zermelo.spec import parse_game

ORACLES = every("oracles")


@pytest.mark.parametrize("spec", ORACLES)
def test_pictures_show_every_piece_and_every_move(spec):
    game = parse_game(spec)
    for history in random_histories(ORACLES[spec], 2, spec + "seen"):
        state = after(game, history)
        picture = game.picture(state)
        assert {*picture.clicks, *picture.buttons} == set(game.moves(state))
        assert not set(picture.clicks) & set(picture.buttons)
        assert len(set(picture.clicks.values())) == len(picture.clicks)
        points = range(len(picture.points))
        assert all(point in points for clicked in picture.clicks.values() for point in clicked)
        assert all(point in points for point in picture.pieces)
        assert all(point in picture.pieces for line in picture.complete for point in line)


def test_a_drawing_has_as_many_lines_as_it_likes():
    game = parse_game(f"hackenbush(drawing='0{30 * 'B'}')")
    assert len(game.picture(game.start()).strings) == 30


@pytest.mark.parametrize(
    ("spec", "moves", "complete"),
    [
        ("tictactoe", "0,0 1,0 0,1 1,1 0,2", [[0, 1, 2]]),
        ("connectfour(width=4, height=4, k=3)", "1 2 2 3 3 4", [[13, 14, 15]]),
        ("connectfour(width=4, height=4, k=3)", "1 1 2 2 3", [[12, 13, 14]]),
        ("mnk(width=5, height=3, k=3)", "0,0 1,0 0,1 1,1 0,3 2,0 0,2", [[0, 1, 2, 3]]),
        ("morris", "a7 a1 d7 d1 g7xa1", [[0, 1, 2]]),
        ("hex(size=3)", "a1 c3 b1 c2 b2", []),
        ("hex(size=3)", "a1 c3 b1 c2 b2 a2 b3", [[7, 4, 1]]),
        ("breakthrough(width=3, height=5)", "c2-b3 a4-a3 b3-a4 a3xb2 a4xb5", [[1]]),
        ("foxandgeese(size=4)", "c1-b2 b4-c3 b2-a3 c3-d2 a3-b4", [[1]]),
        ("quarto", "a1:1 b1:3 c1:5 d1:7", [[0, 1, 2, 3]]),
    ],
)
def test_complete_lines_are_marked(spec, moves, complete):
    game = parse_game(spec)
    state = game.start()
    for move in moves.split():
        assert not game.picture(state).complete
        state = game.play(state, game.parse_move(state, move))
    result = game.picture(state).complete
    assert sorted(map(sorted, result)) == sorted(map(sorted, complete))
