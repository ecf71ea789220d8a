"""The L game: as many positions as have been counted, and as many lost ones."""

from __future__ import annotations

import pytest

import zermelo


@pytest.mark.long
def test_there_are_2296_positions_and_29_of_them_lost(tmp_path):
    """Up to symmetry, for either player: 15 without a move, 14 that are lost soon (Wikipedia)."""
    found = zermelo.solve("lgame", tmp_path / "lgame")
    assert found.states == 2 * 8 * 2296 and found.losses == 2 * 8 * 29
    game = zermelo.game("lgame")
    stuck = [
        (own, other, neutral)
        for own in game.placings
        for other in game.placings
        for one in range(16)
        for neutral in (1 << one | 1 << two for two in range(one))
        if not own & other and not (own | other) & neutral
        if not any(True for _ in game.moves(type(game.start())(own, other, neutral, 0)))
    ]
    assert len(stuck) == 8 * 15
