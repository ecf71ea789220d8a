"""The hardest positions of a database, held against all of its positions."""

import json

import pytest

import zermelo
from forged import read, write
from zermelo.cli import main
from zermelo.errors import CapabilityError
from zermelo.solver.probing import hardest as module
from zermelo.solver.probing.hardest import hardest
from zermelo.solver.probing.probe import move_scores
from zermelo.solver.score import ENDLESS, NOW

SMALL = zermelo.game("morris(men=3)")
TAKE = zermelo.game("nim(rows=[1, 2, 4])")


@pytest.fixture(scope="module")
def databases(tmp_path_factory):
    """Two solved games: one by the numbers of its states, one by their keys."""
    path, result = tmp_path_factory.mktemp("solved"), []
    for name, game in (("morris", SMALL), ("nim", TAKE)):
        zermelo.solve(game, path / name, native=False, threads=1)
        result.append(zermelo.Database(path / name))
    return result


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
    """Also when the first pool is too small."""
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


def test_the_command_shows_them(databases, run):
    morris, nim = databases
    status, out, _ = run("probe", str(morris.path), "--hardest", "2", "--json")
    reported = [hard.as_dict() for hard in hardest(morris, 2)]
    assert status == 0 and json.loads(out) == {"game": "morris(men=3)", "positions": reported}
    status, out, _ = run("probe", str(nim.path), "--hardest", "9")
    assert status == 0 and "phase" not in out and hardest(nim, 1)[0].state in out


def test_a_database_by_score_has_no_distances(tmp_path):
    zermelo.solve(
        zermelo.game("kalah(pits=1, seeds=1)"), tmp_path / "points", native=False, by="score"
    )
    with pytest.raises(CapabilityError, match="not how far the end is"):
        hardest(zermelo.Database(tmp_path / "points"))


@pytest.mark.parametrize("command", ["probe", "export"])
def test_states_that_are_none_of_the_game_are_one_line(tmp_path, capsys, command):
    database = tmp_path / "nim"
    zermelo.solve(zermelo.game("nim(rows=[1, 2])"), out=database, native=False)
    body = read(database)
    body["packing"]["lowest"] = [-1, 62, 1 << 40]
    write(database, body)
    table = str(tmp_path / "table.parquet")
    given = {"probe": ["--hardest", "1"], "export": ["--out", table]}[command]
    assert main([command, str(database), *given]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and "its game cannot reach" in err
