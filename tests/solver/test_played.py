"""What `verify` does besides: comparing by kernels, and playing wins out."""

import random

import numpy as np
import pytest

import zermelo
from zermelo.solver.checking.numbered import TierCheck
from zermelo.solver.checking.verify import check_compiled, checked_text, compare_places
from zermelo.solver.crews.crew import Machine
from zermelo.solver.probing.hardest import fault_in_play, won_states
from zermelo.solver.probing.reading import Reader
from zermelo.solver.score import NOW

SMALL = zermelo.game("morris(men=3)")
PLAIN = Machine(1, native=False)


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Three Men's Morris without the placing."""
    path = tmp_path_factory.mktemp("morris") / "database"
    zermelo.solve(SMALL, path, states=[next(SMALL.endgame("3-3"))], native=False)
    return zermelo.Database(path)


def test_compiled_code_checks_all_and_plain_code_some_again(database, monkeypatch):
    """First it says how long that will take, from the time that solving took."""
    monkeypatch.setattr("zermelo.solver.checking.verify.AGAIN", 50)
    steps = []
    checked = zermelo.verify(database.path, progress=steps.append)
    assert checked.sound and checked.checked == checked.states and checked.plain == 50
    forecast = 2 * database.manifest["solution"]["seconds"]
    assert steps[0] == checked_text(0, checked.states, forecast) and steps[1][0] != "0"


def test_kernels_find_every_wrong_cell(database):
    check, chance = TierCheck(database), random.Random(2)
    assert check_compiled(check, PLAIN, lambda *_: None) == (check.size, [])
    tier = max(check.tiers, key=lambda tier: check.tiers[tier]["size"])
    reader, wrong = Reader(database.states, PLAIN.kernels), 0
    tiers = reader.tiers_needed(tier)
    cells = reader.load_known(tiers).cells
    for number in chance.sample(range(check.tiers[tier]["size"]), 60):
        true = int(cells[number])
        for other in {0, 1, 2, 3, 255, (true + 2) % 256} - {true}:
            cells[number] = other
            assert len(compare_places(check, PLAIN, reader, tiers, np.array([number]))) == 1
            wrong += 1
        cells[number] = true
    assert wrong > 200


def test_wins_are_played_out_in_the_plies_stored(database, run):
    status, out, _ = run("verify", str(database.path), "--wins", "40", "--sample", "10")
    assert status == 0 and "40 wins played out" in out


def test_a_win_that_ends_sooner_or_later_is_found(database, monkeypatch):
    chance = random.Random(1)
    for state in won_states(database, 8, chance):
        score = database.score(state)
        for wrong, word in ((score - 2, "sooner"), (score + 2, "does not end")):
            if wrong < NOW:
                monkeypatch.setattr(
                    "zermelo.solver.probing.hardest.known_score", lambda *_, wrong=wrong: wrong
                )
                assert word in fault_in_play(database, state, chance.choice)


def test_wins_of_a_database_with_keys_are_played_out(tmp_path):
    nim = zermelo.game("nim(rows=[1, 2, 2])")
    zermelo.solve(nim, tmp_path / "nim", native=False)
    assert zermelo.verify(tmp_path / "nim", wins=5).played == 5
