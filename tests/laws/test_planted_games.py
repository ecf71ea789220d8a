"""The check on new games sees most of twelve subtle bugs, and nothing in games that are sound."""

import sys

import pytest

import zermelo
from facts import FACTS
from subtle import BUGS, plant_bug
from zermelo import check

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]

SOUND = [facts.checked for facts in FACTS.values() if facts.checked]


@pytest.fixture(autouse=True)
def few_states(monkeypatch):
    """Fewer states near the start are looked at than the command does: that takes its time."""
    monkeypatch.setattr(sys.modules["zermelo.laws.check"], "NEAREST", 12)


def seen(game: zermelo.Game, games: int) -> tuple[list[str], list[str]]:
    """The laws that a game breaks, and the near-laws."""
    findings = check(game, games=games, native=False)
    return [fault.law for fault in findings.faults], [one.law for one in findings.suspicions]


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_subtle_bug_is_seen(bug):
    faults, suspicions = seen(plant_bug(bug), games=5)
    assert sorted({*faults, *suspicions}) == sorted(bug.found)


@pytest.mark.parametrize("spec", SOUND)
def test_a_sound_game_has_neither_fault_nor_suspicion(spec, monkeypatch):
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 15)
    assert seen(zermelo.game(spec), games=1) == ([], [])
