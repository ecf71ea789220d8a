"""The positions of a database as columns: against the rules and the probe, one by one."""

import numpy as np
import pytest

import zermelo
from numberedgames import Hexapawn
from zermelo.solver.probing.columns import state_columns
from zermelo.solver.probing.probe import probe

COMPILED = pytest.param(True, marks=pytest.mark.compiled)


def solved(spec, path):
    zermelo.solve(zermelo.game(spec), path, native=False)
    return zermelo.Database(path)


def states_of(game, columns):
    """The states of the rows, of a game whose fields are ints."""
    kind, names = type(game.start()), state_columns(game.start())
    return [kind(*map(int, row)) for row in zip(*(columns[name] for name in names), strict=True)]


def says_what_a_probe_says(database, columns, place, state) -> None:
    """Fail unless the row at `place` does, of `state`."""
    game, reported, best = database.game, probe(database, state), int(columns["best"][place])
    moves = list(game.moves(state)) if reported.moves else []
    chosen = {game.format_move(state, m) for i, m in enumerate(moves) if best >> i & 1}
    assert chosen == set(reported.best_moves) and columns["moves"][place] == len(moves)
    assert columns["value"][place] == reported.value
    assert columns["remoteness"][place] == (
        -1 if reported.remoteness is None else reported.remoteness
    )


@pytest.mark.parametrize("native", [False, COMPILED])
def test_every_position_is_a_row_with_what_a_probe_says(tmp_path, native):
    database = solved("mnk(width=3, height=2, k=2)", tmp_path / "db")
    game, columns = database.game, database.to_arrays(native=native)
    states = states_of(game, columns)
    assert len(set(states)) == len(states) == database.manifest["solution"]["states"]
    for place, state in enumerate(states):
        says_what_a_probe_says(database, columns, place, state)


def test_stored_rows_are_one_of_each_set_of_symmetric_ones(tmp_path):
    database = solved("tictactoe", tmp_path / "db")
    columns = database.to_arrays(symmetric=False, native=False)
    assert len(columns["value"]) == 765 == database.manifest["solution"]["canonical_states"]


def test_play_that_goes_round_and_points_have_columns_too(tmp_path):
    database = solved("foxandgeese(size=4)", tmp_path / "fox")
    solution = database.manifest["solution"]
    columns = database.to_arrays(native=False)
    assert np.bincount(columns["value"] + 1).tolist() == [
        *(solution["losses"], solution["draws"], solution["wins"]),
    ]
    game = zermelo.game("dotsandboxes(width=2, height=1)")
    zermelo.solve(game, tmp_path / "dots", native=False, by="score")
    by_score = zermelo.Database(tmp_path / "dots").to_arrays(native=False)
    assert "remoteness" not in by_score and by_score["value"].max() == 2


@pytest.mark.parametrize("native", [False, COMPILED])
def test_numbered_states_are_rows_too(tmp_path, monkeypatch, native):
    monkeypatch.setattr("zermelo.solver.probing.columns.PART", 70)
    game = Hexapawn()
    zermelo.solve(game, tmp_path / "db", native=False)
    database = zermelo.Database(tmp_path / "db", game)
    columns = database.to_arrays(native=native, threads=2)
    states = states_of(game, columns)
    assert len(set(states)) == len(states) == database.manifest["solution"]["states"] > 50
    for place, state in list(enumerate(states))[:: max(len(states) // 300, 1)]:
        says_what_a_probe_says(database, columns, place, state)
    stored = database.to_arrays(native=native, symmetric=False)
    assert len(stored["value"]) == database.manifest["solution"]["canonical_states"]
    reported = zermelo.Oracle(database, native=native)(states[::7])
    for name in ("value", "remoteness", "moves", "best"):
        assert (reported[name] == columns[name][::7]).all()
