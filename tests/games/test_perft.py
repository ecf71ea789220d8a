"""How many sequences and positions there are, against references and the oracles."""

from __future__ import annotations

import pytest

import oracles
from facts import every
from walking import sequences
from zermelo.spec import parse_game

PERFT, ORACLES = every("perft"), every("oracles")
MOST = 60_000  # sequences that are counted; tests/search/test_perft.py counts on, compiled


@pytest.mark.long
@pytest.mark.parametrize("spec", PERFT)
def test_sequences_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), PERFT[spec].sequences
    depths = [d for d, count in enumerate(expected, 1) if count <= MOST]
    assert [sequences(game, game.start(), d) for d in depths] == [expected[d - 1] for d in depths]


@pytest.mark.parametrize("spec", [spec for spec in PERFT if PERFT[spec].distinct])
def test_distinct_positions_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), PERFT[spec].distinct
    states, counts = {game.start()}, []
    while len(counts) < len(expected) and len(states) <= 15_000:
        states = {game.play(state, move) for state in states for move in game.moves(state)}
        counts.append(len(states))
    assert counts == expected[: len(counts)]


@pytest.mark.parametrize("spec", ORACLES)
def test_the_oracle_counts_the_same_sequences(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    depth, counted = 1, (first := oracles.sequences(rules, 1))
    while depth < 6 and counted < 500 and counted * first < 20_000:
        depth += 1
        counted = oracles.sequences(rules, depth)
        assert sequences(game, game.start(), depth) == counted
