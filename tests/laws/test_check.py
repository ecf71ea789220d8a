"""The conformance check finds every planted bug, and nothing in sound games."""

import json
import re
import shlex
from pathlib import Path

import pytest

import planted
import zermelo
from numberedgames import Hexapawn
from planted import COMPILED, PLANTED
from pointgames import Matches, Sowing, Strip
from toys import Again, Doubling, OneOrTwo, Sticks, Tug
from zermelo import Game, check
from zermelo.contract.rules import Texts
from zermelo.errors import NativeWarning, UsageError
from zermelo.games import BUILT_IN
from zermelo.laws.check import misspelt
from zermelo.laws.laws import FOUNDATIONS, FURTHER, READ

# Rules with planted bugs.
pytestmark = pytest.mark.filterwarnings("ignore::zermelo.errors.RulesWarning")

HERE = Path(__file__).parents[1] / "support"
DOCUMENT = (HERE.parents[1] / "docs" / "check.md").read_text(encoding="utf-8")
NAMED = [
    pytest.param(*row, compiled, id=type(row[0]).__name__)
    for compiled, rows in ((False, PLANTED), (True, COMPILED))
    for row in rows
]


def lengths(report) -> dict[str, int]:
    """The number of moves that lead to the fault, for each law."""
    return {fault.law: len(fault.moves) for fault in report.faults}


@pytest.mark.compiled
@pytest.mark.parametrize(("game", "expected", "compiled"), NAMED)
def test_a_planted_bug_is_found_with_the_shortest_game_that_shows_it(game, expected, compiled):
    findings = check(game, native=compiled, games=5 if compiled else 10)
    assert (findings.sound, findings.native) == (False, compiled)
    assert expected.items() <= lengths(findings).items()


@pytest.mark.compiled
@pytest.mark.parametrize(
    "game", [planted.BigInts(width=4, height=4), planted.ShiftsTooFar(size=70)]
)
def test_ints_of_any_size_are_no_fault(game):
    findings = check(game, games=5)
    assert findings.native and "native" not in lengths(findings)


def test_a_fault_far_from_the_start_loses_the_moves_it_does_not_need():
    """Connect Four on the full board where a disc on top of column 1 repeats a move."""
    (fault,) = check(planted.RepeatsFarAway(), native=False, games=10).faults
    assert (fault.law, fault.shortest) == ("moves", False)
    assert sorted(fault.moves)[:6] == ["1"] * 6
    assert len(fault.moves) <= 12


def test_rules_that_are_faulty_are_not_built_on():
    findings = check(planted.ThreePlayers(), native=False)
    assert set(findings.laws) == set(FOUNDATIONS)
    assert findings.sequences == ()


class ForgetsToYield(OneOrTwo):
    def moves(self, state):
        pass


class Endless(OneOrTwo):
    def moves(self, state):
        while True:
            yield state.left


class StartsWithAList(OneOrTwo):
    def start(self):
        return [5, 0]


class Halves(OneOrTwo):
    def play(self, state, move):
        return Sticks(state.left - move / 2, state.player ^ 1)


class ForgetsToReturn(OneOrTwo):
    def play(self, state, move):
        pass


@pytest.mark.parametrize(
    ("game", "law", "seen"),
    [
        (ForgetsToYield(), "moves", "None"),
        (Endless(), "moves", "10,000 and more"),
        (Halves(), "play", "Sticks.left = 12.5"),
        (ForgetsToReturn(), "play", "NoneType = None"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_beginners_mistake_is_one_clear_fault(game, law, seen):
    (fault,) = check(game, games=2).faults
    assert (fault.law, fault.seen, fault.moves) == (law, seen, ())


def test_a_game_that_cannot_begin_is_a_fault_and_one_without_hashes_refused():
    with pytest.raises(UsageError, match="contain a list"):
        check(StartsWithAList())
    (fault,) = check(Game()).faults
    assert "ContractError" in fault.seen
    assert "has to define start" in fault.seen


@pytest.mark.compiled
@pytest.mark.parametrize("spec", ["connectfour", "isolation", "nim", "tictactoe"])
def test_real_games_are_sound_compiled(spec):
    findings = check(zermelo.game(spec), games=5)
    assert (findings.faults, findings.native) == ((), True)


@pytest.mark.parametrize(
    "game",
    [
        Again(),
        Tug(),
        Doubling(),
        planted.Again(size=30),
        Matches(),
        Sowing(),
        Strip(size=3),
        Hexapawn(),
    ],
    ids=lambda game: str(game),
)
def test_toys_that_loop_or_let_players_move_twice_are_sound(game):
    assert check(game, native=False, games=5).faults == ()


class Misspelt(Again):
    """Two names that nearly match those of parts; the rules of the game use one of them."""

    def canditates(self, state):
        yield from self.orders(state)

    def orders(self, state):
        yield from self.moves(state)


def test_the_parts_of_a_game_and_misspelt_names_are_reported(capsys):
    report = check(zermelo.game("nim(rows=[1, 2])"), native=False, games=1)
    assert report.parts["search"] == ("remaining", "key") and report.misspelt == {}
    assert "search: remaining, key; combinatorial: parts" in str(report)
    report = check(Misspelt(), native=False, games=1)
    assert report.sound and report.misspelt == {"canditates": "candidates"}
    assert "canditates is never called: did you mean candidates?" in str(report)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_built_in_game_has_misspelt_names(name):
    assert misspelt(zermelo.game(name)) == {}


@pytest.mark.compiled
def test_the_counts_are_those_of_perft():
    game = zermelo.game("connectfour(width=4, height=4)")
    counts = check(game, native=False, games=0).sequences
    assert counts == zermelo.perft(game, len(counts), native=False).sequences


class Uncompiled(Again):
    """Sound rules that cannot be compiled."""

    def evaluate(self, state) -> float:
        return float(f"0.{state.left}")


@pytest.mark.compiled
def test_a_game_that_cannot_compile_is_checked_plain_after_a_warning():
    with pytest.warns(NativeWarning, match="plain"):
        findings = check(Uncompiled(), games=2)
    assert (findings.faults, findings.native, "native" in findings.laws) == ((), False, False)


def test_an_interrupted_check_reports_what_it_has():
    def interrupt(reached):
        if str(reached).startswith("moves"):
            raise KeyboardInterrupt

    findings = check(Again(), native=False, progress=interrupt)
    assert (findings.interrupted, findings.laws) == (True, ("players", "moves"))


def test_the_command_says_that_the_readmes_game_is_sound_and_what_its_status_means(chomp, run):
    status, out, _ = run("check", chomp)
    assert status == 0 and "no fault found" in out and "perft" in out
    told = " ".join(run("check", "--help")[1].split())
    assert "The exit status is 1 if the game has a fault." in told


def test_the_command_exits_with_1_for_a_fault_and_names_the_command_that_shows_it(run):
    spec = f"{HERE / 'planted.py'}:NeverSlidesToZero"
    status, out, _ = run("check", spec, "--games", "0")
    out = " ".join(out.split())
    assert status == 1 and "symmetries: expected" in out and "--moves 'a2 b2'" in out
    status, out, _ = run("check", spec, "--json")
    answer = json.loads(out)
    (fault,) = answer["faults"]
    assert (status, answer["sound"], fault["law"]) == (1, False, "symmetries")
    assert fault["moves"] == ["a2", "b2"]
    status, out, _ = run(
        *shlex.split(check(zermelo.game(spec), native=False).faults[0].command)[1:]
    )
    assert status == 0 and "player 1 (A) to move" in out


def test_every_law_finds_a_planted_bug_and_the_documentation_names_all():
    for law in (*FOUNDATIONS, *FURTHER):
        assert re.search(rf"^\| {law} \|", DOCUMENT, re.MULTILINE), law
    for game, expected in [*PLANTED, *COMPILED]:
        rows = [row for row in DOCUMENT.splitlines() if f"`{type(game).__name__}`" in row]
        assert {row.split("|")[1].strip() for row in rows} == set(expected), type(game).__name__
    result = {law for _, expected in [*PLANTED, *COMPILED] for law in expected}
    assert result == {*FOUNDATIONS, *FURTHER}


def test_texts_of_many_moves_are_not_each_looked_for_among_all(monkeypatch):
    read = []
    parse_move = Texts.parse_move
    monkeypatch.setattr(
        Texts, "parse_move", lambda *given: read.append(given) or parse_move(*given)
    )
    monkeypatch.setattr("zermelo.laws.check.NEAREST", 1)
    assert zermelo.check(zermelo.game("nim(rows=[99])"), games=0, native=False).sound
    assert len(read) == READ
