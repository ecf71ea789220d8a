"""Threads that search one tree: what one has claimed, and moves put off for later."""

from __future__ import annotations

import random

from toys import Again
from zermelo.search.engine.sharing import claim, claimed, is_put_off, put_off, unclaim
from zermelo.search.engine.table import Table
from zermelo.search.engine.workspace import Workspace


def test_claims_are_a_set_that_may_forget():
    """Two states may share a place: then the older claim is lost, but none is ever made up."""
    game, generator = Again(size=40), random.Random(2)
    memory, claims, held = Workspace(Table(0.01), native=False).memory, set(), 0
    state = game.start()
    for _ in range(400):
        moves = list(game.moves(state))
        state = game.play(state, generator.choice(moves)) if moves else game.start()
        assert not claimed(game, state, memory) or state in claims
        held += claimed(game, state, memory)
        if generator.random() < 0.6:
            claim(memory, game.key(state))
            claims.add(state)
            assert claimed(game, state, memory)
        else:
            unclaim(memory, game.key(state))
            claims.discard(state)
            assert not claimed(game, state, memory)
    assert held > 0


def test_moves_put_off_keep_their_order_and_come_last():
    ranks = [0, 7, 1 << 30, 1 << 60]
    later = [put_off(rank) for rank in ranks]
    assert later == sorted(later) and max(later) < min(ranks)
    assert all(map(is_put_off, later)) and not any(map(is_put_off, ranks))
