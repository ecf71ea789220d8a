"""Hex: the evaluation against the shortest ways, by Dijkstra's algorithm."""

from __future__ import annotations

import pytest

import zermelo

NEIGHBOURS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@pytest.mark.parametrize(
    ("spec", "text", "last", "answer"),
    [
        ("hex(size=4)", "...O/.X../.O../X...", "b3", "a3"),
        ("hex(size=4)", "..O./.X../..../X..O", "c1", "b1"),  # the upper side is X's own
        ("hex(size=4)", "..../X.../O.../X..O", "a3", None),  # the left one is not
        ("hex(size=4)", "..../.X../..O./X..O", "c3", None),  # in no bridge
        ("y(size=4)", ".O../X../../.", "b1", "a1"),
        ("y(size=4)", "..../.X./O./.", "a3", "a2"),  # all sides are everyone's
    ],
)
def test_the_other_cell_of_a_broken_bridge_is_the_reply(spec, text, last, answer):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    move = next(cell for cell in game.actions() if game.cell_name(cell) == last)
    reply = game.reply(state, move)
    assert (None if reply < 0 else game.cell_name(reply)) == answer
