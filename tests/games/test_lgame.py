"""The L game: as many positions as have been counted, and as many lost ones."""

from __future__ import annotations

import pytest

import zermelo


@pytest.mark.long
def test_there_are_2296_positions_and_29_of_them_lost(tmp_path):
    """Up to symmetry, for either player; 15 of them without a move (Wikipedia)."""
    solution = zermelo.solve("lgame", tmp_path / "lgame")
    assert solution.states == 2 * 8 * 2296 and solution.losses == 2 * 8 * 29
