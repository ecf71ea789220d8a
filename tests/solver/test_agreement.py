"""A database that other code solved is read where its values hold by the rules, else refused."""

import pytest

import forged
import zermelo
from zermelo.errors import RulesWarning, UsageError
from zermelo.solver.checking.verify import verify
from zermelo.solver.probing.database import Database

RULES = """
from typing import NamedTuple
from zermelo import LOSS, ONGOING, Game

class Heap(NamedTuple):
    left: int
    player: int

class Take(Game):
    \"\"\"Take one to three.\"\"\"
    sticks: int = 60

    def start(self):
        return Heap(self.sticks, 0)

    def moves(self, state):
        {moves}

    def play(self, state, move):
        return Heap(state.left - move, state.player ^ 1)

    def outcome(self, state):
        return {outcome}
"""
MOVES = "yield from range(1, min(state.left, 3) + 1)"
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
        (tmp_path / "take.py").write_text(RULES.format(moves=moves, outcome=outcome))
        return zermelo.game(str(tmp_path / "take.py"))

    return write


@pytest.fixture
def solved(take, tmp_path):
    zermelo.solve(take(MOVES, OUTCOME), tmp_path / "solved", native=False)
    return tmp_path / "solved"


@pytest.mark.parametrize("name", ALIKE)
def test_the_same_rules_in_other_words_read_it_with_a_warning(take, solved, name):
    with pytest.warns(RulesWarning, match="agree with these rules"):
        database = Database(solved, take(*ALIKE[name]))
    assert zermelo.probe(database).value == -1
    with pytest.warns(RulesWarning):
        assert not verify(solved, game=database.game, native=False).faults


@pytest.mark.parametrize("name", OTHERS)
def test_other_rules_are_refused(take, solved, name):
    with pytest.raises(UsageError, match="solved for other rules"):
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
def test_every_kind_of_database_agrees_with_its_own_rules(tmp_path, spec, by):
    zermelo.solve(zermelo.game(spec), tmp_path / "solved", native=False, by=by)
    forged.forge(tmp_path / "solved", lambda manifest: manifest.update(fingerprint="0" * 16))
    with pytest.warns(RulesWarning):
        Database(tmp_path / "solved")
