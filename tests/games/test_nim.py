"""Nim against its theory."""

from __future__ import annotations

from functools import cache

import pytest

from zermelo import LOSS, ONGOING, WIN
from zermelo.spec import parse_game


@pytest.mark.parametrize("rows", [(1, 2, 3), (1, 3, 5), (2, 2), (1, 1, 1), (4, 4, 1), (5,)])
@pytest.mark.parametrize("misere", [False, True])
def test_nim_is_won_as_nim_sums_say(rows, misere):
    """Bouton (1901): lost with nim-sum 0; misère differs when every row has one match at most."""
    game = parse_game(f"nim(rows={list(rows)}, misere={misere})")

    @cache
    def value(state) -> int:
        outcome = game.outcome(state)
        if outcome != ONGOING:
            return outcome
        return max(-value(game.play(state, move)) for move in game.moves(state))

    for state in [game.start(), *(game.play(game.start(), m) for m in game.moves(game.start()))]:
        nim_sum = 0
        for matches in state.rows:
            nim_sum ^= matches
        swapped = misere and max(state.rows) <= 1
        assert value(state) == (WIN if (nim_sum != 0) != swapped else LOSS)
