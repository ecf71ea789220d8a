"""Small games and last plies, solved: what they are worth, in points where the game counts them."""

import pytest

import zermelo
from facts import FACTS, every

SOLVED, LONG = every("solved"), every("long")
PROVED, SEARCHED = every("proved"), every("searched")


def positions(solutions):
    return [(spec, text, value) for spec, each in solutions.items() for text, value in each.items()]


def solved(spec: str, text: str, *, native: bool) -> int:
    game = zermelo.game(spec)
    state = game.parse_state(text) if text else game.start()
    by = "score" if game.counts_points else "outcome"
    return zermelo.solve(game, states=[state], by=by, native=native).value


@pytest.mark.long
@pytest.mark.parametrize(("spec", "text", "value"), positions(SOLVED))
def test_small_games_and_last_plies_are_worth_what_is_known(spec, text, value):
    assert solved(spec, text, native=False) == value


@pytest.mark.long
@pytest.mark.parametrize(("spec", "text", "value"), positions(LONG))
def test_larger_games_are_worth_what_is_known(spec, text, value):
    assert solved(spec, text, native=True) == value


@pytest.mark.parametrize(("spec", "text", "value"), positions(PROVED))
def test_positions_of_large_games_are_proved(spec, text, value):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    for depth in range(1, 9):
        analysis = zermelo.analyze(game, state, depth=depth, native=False)
        if analysis.exact:
            break
    assert analysis.exact and analysis.value == value


@pytest.mark.long
@pytest.mark.parametrize(("spec", "text", "value"), positions(SEARCHED))
def test_larger_games_are_proved(spec, text, value):
    assert text == "" and zermelo.analyze(zermelo.game(spec), depth=36).value == value


def test_no_game_is_without_a_solution():
    assert all(facts.solved or facts.proved for facts in FACTS.values())
