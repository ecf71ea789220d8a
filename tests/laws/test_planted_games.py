"""The check on new games: most of twelve subtle bugs are seen, and nothing in games that are sound.

The bugs are one changed line each, in games that define no more than a new one would.
"""

import sys

import pytest

import zermelo
from subtle import BUGS, plant_bug
from zermelo import check
from zermelo.games import BUILT_IN

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]

SOUND = (
    *("tictactoe", "mnk(width=4, height=4, k=4)", "isolation(width=4, height=3)"),
    *("nim(rows=[2, 3, 2])", "connectfour(width=4, height=4)", "morris(men=3)"),
    *("othello(size=4)", "checkers", "breakthrough(width=4, height=5)", "hex(size=3)"),
    *("kalah(pits=3, seeds=2)", "awari", "gardner", "losalamos", "dobutsu"),
    *("dotsandboxes(width=2, height=2)", "amazons(size=4)", "quarto", "pentago", "ultimate"),
    *("domineering(width=4, height=4)", "clobber(width=3, height=4)"),
    *("chomp(width=4, height=3)", "dodgem", "lgame", "teeko", "qubic(size=3)"),
    *("popout(width=4, height=4, k=3)", "y(size=4)", "havannah(size=3)", "sim"),
    *("wythoff(first=4, second=5)", "chopsticks", "quoridor(size=3, walls=1)"),
    *("ataxx(size=3)", "linesofaction(size=4)", "konane(size=4)"),
    *("surakarta(size=4, rows=1)", "hackenbush", "sprouts", "foxandgeese(size=4)"),
    *("go(size=2)", "kayles(n=7)", "toadsandfrogs", "mutorere", "ponghauki"),
)
LARGE = {"gomoku", "chess"}  # m,n,k on 15 × 15, which takes a minute; gardner on 8 × 8


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


def test_every_game_is_looked_at():
    assert {spec.partition("(")[0] for spec in SOUND} | LARGE == set(BUILT_IN)


@pytest.mark.parametrize("spec", SOUND)
def test_a_sound_game_has_neither_fault_nor_suspicion(spec, monkeypatch):
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 15)
    assert seen(zermelo.game(spec), games=1) == ([], [])
