"""Mirrored positions are worth the same: as many sequences follow."""

from __future__ import annotations

import pytest

from facts import every
from walking import after, random_histories, sequences, texts
from zermelo.spec import parse_game

ORACLES, SYMMETRIES, MIRRORS = every("oracles"), every("symmetries"), every("mirrors")


@pytest.mark.parametrize("spec", SYMMETRIES)
def test_mirrored_histories_have_the_same_counts(spec):
    game = parse_game(spec)
    depth = 2 if game.move_count(game.start()) < 30 else 1
    counts = {}
    for first in texts(game, game.start()):
        for second in texts(game, after(game, [first])):
            counts[first, second] = sequences(game, after(game, [first, second]), depth)
    for mirror in SYMMETRIES[spec]:
        mirrored = {tuple(map(mirror, history)): count for history, count in counts.items()}
        assert mirrored == counts


@pytest.mark.long
@pytest.mark.parametrize("spec", MIRRORS)
def test_mirrored_positions_have_the_same_counts(spec):
    game = parse_game(spec)
    for history in random_histories(ORACLES[spec], 3, spec + "mirrored"):
        state = after(game, history)
        for mirror in MIRRORS[spec]:
            mirrored = game.parse_state(mirror(game.format_state(state)))
            assert game.outcome(mirrored) == game.outcome(state)
            depth = 2 if len(list(game.moves(state))) < 60 else 1
            assert sequences(game, mirrored, depth) == sequences(game, state, depth)
