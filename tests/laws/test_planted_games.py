"""The check on new games: most of twelve subtle bugs are seen, and nothing in games that are sound.

The bugs are one changed line each, in games that define no more than a new one would.
"""

import sys

import pytest

import zermelo
from subtle import BUGS, planted
from zermelo import check
from zermelo.games import BUILT_IN

pytestmark = [
    pytest.mark.long,
    pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning"),  # of rules with planted bugs
]

SOUND = {
    "tictactoe": "tictactoe",
    "mnk": "mnk(width=4, height=4, k=4)",
    "isolation": "isolation(width=4, height=3)",
    "nim": "nim(rows=[2, 3, 2])",
    "connectfour": "connectfour(width=4, height=4)",
    "morris": "morris(men=3)",
    "othello": "othello(size=4)",
    "checkers": "checkers",
    "breakthrough": "breakthrough(width=4, height=5)",
    "hex": "hex(size=3)",
    "kalah": "kalah(pits=3, seeds=2)",
    "awari": "awari",
    "chess": "gardner",
    "gardner": "gardner",
    "losalamos": "losalamos",
    "dobutsu": "dobutsu",
    "dotsandboxes": "dotsandboxes(width=2, height=2)",
    "amazons": "amazons(size=4)",
    "quarto": "quarto",
    "pentago": "pentago",
    "ultimate": "ultimate",
    "domineering": "domineering(width=4, height=4)",
    "clobber": "clobber(width=3, height=4)",
    "chomp": "chomp(width=4, height=3)",
    "dodgem": "dodgem",
    "lgame": "lgame",
    "teeko": "teeko",
    "qubic": "qubic(size=3)",
    "popout": "popout(width=4, height=4, k=3)",
    "y": "y(size=4)",
    "havannah": "havannah(size=3)",
    "sim": "sim",
    "wythoff": "wythoff(first=4, second=5)",
    "chopsticks": "chopsticks",
    "quoridor": "quoridor(size=3, walls=1)",
    "ataxx": "ataxx(size=3)",
    "linesofaction": "linesofaction(size=4)",
    "konane": "konane(size=4)",
    "surakarta": "surakarta(size=4, rows=1)",
    "hackenbush": "hackenbush",
    "sprouts": "sprouts",
    "foxandgeese": "foxandgeese(size=4)",
    "go": "go(size=2)",
    "kayles": "kayles(n=7)",
    "toadsandfrogs": "toadsandfrogs",
    "mutorere": "mutorere",
    "ponghauki": "ponghauki",
}
LARGE = {"gomoku"}  # m,n,k on 15 × 15, which takes a minute


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
    faults, suspicions = seen(planted(bug), games=5)
    assert sorted({*faults, *suspicions}) == sorted(bug.found)


def test_two_thirds_of_the_twelve_are_seen():
    assert len(BUGS) == 12
    assert sum(bool(bug.found) for bug in BUGS) >= 8


def test_every_game_is_looked_at():
    assert SOUND.keys() | LARGE == set(BUILT_IN)


@pytest.mark.parametrize("name", SOUND)
def test_a_sound_game_has_neither_fault_nor_suspicion(name, monkeypatch):
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 15)
    assert seen(zermelo.game(SOUND[name]), games=1) == ([], [])
