"""Matches: the arbiter's rules, players by name, paired openings, several processes, reports."""

from __future__ import annotations

import io
import json
import sys
import textwrap
import time
from collections.abc import Iterator
from typing import NamedTuple

import pytest

import zermelo
from test_command import run, run_json  # noqa: F401 - fixtures
from toys import Graph, Node, Tug
from zermelo import Game, analyze
from zermelo.errors import CapabilityError, ParameterError, UsageError
from zermelo.play.arbiter import play_game
from zermelo.play.draws import Course, Draws
from zermelo.play.entrants import entrant
from zermelo.play.match import Score, SoFar
from zermelo.play.openings import listed_opening, random_opening
from zermelo.play.ratings import Elo
from zermelo.play.schedule import Fixture, Schedule
from zermelo.play.terms import Terms
from zermelo.play.tournament import Standing, Tournament
from zermelo.search.rulings import Rulings
from zermelo.show.progress import Progress
from zermelo.show.shown import as_text

TICTACTOE = zermelo.game("tictactoe")
ISOLATION = zermelo.game("isolation(width=4, height=4)")
PLAYERS = textwrap.dedent("""
    import os
    import random

    def first(game, state):
        print("what is printed disturbs nobody")
        return next(iter(game.moves(state)))

    def last_as_text(game, state):
        return game.format_move(state, list(game.moves(state))[-1])

    def wild(game, state):
        return random.choice(list(game.moves(state)))

    class Alternating:
        def __init__(self):
            self.moved = 0

        def choose(self, game, state):
            self.moved += 1
            return list(game.moves(state))[-(self.moved % 2)]

    def illegal(game, state):
        return 99

    def nothing(game, state):
        return None

    def crash(game, state):
        raise ValueError("no idea")

    def leave(game, state):
        os._exit(3)

    def slow(game, state):
        while True:
            pass
""")


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text(PLAYERS)
    return path


def played(game, first, second, opening=(), **terms):
    """One game between two named players or objects."""
    given = Terms(game, native=False, **terms)
    entrants = [entrant(first, given), entrant(second, given)]
    try:
        return play_game(given, Fixture(0, 0, 1, tuple(opening)), entrants)
    finally:
        for one in entrants:
            one.leave()


def matched(game, first, second, **conditions):
    return zermelo.match(game, first, second, native=False, **conditions)


# Draws -------------------------------------------------------------------------------------------


class Pull(Tug):
    """A tug in which a jump is progress."""

    def progress(self, state, move: int) -> bool:
        return abs(move) == 3


class Puller:
    """Pulls back and forth for ever."""

    name = "puller"

    def choose(self, game, state) -> int:
        return 1 if state.player == 0 else -1


@pytest.mark.parametrize(("repetitions", "plies"), [(2, 2), (3, 4), (5, 8)])
def test_a_state_met_so_often_is_a_draw(repetitions, plies):
    record = played(Tug(), Puller(), Puller(), draws=Draws(repetitions))
    assert (record.result, record.reason, len(record.moves)) == (0, "repetition", plies)


def test_moves_without_progress_and_the_cap_draw():
    record = played(Pull(), Puller(), Puller(), draws=Draws(None, 7, None))
    assert (record.reason, len(record.moves)) == ("no progress", 7)
    record = played(Tug(), Puller(), Puller(), draws=Draws(None, None, 9))
    assert (record.reason, len(record.moves)) == ("cap", 9)


def test_progress_begins_the_count_anew():
    course = Course(Pull(), Draws(None, 2, None))
    for move, over in ((1, False), (3, False), (1, False), (-1, True)):
        course.play(move)
        assert (course.drawn_by is not None) == over


def test_a_rule_that_needs_progress_names_it():
    with pytest.raises(CapabilityError, match="progress"):
        matched(TICTACTOE, "first", "first", games=2, quiet=10)


def test_the_games_own_end_goes_before_a_draw():
    record = played(TICTACTOE, "first", "first", draws=Draws(cap=7))
    assert (record.result, record.reason, len(record.moves)) == (1, "", 7)


@pytest.mark.parametrize("wrong", [{"repetitions": 1}, {"quiet": 0}, {"cap": -1}])
def test_rules_that_would_end_every_game_are_refused(wrong):
    with pytest.raises(ParameterError):
        Draws(**wrong)


# 0 → 1 looks better than 0 → 2; from both the way leads back, so that nothing is ever proven.
CIRCLE = Graph(children=((1, 2), (0,), (0,)), players=(0, 1, 1), eighths=(0, -6, -2))


def test_the_engine_takes_closed_states_for_drawn():
    asked = {"algorithm": "engine", "depth": 1, "native": False, "every_move": True}
    assert analyze(CIRCLE, **asked).best_moves == ("0",)
    found = analyze(CIRCLE, rulings=Rulings((Node(1, 1),)), **asked)
    assert found.best_moves == ("1",)
    assert {entry.move: entry.value for entry in found.moves} == {"0": 0.0, "1": 0.25}


class Seat(NamedTuple):
    place: int
    player: int


class Ring(Game[Seat]):
    """Go on from place to place for ever; player 0 likes the high ones."""

    def start(self) -> Seat:
        return Seat(0, 0)

    def moves(self, state: Seat) -> Iterator[int]:
        yield 1
        yield 2

    def play(self, state: Seat, move: int) -> Seat:
        return Seat((state.place * 2 + move) % 11, state.player ^ 1)

    def evaluate(self, state: Seat) -> float:
        return (state.place - 5) / 8 if state.player == 0 else (5 - state.place) / 8


@pytest.mark.compiled
def test_closed_states_are_the_same_compiled():
    game = Ring()
    asked = {"algorithm": "engine", "depth": 5, "every_move": True}
    found = [
        analyze(game, rulings=Rulings(closed), native=native, **asked).moves
        for closed in ((), (Seat(2, 1),), (Seat(1, 1), Seat(4, 0)))
        for native in (False, True)
    ]
    assert found[::2] == found[1::2]
    assert len(set(found)) == 3 and found[2][1].value == 0


def test_a_losing_engine_takes_a_repetition_that_draws():
    losing = Graph(children=((1, 2), (0,), ()), players=(0, 1, 1), eighths=(-4, 4, 8))
    course = Course(losing, Draws(2))
    assert course.rulings().closed == (losing.start(),)
    found = analyze(losing, Node(1, 1), algorithm="engine", native=False, rulings=course.rulings())
    assert (found.value, found.exact) == (0, True)


def test_closed_states_are_not_remembered_as_drawn():
    from zermelo.search.table import Table

    table = Table(0.01)
    asked = {"algorithm": "engine", "depth": 3, "native": False, "table": table}
    start = Node(0, 0)
    game = Graph(children=((1,), (2,), ()), players=(0, 1, 0), eighths=(0, 0, 8))
    assert analyze(game, start, rulings=Rulings((Node(1, 1),)), **asked).value == 0
    assert analyze(game, start, **asked).value == 1


# Forfeits ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("illegal", "illegal move: 99 is no legal move"),
        ("nothing", "illegal move: None is no legal move"),
        ("crash", "crash: ValueError: no idea"),
        ("leave", "crash: the program ended with status 3"),
        ("slow", "time: no answer in 0.3 s"),
    ],
)
def test_a_fault_of_a_persons_player_loses_the_game_with_its_reason(file, name, reason):
    clock = 0.3 if name == "slow" else None
    done = matched(TICTACTOE, f"{file}:{name}", "first", games=4, clock=clock)
    assert (done.score.losses, len(done.forfeits)) == (4, 1)
    assert done.forfeits[0].games == 4 and done.forfeits[0].example.startswith(reason)
    assert f"by {reason.partition(':')[0]}" in " ".join(str(done).split())


class Sleeper:
    name = "sleeper"

    def choose(self, game, state):
        time.sleep(0.05)
        return next(iter(game.moves(state)))


class Broken:
    name = "broken"

    def choose(self, game, state):
        return {}["no"]


def test_faults_of_objects_lose_too():
    late = played(TICTACTOE, Sleeper(), "first", clock=0.02)
    assert late.result == -1 and late.reason.startswith("time: 0.0")
    broken = played(TICTACTOE, "first", Broken())
    assert broken.result == 1 and broken.reason.startswith("crash: KeyError: 'no'")
    assert len(broken.moves) == 1 and broken.forfeited


def test_external_programs_speak_the_protocol(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        textwrap.dedent("""
        import json, sys
        cells = [f"{row},{column}" for row in range(3) for column in range(3)]
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "new":
                told = json.loads(rest)
                print("ready", flush=True)
            else:
                assert told["game"] == "tictactoe" and told["cap"] == 1000
                print([c for c in cells if c not in rest.split()][0], 0.25, 17, flush=True)
        """)
    )
    bot = f"exec:{sys.executable} {bot}"
    record = played(TICTACTOE, bot, "first")
    assert [move.move for move in record.moves] == ["0,0", "0,1", "0,2", "1,0", "1,1", "1,2", "2,0"]
    assert {(move.value, move.nodes) for move in record.moves[::2]} == {(0.25, 17)}
    assert record.result == 1


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("! tired", "crash: tired"),
        ("0,0 much", "crash: it answered 0,0 much"),
        ("0,0 7", "crash: it answered 0,0 7"),
        ("0,0 nan", "crash: it answered 0,0 nan"),
        ("0,0 inf", "crash: it answered 0,0 inf"),
        ("0,0 0.5 -1", "crash: it answered 0,0 0.5 -1"),
        ("0,0 0.5 9223372036854775808", "crash: it answered 0,0 0.5 92233720"),
        ("7,7", "illegal move: 7,7 is no legal move"),
        ("\\000\\033[2J", "illegal move: ��[2J is no legal move"),
    ],
)
def test_programs_that_answer_otherwise_lose(said, reason):
    script = f"read a; echo ready; read b; printf '{said}\\n'; read c"
    record = played(TICTACTOE, f'exec:sh -c "{script}"', "first")
    assert record.result == -1 and record.reason.startswith(reason)


def executable(path, text: str) -> str:
    path.write_text(text)
    path.chmod(0o755)
    return f"exec:{path}"


def test_programs_that_do_not_begin_lose(tmp_path, monkeypatch):
    monkeypatch.setattr("zermelo.play.external.STARTING", 0.2)
    for command, reason in (
        ("exec:true", "crash: the program ended with status 0"),
        ("exec:sleep 100", "time: no answer in 0.2 s"),
        ("exec:yes", "crash: it answered y, not ready"),
        ("exec:sh -c 'echo ! no idea; read a; read b'", "crash: no idea"),
        (executable(tmp_path / "a", "#!/no/such/interpreter\n"), "crash: it cannot be started: No"),
        (executable(tmp_path / "b", "no program"), "crash: it cannot be started: Exec format"),
    ):
        record = played(TICTACTOE, "first", command)
        assert record.result == 1 and record.moves == () and record.reason.startswith(reason)


def test_a_program_begins_anew_after_a_forfeit(tmp_path):
    """What it says too much is not taken for the answer to a later question."""
    bot = "read a; echo ready; read b; echo welcome; echo 0,0; read c; echo 1,1; read d"
    record = matched(TICTACTOE, f'exec:sh -c "{bot}"', "first", games=4, plies=0).forfeits[0]
    assert record.games == 4 and record.example.startswith("illegal move: welcome is no legal move")


def test_a_program_that_talks_for_ever_is_stopped():
    started = time.monotonic()
    record = played(TICTACTOE, "exec:yes ready", "first")
    assert record.reason.startswith("illegal move: ready") and time.monotonic() - started < 20


def test_no_clock_runs_while_a_player_starts(tmp_path):
    path = tmp_path / "late.py"
    path.write_text(
        "import time\ntime.sleep(0.6)\ndef late(game, state):\n"
        "    return next(iter(game.moves(state)))\n"
    )
    record = played(TICTACTOE, str(path), "first", clock=0.5)
    assert record.reason == "" and len(record.moves) == 7


# Players by name ---------------------------------------------------------------------------------


def test_a_persons_functions_and_classes_play(file):
    for name in ("first", "last_as_text", "wild", "Alternating"):
        record = played(TICTACTOE, f"{file}:{name}", "random")
        assert not record.forfeited and len(record.moves) >= 5
    assert played(TICTACTOE, f"{file}:first", "first").moves[0].move == "0,0"
    assert played(TICTACTOE, f"{file}:last_as_text", "first").moves[0].move == "2,2"


@pytest.mark.parametrize(
    "name",
    [
        *("engine:nodes=200", "engine:depth=2", "engine:seconds=0.01", "mcts:nodes=50"),
        *("minimax:depth=2", "alphabeta:depth=3", "alphabeta:nodes=100", "memo:depth=2"),
        *("greedy", "random", "first", "level:1,nodes=50", "minimax:depth=1, width=4"),
    ],
)
def test_every_kind_of_player_plays(name):
    record = played(ISOLATION, name, "random")
    assert not record.forfeited and record.result in (-1, 1)
    if name not in ("random", "first"):
        thought = record.moves[0]
        assert (thought.nodes is None) == ("width" in name and thought.value is None)


def test_a_database_plays_perfectly(tmp_path):
    small = zermelo.game("nim(rows=[1, 2, 2])")
    zermelo.solve(small, tmp_path / "nim", native=False)
    done = matched(small, f"database:{tmp_path / 'nim'}", "random", games=20, plies=0)
    assert done.moving_first.losses == 0


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "nobody", "engine:speed=3", "engine:depth=0", "engine:depth=x"),
        *("engine:seconds=-1", "engine:nodes=1.5", "engine:(", "engine:3", "random:depth=2"),
        *("level", "level:0", "level:11", "level:2,depth=3", "mcts:depth=2", "no.py:name"),
        *("exec:", "exec:no_such_program_here", "exec:'", "database:nowhere", "greedy"),
        *("engine:depth=1,__import__('os')", "minimax:width=4"),
    ],
)
def test_what_names_no_player_is_refused_in_one_line(run, wrong):  # noqa: F811
    status, out, err = run("match", "tictactoe", wrong, "random", "--games", "2", "--plain")
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_a_file_without_the_player_is_refused(file):
    with pytest.raises(UsageError, match="no player nobody; it has first, last_as_text"):
        matched(TICTACTOE, f"{file}:nobody", "first")
    (file.parent / "empty.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="has several players: first, last_as_text"):
        matched(TICTACTOE, str(file), "first")
    with pytest.raises(UsageError, match="it should have choose"):
        matched(TICTACTOE, str(file.parent / "empty.py"), "first")


def test_parameters_may_not_make_another_game():
    with pytest.raises(UsageError, match="another game"):
        matched(ISOLATION, "minimax:depth=1,width=5", "first")
    for rule in ("flying=False", "several=True", "lasker=True"):
        with pytest.raises(UsageError, match="another game"):
            entrant(f"minimax:depth=1,{rule}", Terms(zermelo.game("morris")))
    entrant("minimax:depth=1,flying=True,mills=7", Terms(zermelo.game("morris")))


def test_a_mistyped_limit_is_guessed():
    with pytest.raises(UsageError, match="there is no dpth; did you mean depth"):
        entrant("engine:dpth=3", Terms(TICTACTOE))
    with pytest.raises(UsageError, match="seconds should be a number above 0"):
        entrant("engine:seconds=1e999", Terms(TICTACTOE))


@pytest.mark.parametrize("name", ["engine:seconds=9", "engine:depth=40", "level:9"])
def test_searches_keep_to_the_clock(name):
    record = played(zermelo.game("morris"), name, "first", clock=0.8, draws=Draws(cap=2))
    assert (record.result, record.reason) == (0, "cap")


# The schedule ------------------------------------------------------------------------------------


def test_both_colours_play_each_opening_and_rounds_share_theirs():
    schedule = Schedule(Terms(TICTACTOE), ("a", "b", "c"), ((0, 1), (0, 2), (1, 2)), seed=5)
    fixtures = [schedule.fixture(number) for number in range(12)]
    for one, other in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert (one.first, one.second) == (other.second, other.first)
        assert one.opening == other.opening
    assert len({fixture.opening for fixture in fixtures[:6]}) == 1
    assert fixtures[6].opening != fixtures[0].opening
    assert len({(f.seed(5, 0), f.seed(5, 1)) for f in fixtures}) == 12


def test_openings_are_checked_and_used_in_turn():
    done = Schedule(Terms(TICTACTOE), ("a", "b"), ((0, 1),), openings=("0,0 1,1", "2,2"))
    assert [done.opening(turn) for turn in range(3)] == [("0,0", "1,1"), ("2,2",), ("0,0", "1,1")]
    with pytest.raises(UsageError, match="over after the opening"):
        listed_opening(TICTACTOE, "0,0 1,0 0,1 1,1 0,2")
    with pytest.raises(UsageError, match="in the opening 0,0 0,0: 0,0 is no legal move here"):
        listed_opening(TICTACTOE, "0,0 0,0")
    with pytest.raises(ParameterError, match="give fewer"):
        random_opening(TICTACTOE, 9, "seed")


@pytest.mark.parametrize("games", [0, 1, 7])
def test_an_odd_number_of_games_is_refused(games):
    with pytest.raises(ParameterError, match="even"):
        matched(TICTACTOE, "first", "first", games=games)


# Matches -----------------------------------------------------------------------------------------


def exported(path) -> list[dict]:
    """The games in a JSON Lines file, without their times."""
    games = [json.loads(line) for line in path.read_text().splitlines()]
    for game in games:
        for move in game["moves"]:
            assert move.pop("seconds") >= 0
    return games


def test_a_seed_repeats_a_match_with_any_number_of_processes(tmp_path):
    files = [tmp_path / f"{number}.jsonl" for number in range(4)]
    for path, seed, processes in zip(files, (1, 1, 1, 2), (1, 1, 2, 1), strict=True):
        conditions = {"games": 8, "seed": seed, "processes": processes, "export": path}
        matched(ISOLATION, "mcts:nodes=40", "engine:nodes=60", **conditions)
    games = [exported(path) for path in files]
    assert games[0] == games[1] == games[2] != games[3]
    assert [game["number"] for game in games[0]] == list(range(8))
    assert {game["first"] for game in games[0]} == {"mcts:nodes=40", "engine:nodes=60"}
    assert all(move["nodes"] is not None for game in games[0] for move in game["moves"])


def test_exported_games_can_be_played_again(tmp_path):
    matched(TICTACTOE, "alphabeta:depth=2", "random", games=10, export=tmp_path / "games.jsonl")
    for game in exported(tmp_path / "games.jsonl"):
        state = TICTACTOE.start()
        for text in [*game["opening"], *(move["move"] for move in game["moves"])]:
            state = TICTACTOE.play_checked(state, TICTACTOE.parse_move(state, text))
        outcome = TICTACTOE.outcome(state)
        for_first = outcome if TICTACTOE.player(state) == 0 else -outcome
        assert (game["result"], game["reason"]) == (for_first, "")


def test_scores_are_the_first_players():
    done = matched(TICTACTOE, "alphabeta", "random", games=40)
    assert done.moving_first.losses == 0 and done.score.share > 0.7
    assert done.elo.low > 0
    other = matched(TICTACTOE, "random", "alphabeta", games=40)
    assert other.elo.high < 0
    text = str(done)
    for word in ("alphabeta against random", "as player 1", "in all", "elo", "games"):
        assert word in text


def test_perfect_players_are_equal():
    done = matched(TICTACTOE, "alphabeta", "memo", games=20)
    assert done.score.share == 0.5  # each opening's value goes once to either
    assert done.elo.value == 0


def test_a_test_ends_the_match_when_it_is_decided():
    done = matched(TICTACTOE, "alphabeta", "random", games=400, sprt=(0, 100))
    assert done.sprt.verdict == "H1" and done.sprt.games < 200
    assert done.score.games == done.sprt.games
    assert "H1 accepted, +100 Elo" in str(done)
    equal = matched(TICTACTOE, "first", "first", games=10, sprt=(0, 1))
    assert equal.sprt.verdict is None and "not decided" in str(equal)


def test_an_export_that_cannot_be_written_is_refused_before_the_games(tmp_path):
    heard = []
    with pytest.raises(UsageError, match="cannot write"):
        conditions = {"export": tmp_path / "no" / "such.jsonl", "progress": heard.append}
        matched(TICTACTOE, "first", "first", games=4, **conditions)
    assert len(heard) <= 1


def test_a_terminal_shows_the_match_before_its_first_game_is_over(monkeypatch):
    monkeypatch.setattr("zermelo.show.progress.PATIENCE", 0.05)
    monkeypatch.setattr("sys.stderr", Terminal())
    with Progress("playing") as progress:
        progress(SoFar(Score(), 4))
        time.sleep(0.5)
    assert "playing: 0 of 4 games" in sys.stderr.getvalue()


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_the_watcher_hears_the_score_of_every_game():
    heard = []
    matched(TICTACTOE, "first", "first", games=4, progress=lambda said: heard.append(str(said)))
    assert [said.partition(",")[0] for said in heard] == [f"{n} of 4 games" for n in range(5)]


def test_ctrl_c_keeps_what_was_played():
    class Impatient(Sleeper):
        asked = 0

        def choose(self, game, state):
            self.asked += 1
            if self.asked == 12:
                raise KeyboardInterrupt
            return next(iter(game.moves(state)))

    done = matched(TICTACTOE, Impatient(), "first", games=50)
    assert done.interrupted and 0 < done.score.games < 12


def test_several_processes_need_names():
    class Own(Tug):
        """Known to this process alone."""

    with pytest.raises(UsageError, match=r"file\.py:Own"):
        matched(Own(), "first", "first", games=2, processes=2)
    with pytest.raises(UsageError, match="players by name"):
        matched(TICTACTOE, Sleeper(), "first", games=2, processes=2)


# Tournaments -------------------------------------------------------------------------------------


def test_a_tournament_is_a_round_robin():
    done = zermelo.tournament(TICTACTOE, ["alphabeta", "first", "random"], games=20, native=False)
    best, first, wild = done.standings
    assert [one.score.games for one in done.standings] == [40, 40, 40]
    assert best.elo.low > max(first.elo.value, wild.elo.value)
    assert best.against[0] is None and best.against[1].games == 20
    assert best.against[2].wins == wild.against[0].losses
    assert sum(one.elo.value for one in done.standings) == pytest.approx(0, abs=1e-3)
    assert "share of the points" in str(done)


def test_a_tournament_is_read_at_80_columns():
    """Players have numbers, in the order of their scores, and no name is broken to make room."""
    names = ["first", *(f"minimax:depth=1,nodes=6{n}" for n in range(6)), "random"]
    score, elo = Score(3, 1, 2), Elo(-100.0, -200.0, 300.0)
    standings = tuple(
        Standing(name, Score(n), elo, tuple(None if n == m else score for m in range(8)))
        for n, name in enumerate(names)
    )
    done = Tournament("tictactoe", standings, tuple(range(8)), tuple(range(8)), (), 1.0)
    lines = as_text(done).splitlines()
    assert max(map(len, lines)) <= 80 and not any("…" in line.replace(" … ", "") for line in lines)
    assert [name for name in names if not any(f"  {name}  " in line for line in lines)] == []
    assert [line.split() for line in lines if line.startswith("2 ")][1] == ["2", *["58%"] * 7]


def test_a_tournament_needs_two():
    with pytest.raises(UsageError, match="two players"):
        zermelo.tournament(TICTACTOE, ["first"], games=2)


# The command -------------------------------------------------------------------------------------


def test_the_match_command_gives_every_field(run, run_json):  # noqa: F811
    asked = ("match", "tictactoe", "alphabeta", "random", "--games", "6", "--plain")
    done = run_json(*asked, "--sprt", "0,50,0.1,0.1")
    assert list(done) == [
        *("game", "players", "score", "moving_first", "moving_second", "elo", "sprt"),
        *("forfeits", "drawn_by_rule", "seconds"),
    ]
    assert sum(done["score"].values()) == 6
    assert done["sprt"]["bounds"] == {"elo0": 0, "elo1": 50, "alpha": 0.1, "beta": 0.1}
    status, out, _ = run(*asked)
    assert status == 0 and "alphabeta against random" in out


def test_the_tournament_command(run, run_json):  # noqa: F811
    asked = ("tournament", "tictactoe", "alphabeta:depth=2", "first", "random", "--games", "4")
    done = run_json(*asked, "--plain")
    assert [one["player"] for one in done["standings"]] == list(asked[2:5])
    assert "elo (95%)" in run(*asked, "--plain")[1]


def test_the_isolation_experiment(run_json):  # noqa: F811
    board = ("--game", "isolation(width=4, height=4)", "--games", "2", "--seconds", "0.005")
    done = run_json("experiment", "isolation", "mcts:nodes=50", *board, "--plain")
    assert [done["standings"][column]["player"] for column in done["columns"]] == [
        *("random", "greedy", "minimax:depth=3", "alphabeta:seconds=0.005"),
    ]
    (agent,) = done["rows"]
    assert sum(done["standings"][agent]["score"].values()) == 8
    assert done["standings"][1]["against"][2] is None


def test_the_weights_experiment(run_json, run, tmp_path):  # noqa: F811
    toy = tmp_path / "weighted.py"
    toy.write_text(
        textwrap.dedent("""
        from typing import NamedTuple
        from zermelo import Game

        class Heap(NamedTuple):
            left: int
            player: int

        class Last(Game[Heap]):
            sign: int = 1

            def start(self):
                return Heap(10, 0)

            def moves(self, state):
                for taken in range(1, min(3, state.left) + 1):
                    yield taken

            def play(self, state, move):
                return Heap(state.left - move, state.player ^ 1)

            def evaluate(self, state):
                return self.sign * (-0.5 if state.left % 4 == 0 else 0.5)
        """)
    )
    asked = ("experiment", "weights", str(toy), "", "sign=-1", "--player", "minimax:depth=1")
    done = run_json(*asked, "--games", "10", "--opening-plies", "1", "--plain")
    good, bad = done["standings"]
    assert [good["player"], bad["player"]] == ["minimax:depth=1", "minimax:depth=1,sign=-1"]
    assert good["score"]["wins"] > bad["score"]["wins"]
    assert run("experiment", "weights", "tictactoe", "a=1", "b=2")[0] == 2


MISTAKES = [
    ("match", "tictactoe", "first"),
    ("match", "tictactoe", "first", "random", "--games", "3"),
    ("match", "tictactoe", "first", "random", "--games", "some"),
    ("match", "tictactoe", "first", "random", "--sprt", "5"),
    ("match", "tictactoe", "first", "random", "--sprt", "5,0"),
    ("match", "tictactoe", "first", "random", "--sprt", "a,b"),
    ("match", "tictactoe", "first", "random", "--openings", "no/such/file"),
    ("match", "tictactoe", "first", "random", "--opening-plies", "9"),
    ("match", "tictactoe", "first", "random", "--clock", "0"),
    ("match", "tictactoe", "first", "random", "--clock", "nan"),
    ("match", "tictactoe", "first", "random", "--clock", "inf"),
    ("match", "tictactoe", "first", "random", "--processes", "0"),
    ("match", "tictactoe", "first", "random", "--repetitions", "1"),
    ("match", "tictactoe", "first", "random", "--quiet", "5"),
    ("match", "tictactoe", "first", "random", "--records", "no/such/file.db"),
    ("match", "tictactoe", "first", "random", "--export", "no/such/file.jsonl"),
    ("tournament", "tictactoe", "first"),
    ("tournament", "tictactoe"),
    ("tournament", "nogame", "first", "random"),
    ("experiment", "isolation", "nobody"),
    ("experiment", "isolation", "--seconds", "0"),
    ("experiment", "isolation", "--game", "tictactoe"),
    ("experiment", "weights", "isolation"),
    ("experiment", "weights", "isolation", "a=1", "b=2"),
]


@pytest.mark.parametrize("arguments", MISTAKES, ids=" ".join)
def test_a_mistake_is_one_line_and_exit_status_2(run, arguments):  # noqa: F811
    status, out, err = run(*arguments)
    assert (status, out) == (2, "")
    assert err.startswith("zermelo: ") and err.count("\n") == 1
