"""The games of a match, with openings, colours and seeds; one game under the referee."""

from types import SimpleNamespace

import pytest

import zermelo
from matching import TICTACTOE, Sleeper, play_fixture, play_match
from processes import PATIENCE
from simulatedtime import STOPWATCH, SimulatedTime
from zermelo.errors import ParameterError, UsageError
from zermelo.matches.schedule import Conditions, Schedule, listed_opening, random_opening
from zermelo.native import kernel, running
from zermelo.native.kernel import pause
from zermelo.play.history import DrawRules
from zermelo.play.player import Terms
from zermelo.search.clock import Clock


class Broken:
    name = "broken"

    def choose(self, game, state):
        return {}["no"]


def test_faults_of_objects_lose_too_and_a_machine_without_memory_nobody(monkeypatch):
    SimulatedTime(monkeypatch)
    late = play_fixture(TICTACTOE, Sleeper(), "first", clock=0.02)
    assert late.result == -1 and late.reason == "time: 0.050 s for a move, 0.02 allowed"
    broken = play_fixture(TICTACTOE, "first", Broken())
    assert broken.result == 1 and broken.reason.startswith("crash: KeyError: 'no'")
    assert len(broken.moves) == 1 and broken.forfeited
    with pytest.raises(RuntimeError):
        play_fixture(TICTACTOE, "first", Starved())


class Starved:
    name = "starved"

    def choose(self, game, state):
        raise RuntimeError("can't start new thread")


def test_no_clock_runs_while_a_player_starts(tmp_path, monkeypatch):
    path, started, looks = tmp_path / "late.py", tmp_path / "started", []
    path.write_text(
        f"import time, pathlib\ntime.sleep(0.2)\npathlib.Path({str(started)!r}).touch()\n"
        "def late(game, state):\n    return next(iter(game.moves(state)))\n"
    )
    looked = SimpleNamespace(perf_counter=lambda: looks.append(started.exists()) or 0.0)
    monkeypatch.setattr(STOPWATCH, "time", looked)
    record = play_fixture(TICTACTOE, str(path), "first", clock=PATIENCE)
    assert record.reason == "" and len(record.moves) == 7
    assert looks == [True] * 14  # once before and once after each move


class Compiler:
    """A player that compiles for 100 seconds in each move and thinks for the given seconds."""

    name = "compiler"

    def __init__(self, time, thinks=0.0):
        self.time, self.thinks = time, thinks

    def choose(self, game, state):
        with pause():
            self.time.pass_by(100)
        Clock(native=False).watch(self.compile_in_a_search)
        self.time.pass_by(self.thinks)
        return next(iter(game.moves(state)))

    def compile_in_a_search(self):
        with pause(), pause():
            self.time.pass_by(100)


def test_what_is_compiled_in_a_move_is_not_on_the_clock(monkeypatch):
    time = SimulatedTime(monkeypatch)
    record = play_fixture(TICTACTOE, Compiler(time), "first", clock=0.1)
    assert record.reason == "" and {move.seconds for move in record.moves} == {0}
    late = play_fixture(TICTACTOE, Compiler(time, thinks=0.2), "first", clock=0.1)
    assert late.reason == "time: 0.200 s for a move, 0.1 allowed"


@kernel
def first_of(game, state):
    for move in game.moves(state):
        return move
    return -1


class Native:
    """A player whose rules are compiled during its first move."""

    name = "native"

    def choose(self, game, state):
        return first_of.native(game, state)


@pytest.mark.compiled
def test_what_compiled_rules_wait_for_in_a_move_is_not_on_the_clock(monkeypatch):
    time, compiled = SimulatedTime(monkeypatch), running.Compiled

    def slowly(*given):
        time.pass_by(100)
        return compiled(*given)

    monkeypatch.setattr(running, "Compiled", slowly)
    record = play_fixture(zermelo.game("nim"), Native(), "first", clock=0.1)
    assert time.now >= 100 and record.reason == ""
    assert {move.seconds for move in record.moves} == {0}


@pytest.mark.parametrize("name", ["engine:seconds=9", "engine:depth=40", "level:9"])
def test_searches_keep_to_the_clock(name, monkeypatch):
    SimulatedTime(monkeypatch, "zermelo.search.clock", tick=0.02)
    record = play_fixture(zermelo.game("morris"), name, "first", clock=0.8, draws=DrawRules(cap=2))
    assert (record.result, record.reason) == (0, "cap")


def test_both_colours_play_each_opening_and_rounds_share_theirs():
    schedule = Schedule(
        Terms(TICTACTOE), ("a", "b", "c"), ((0, 1), (0, 2), (1, 2)), Conditions(seed=5)
    )
    fixtures = [schedule.fixture(number) for number in range(12)]
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (one.first, one.second) == (other.second, other.first)
        assert one.opening == other.opening
    assert len({fixture.opening for fixture in fixtures[:6]}) == 1
    assert fixtures[6].opening != fixtures[0].opening
    assert len({(f.seed(5, 0), f.seed(5, 1)) for f in fixtures}) == 12


def test_openings_are_checked_and_used_in_turn():
    given = Conditions(openings=("a3 b2", "c1"))
    done = Schedule(Terms(TICTACTOE), ("a", "b"), ((0, 1),), given)
    assert [done.opening_moves(turn) for turn in range(3)] == [("a3", "b2"), ("c1",), ("a3", "b2")]
    with pytest.raises(UsageError, match="over after the opening"):
        listed_opening(TICTACTOE, "a3 a2 b3 b2 c3")
    with pytest.raises(UsageError, match="in the opening a3 a3: a3 is not a legal move here"):
        listed_opening(TICTACTOE, "a3 a3")
    with pytest.raises(ParameterError, match="use fewer"):
        random_opening(TICTACTOE, 9, "seed")


@pytest.mark.parametrize("games", [0, 1, 7])
def test_an_odd_number_of_games_is_refused(games):
    with pytest.raises(ParameterError, match="even"):
        play_match(TICTACTOE, "first", "first", games=games)
