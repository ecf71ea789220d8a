"""Databases verified: by kernels, by playing wins out, and against rules of other code."""

import random

import numpy as np
import pytest

import forged
import zermelo
from takegame import MOVES, TAKE
from zermelo.errors import RulesWarning, UsageError
from zermelo.solver.checking.plain import TierCheck
from zermelo.solver.checking.verify import check_compiled, checked_text, compare_places, verify
from zermelo.solver.crews.crew import Machine
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.hardest import fault_in_play, won_states
from zermelo.solver.probing.reading import Reader
from zermelo.solver.score import NOW

OUTCOME = "ONGOING if state.left else LOSS"
ALIKE = {
    "a loop": (
        "for move in (1, 2, 3):\n            if move <= state.left:\n                yield move",
        OUTCOME,
    ),
    "another name": (MOVES, "LOSS if not state.left > 0 else ONGOING"),
}
OTHERS = {
    "another end": (MOVES, "ONGOING if state.left else -LOSS"),
    "one move less": ("yield from range(1, min(state.left, 2) + 1)", OUTCOME),
    "one move more": ("yield from range(1, min(state.left, 4) + 1)", OUTCOME),
    "no more moves late": (MOVES, "ONGOING if state.left > 1 else LOSS"),
    "an error": (MOVES, "ONGOING if state.left // (state.left - 7) or state.left else LOSS"),
}  # fmt: skip


@pytest.fixture
def take(tmp_path):
    """The game whose file has these lines."""

    def write(moves: str, outcome: str) -> zermelo.Game:
        rules = TAKE.replace(MOVES, moves).replace("= 9", "= 60")
        ends = f"\n    def outcome(self, state):\n        return {outcome}\n"
        (tmp_path / "take.py").write_text(rules + ends)
        return zermelo.game(str(tmp_path / "take.py"))

    return write


@pytest.fixture
def solved(take, solve):
    return solve(take(MOVES, OUTCOME)).path


@pytest.mark.parametrize("name", ALIKE)
def test_the_same_rules_in_other_words_read_it_with_a_warning(take, solved, name):
    with pytest.warns(RulesWarning, match="agree with these rules"):
        database = Database(solved, take(*ALIKE[name]))
    assert zermelo.probe(database).value == -1
    with pytest.warns(RulesWarning):
        assert not verify(solved, game=database.game, native=False).faults


@pytest.mark.parametrize("name", OTHERS)
def test_other_rules_are_refused(take, solved, name):
    with pytest.raises(UsageError, match="solved under other rules"):
        Database(solved, take(*OTHERS[name]))


@pytest.mark.parametrize(
    ("spec", "by"),
    [
        ("tictactoe", "outcome"),
        ("nim(rows=[1, 2, 3])", "outcome"),
        ("kalah(pits=2, seeds=1)", "outcome"),
        ("kalah(pits=2, seeds=1)", "score"),
        ("ponghauki", "outcome"),
        ("mutorere", "outcome"),
        ("connectfour(width=3, height=3, k=3)", "outcome"),
    ],
)
def test_every_kind_of_database_agrees_with_its_own_rules(solve, spec, by):
    path = solve(spec, by=by).path
    forged.forge(path, lambda manifest: manifest.update(fingerprint="0" * 16))
    with pytest.warns(RulesWarning):
        Database(path)


PLAIN = Machine(1, native=False)


def test_compiled_code_checks_all_and_plain_code_some_again(endgame, monkeypatch):
    """First it says how long that will take, from the time that solving took."""
    monkeypatch.setattr("zermelo.solver.checking.verify.AGAIN", 50)
    steps = []
    checked = zermelo.verify(endgame.path, progress=steps.append)
    assert checked.sound and checked.checked == checked.states and checked.plain == 50
    forecast = 2 * endgame.manifest["solution"]["seconds"]
    assert steps[0] == checked_text(0, checked.states, forecast) and steps[1][0] != "0"


def test_kernels_find_every_wrong_cell(endgame):
    check, chance = TierCheck(endgame), random.Random(2)
    assert check_compiled(check, PLAIN, lambda *_: None) == (check.size, [])
    tier = max(check.tiers, key=lambda tier: check.tiers[tier]["size"])
    reader, wrong = Reader(endgame.states, PLAIN.kernels), 0
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


def test_wins_are_played_out_in_the_plies_stored_also_with_keys(endgame, read_output, solve):
    assert "40 wins played out" in read_output(
        "verify", str(endgame.path), "--wins", "40", "--sample", "10"
    )
    assert zermelo.verify(solve("nim(rows=[1, 2, 2])").path, wins=5).played == 5


def test_a_win_that_ends_sooner_or_later_is_found(endgame, monkeypatch):
    chance = random.Random(1)
    for state in won_states(endgame, 8, chance):
        score = endgame.score(state)
        for wrong, word in ((score - 2, "sooner"), (score + 2, "does not end")):
            if wrong < NOW:
                monkeypatch.setattr(
                    "zermelo.solver.probing.hardest.known_score", lambda *_, wrong=wrong: wrong
                )
                assert word in fault_in_play(endgame, state, chance.choice)
