"""Wythoff's game: who is to move loses from golden pairs, and from no others."""

from __future__ import annotations

import zermelo
from oracles.wythoff import golden_pairs


def test_exactly_the_golden_pairs_are_lost():
    game = zermelo.game("wythoff(first=30, second=30)")
    lost = set()
    for total in range(61):
        for first in range(max(0, total - 30), min(30, total) + 1):
            state = game.start()._replace(first=first, second=total - first)
            children = (game.play(state, move) for move in game.moves(state))
            if not any(child[:2] in lost for child in children):
                lost.add(state[:2])
    pairs = {pair for pair in golden_pairs(20) if max(pair) <= 30}
    assert lost == pairs | {pair[::-1] for pair in pairs} and (8, 13) in lost
