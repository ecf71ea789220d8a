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
