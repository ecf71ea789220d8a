"""Many states asked about at once: against a solver without tricks, and against the probe."""

import numpy as np
import pytest

import zermelo
from oracles.mnk import Mnk
from oracles.search import every_position, mirrored, solved
from zermelo.errors import ParameterError, TextError
from zermelo.native.items import count_items, write_items
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.probe import known_score, move_scores
from zermelo.solver.score import worth_of

COMPILED = pytest.param(True, marks=pytest.mark.compiled)
SPEC = "mnk(width=3, height=2, k=2)"
RULES = Mnk(3, 2, 2)


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("oracle") / "database"
    zermelo.solve(zermelo.game(SPEC), path, native=False)
    return Database(path)


def rows_of(states):
    rows = np.zeros((len(states), count_items(states[0])), np.int64)
    for row, state in zip(rows, states, strict=True):
        write_items(state, row)
    return rows


@pytest.mark.parametrize("native", [False, COMPILED])
def test_every_position_is_answered_for_as_a_solver_without_tricks_says(database, native):
    positions, truth = every_position(RULES), solved(RULES)
    states = [database.game.parse_state(text) for text in positions]
    oracle, rows = zermelo.Oracle(database, native=native), rows_of(states)
    result = oracle(rows)
    rows.flags.writeable = False
    assert all((oracle(rows)[name] == column).all() for name, column in result.items())
    for place, (text, history) in enumerate(positions.items()):
        value, plies = truth[text]
        after = [truth[RULES.text((*history, move))][0] for move in RULES.moves(history)]
        worths = [mirrored(worth, False) for worth in after]
        best = sum(1 << i for i, worth in enumerate(worths) if worth == value)
        assert result["value"][place] == value and result["moves"][place] == len(after)
        assert result["remoteness"][place] == (plies if value else -1)
        assert result["best"][place] == best


def test_states_and_their_ints_are_answered_for_alike(database):
    states = [database.game.parse_state(text) for text in every_position(RULES)]
    oracle = zermelo.Oracle(database, native=False)
    reported = oracle(states), oracle(rows_of(states)), oracle(np.asfortranarray(rows_of(states)))
    for name in ("value", "remoteness", "moves", "best"):
        assert all((each[name] == reported[0][name]).all() for each in reported)
    assert len(oracle([])["value"]) == 0


def agrees(database):
    """Whether the oracle says what probes do, in random games."""
    game, states = database.game, []
    for place in range(database.states.places):
        state = database.states.state(place)
        if state is not None and database.score(state) is not None:
            states.append(state)
    states = states[:: max(len(states) // 200, 1)]
    result = zermelo.Oracle(database, native=False)(states)
    for place, state in enumerate(states):
        worth = worth_of(game, known_score(database, state))
        moves = [worth_of(game, score) for _, score in move_scores(database, state)]
        best = sum(1 << i for i, seen in enumerate(moves) if seen == worth)
        message = (
            int(result["value"][place]),
            int(result["best"][place]),
            int(result["moves"][place]),
        )
        assert message == (worth, best, len(moves))
    return len(states)


def test_points_endless_play_and_numbered_states_are_answered_for_too(tmp_path):
    dots, fox = "dotsandboxes(width=2, height=1)", "foxandgeese(size=4)"
    zermelo.solve(zermelo.game(dots), tmp_path / "dots", native=False, by="score")
    assert agrees(Database(tmp_path / "dots")) > 50
    zermelo.solve(zermelo.game(fox), tmp_path / "fox", native=False)
    assert agrees(Database(tmp_path / "fox")) > 50
    morris = zermelo.game("morris(men=3)")
    start = next(morris.endgame("3-3"))
    zermelo.solve(morris, tmp_path / "three", states=[start], native=False)
    three = Database(tmp_path / "three")
    assert agrees(three) > 50
    (value,) = zermelo.Oracle(three, native=False)(rows_of([start]))["value"]
    assert value == worth_of(morris, known_score(three, start))


def test_what_is_not_stored_is_an_error(database):
    oracle, start = zermelo.Oracle(database, native=False), database.start
    for wrong in ([(63, 63, 1)], [start, (1 << 40, 0, 0)], [(-5, 0, 0)], [(3, 0, 1)]):
        with pytest.raises(TextError, match="does not have"):
            oracle([type(start)(*state) for state in wrong])
    for wrong in (np.zeros((2, 4), np.int64), np.zeros(3, np.int64), np.zeros((2, 3))):
        with pytest.raises(ParameterError, match=r"an array \(states, 3\) of ints, not"):
            oracle(wrong)
