"""Random strings at every parser: a value that is right, or one of our errors in one line."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fuzz.texts import GAMES, SPECS, mutated, wild
from walking import LONGEST, random_game
from zermelo.errors import UsageError
from zermelo.spec import format_game, parse_game

EXAMPLES, BATCH = 60, 30  # every parser below reads EXAMPLES · BATCH strings


def strings(valid: list[str], generator: random.Random) -> list[str]:
    return [
        mutated(generator.choice(valid), generator) if generator.random() < 0.8 else wild(generator)
        for _ in range(BATCH)
    ]


def read(parse, *arguments):
    """What `parse` makes of its arguments; None when it refuses them as it should."""
    try:
        return parse(*arguments)
    except UsageError as error:
        assert str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 400
        return None


seeds = st.integers(0, 2**32).map(random.Random)
often = settings(max_examples=EXAMPLES, deadline=None)


@pytest.mark.compiled
@settings(max_examples=4 * EXAMPLES, deadline=None)
@given(seeds)
def test_specs(generator):
    for text in strings(SPECS, generator):
        game = read(parse_game, text)
        assert game is None or parse_game(format_game(game)) == game


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
@often
@given(seeds)
def test_moves(spec, generator):
    game = parse_game(spec)
    state = generator.choice([*random_game(game, generator, LONGEST)])
    texts = [game.format_move(state, move) for move in game.moves(state)] or ["0,0"]
    for text in strings(texts, generator):
        move = read(game.parse_move, state, text)
        assert move is None or move in game.moves(state)


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
@often
@given(seeds)
def test_states(spec, generator):
    game = parse_game(spec)
    valid = [game.format_state(state) for state in [*random_game(game, generator, LONGEST)]]
    for text in strings(valid, generator):
        state = read(game.parse_state, text)
        if state is not None:
            assert game.parse_state(game.format_state(state)) == state
            assert game.player(state) in (0, 1)
            game.outcome(state)


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
@settings(max_examples=100, deadline=None)
@given(st.text(max_size=100))
def test_any_characters(spec, text):
    game = parse_game(spec)
    read(game.parse_state, text)
    read(game.parse_move, game.start(), text)


def test_at_least_20_000_strings_are_read():
    specs, moves, states = 4 * EXAMPLES * BATCH, 6 * EXAMPLES * BATCH, 6 * EXAMPLES * BATCH
    assert specs + moves + states >= 20_000
