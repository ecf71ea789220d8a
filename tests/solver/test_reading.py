"""Read columns, the hardest positions, and many states at once from a database."""

import numpy as np
import pytest

import zermelo
from forged import forge
from numberedgames import Hexapawn
from oracles.mnk import Mnk
from oracles.search import every_position, mirrored, solved
from zermelo.errors import CapabilityError, ParameterError, TextError
from zermelo.native.items import count_items, write_items
from zermelo.solver.probing import hardest as module
from zermelo.solver.probing.columns import state_columns
from zermelo.solver.probing.hardest import hardest
from zermelo.solver.probing.probe import known_score, move_scores, probe
from zermelo.solver.score import ENDLESS, NOW, worth_of

SPEC, RULES = "mnk(width=3, height=2, k=2)", Mnk(3, 2, 2)
COMPILED = pytest.param(True, marks=pytest.mark.compiled)


def states_of(game, columns):
    """The states of the rows, of a game whose fields are ints."""
    kind, names = type(game.start()), state_columns(game.start())
    return [kind(*map(int, row)) for row in zip(*(columns[name] for name in names), strict=True)]


def says_what_a_probe_says(database, columns, place, state) -> None:
    """Require the row at `place` to say about `state` what a probe says."""
    game, reported, best = database.game, probe(database, state), int(columns["best"][place])
    moves = list(game.moves(state)) if reported.moves else []
    chosen = {game.format_move(state, m) for i, m in enumerate(moves) if best >> i & 1}
    assert chosen == set(reported.best_moves) and columns["moves"][place] == len(moves)
    assert columns["value"][place] == reported.value
    if "remoteness" in columns:
        plies = columns["remoteness"][place]
        assert plies == (-1 if reported.remoteness is None else reported.remoteness)


@pytest.mark.parametrize("native", [False, COMPILED])
def test_every_position_is_a_row_with_what_a_probe_says(solve, native):
    database = solve(SPEC)
    game, columns = database.game, database.to_arrays(native=native)
    states = states_of(game, columns)
    assert len(set(states)) == len(states) == database.manifest["solution"]["states"]
    for place, state in enumerate(states):
        says_what_a_probe_says(database, columns, place, state)


def test_stored_rows_are_one_of_each_set_of_symmetric_ones_and_points_have_columns(solve):
    database = solve("tictactoe")
    columns = database.to_arrays(symmetric=False, native=False)
    assert len(columns["value"]) == 765 == database.manifest["solution"]["canonical_states"]
    database = solve("foxandgeese(size=4)")
    solution = database.manifest["solution"]
    columns = database.to_arrays(native=False)
    counts = [solution[name] for name in ("losses", "draws", "wins")]
    assert np.bincount(columns["value"] + 1).tolist() == counts
    by_score = solve("dotsandboxes(width=2, height=1)", by="score").to_arrays(native=False)
    assert "remoteness" not in by_score and by_score["value"].max() == 2


@pytest.mark.parametrize("native", [False, COMPILED])
def test_numbered_states_are_rows_too(solve, monkeypatch, native):
    monkeypatch.setattr("zermelo.solver.probing.columns.PART", 70)
    database = solve(Hexapawn())
    columns = database.to_arrays(native=native, threads=2)
    states = states_of(database.game, columns)
    assert len(set(states)) == len(states) == database.manifest["solution"]["states"] > 50
    for place, state in list(enumerate(states))[:: max(len(states) // 300, 1)]:
        says_what_a_probe_says(database, columns, place, state)
    stored = database.to_arrays(native=native, symmetric=False)
    assert len(stored["value"]) == database.manifest["solution"]["canonical_states"]
    reported = zermelo.Oracle(database, native=native)(states[::7])
    for name in ("value", "remoteness", "moves", "best"):
        assert (reported[name] == columns[name][::7]).all()


SMALL = zermelo.game("morris(men=3)")


@pytest.fixture
def databases(morris, solve):
    """Two solved games: one by the numbers of its states, one by their keys."""
    return morris[1], solve("nim(rows=[1, 2, 4])")


def all_hard(database, states) -> dict[str, int]:
    """The positions, as text, that one of several moves wins, with the plies to the end."""
    collected = {}
    for state in states:
        scores = move_scores(database, state)
        if len(scores) > 1 and sum(score > ENDLESS for _, score in scores) == 1:
            collected[database.game.format_state(state)] = NOW - database.score(state)
    return collected


def numbered_states():
    for tier in range(4000):
        for number in range(SMALL.tier_size(tier)):
            state = SMALL.unindex(tier, number)
            if SMALL.index(state) == number:
                yield state


@pytest.mark.long
def test_the_longest_of_all_positions_come_first(databases, monkeypatch):
    morris, nim = databases
    reported = all_hard(morris, numbered_states())
    longest = sorted(reported.values(), reverse=True)
    for pool in (module.POOL, 1):
        monkeypatch.setattr(module, "POOL", pool)
        result = hardest(morris, 30)
        assert [hard.plies for hard in result] == longest[:30]
        assert all(reported[hard.state] == hard.plies for hard in result)
    assert len(hardest(morris, 10**6)) == len(reported)
    first, state = result[0], SMALL.parse_state(result[0].state)
    assert (first.phase, first.moves) == (SMALL.phase(state), len(list(SMALL.moves(state))))
    assert list(zermelo.probe(morris, state).best_moves) == [first.move]
    assert {hard.phase for hard in hardest(nim, 5)} == {""}


def test_the_command_shows_them(databases, run, run_json):
    morris, nim = databases
    reported = [hard.as_dict() for hard in hardest(morris, 2)]
    done = run_json("probe", str(morris.path), "--hardest", "2")
    assert done == {"game": "morris(men=3)", "positions": reported}
    status, out, _ = run("probe", str(nim.path), "--hardest", "9")
    assert status == 0 and "phase" not in out and hardest(nim, 1)[0].state in out


def test_a_database_by_score_has_no_distances(solve):
    with pytest.raises(CapabilityError, match="but no distances to the end"):
        hardest(solve("kalah(pits=1, seeds=1)", by="score"))


@pytest.mark.parametrize("command", ["probe", "export"])
def test_states_that_are_none_of_the_game_are_one_line(solve, tmp_path, refused, command):
    database = solve("nim(rows=[1, 2])").path
    forge(database, lambda body: body["packing"].update(lowest=[-1, 62, 1 << 40]))
    table = str(tmp_path / "table.parquet")
    given = {"probe": ["--hardest", "1"], "export": ["--out", table]}[command]
    assert "its game cannot reach" in refused(command, str(database), *given)


@pytest.fixture
def small(solve):
    """The database of a small game."""
    return solve(SPEC)


def rows_of(states):
    rows = np.zeros((len(states), count_items(states[0])), np.int64)
    for row, state in zip(rows, states, strict=True):
        write_items(state, row)
    return rows


@pytest.mark.parametrize("native", [False, COMPILED])
def test_every_position_is_answered_for_as_a_solver_without_tricks_says(small, native):
    positions, truth = every_position(RULES), solved(RULES)
    states = [small.game.parse_state(text) for text in positions]
    oracle, rows = zermelo.Oracle(small, native=native), rows_of(states)
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


def test_states_and_their_ints_are_answered_for_alike_and_others_an_error(small):
    states = [small.game.parse_state(text) for text in every_position(RULES)]
    oracle = zermelo.Oracle(small, native=False)
    reported = oracle(states), oracle(rows_of(states)), oracle(np.asfortranarray(rows_of(states)))
    for name in ("value", "remoteness", "moves", "best"):
        assert all((each[name] == reported[0][name]).all() for each in reported)
    assert len(oracle([])["value"]) == 0
    oracle, start = zermelo.Oracle(small, native=False), small.start
    for wrong in ([(63, 63, 1)], [start, (1 << 40, 0, 0)], [(-5, 0, 0)], [(3, 0, 1)]):
        with pytest.raises(TextError, match="does not contain"):
            oracle([type(start)(*state) for state in wrong])
    for wrong in (np.zeros((2, 4), np.int64), np.zeros(3, np.int64), np.zeros((2, 3))):
        with pytest.raises(ParameterError, match=r"an array \(states, 3\) of ints, not"):
            oracle(wrong)
    with pytest.raises(ParameterError, match="probe needs a database, like"):
        probe(oracle)


def agrees(database):
    """Whether the oracle says what probes do, in random games."""
    stored = [database.states.state(place) for place in range(database.states.places)]
    states = [s for s in stored if s is not None and database.score(s) is not None]
    states = states[:: max(len(states) // 200, 1)]
    result = zermelo.Oracle(database, native=False)(states)
    for place, state in enumerate(states):
        says_what_a_probe_says(database, result, place, state)
    return len(states)


def test_points_endless_play_and_numbered_states_are_answered_for_too(solve, endgame):
    dots, fox = solve("dotsandboxes(width=2, height=1)", by="score"), solve("foxandgeese(size=4)")
    assert min(map(agrees, (dots, fox, endgame))) > 50
    start = next(SMALL.endgame("3-3"))
    (value,) = zermelo.Oracle(endgame, native=False)(rows_of([start]))["value"]
    assert value == worth_of(SMALL, known_score(endgame, start))
