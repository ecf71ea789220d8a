"""Commands: ranges of numbers, matches, publishing, and rules that never end."""

import gc
import inspect
import re
import shlex
import sys
import threading
import typing
from pathlib import Path
from types import UnionType

import pytest
import typer

import zermelo
from processes import command, python
from zermelo.cli.commands import COMMANDS
from zermelo.cli.hanging import PATIENCE, Watch, rules_watched
from zermelo.cli.options import function_of
from zermelo.matches import schedule

WRONG = ("inf", "-inf", "nan", "1e20", "-1e20", f"{10**20}", f"-{10**20}", "9" * 5000, "x", "")
EVERY = {name: function_of(name, command) for name, command in COMMANDS.items()}


def kinds(annotation: object) -> set[type]:
    """The types of a parameter: {int, NoneType} for int | None with an option."""
    if typing.get_origin(annotation) is typing.Annotated:
        annotation = typing.get_args(annotation)[0]
    if isinstance(annotation, UnionType):
        return set(typing.get_args(annotation))
    return {annotation}


def numeric(command) -> list[str]:
    """The names of the parameters that are numbers."""
    parameters = inspect.signature(command, eval_str=True).parameters.values()
    return [one.name for one in parameters if kinds(one.annotation) & {int, float}]


def parse_command(command):
    """The command as an object that parses its options."""
    app = typer.Typer()
    app.command("only")(command)
    return typer.main.get_command(app)


CASES = [(name, parameter) for name, command in EVERY.items() for parameter in numeric(command)]


def test_commands_have_numbers():
    assert len(CASES) > 50
    assert {"depth", "seconds", "nodes", "table", "threads", "processes"} <= {c[-1] for c in CASES}


@pytest.mark.parametrize("case", CASES, ids=" ".join)
def test_a_number_of_a_command_that_makes_no_sense_is_one_line(run, case):
    name, asked = case
    parameters = {one.name: one for one in parse_command(EVERY[name]).params}
    option = parameters[asked].opts[0]
    others = [one for one in parameters.values() if one.param_type_name == "argument"]
    for wrong in WRONG:
        given = [wrong if one.name == asked else "tictactoe" for one in others]
        first = f"{option}={wrong}" if option.startswith("--") else "--"
        status, out, err = run(name, first, *given)
        assert (status, out, err.count("\n")) == (2, "", 1)
        assert "Invalid value for" in err and (option in err or asked.upper() in err)
        assert len(err) < 200


@pytest.mark.parametrize(
    "limit", ["engine:depth", "engine:nodes", "engine:seconds", "minimax:limit"]
)
@pytest.mark.parametrize(
    "wrong", ["1e999", "-1", f"{10**20}", "1e20", "None", "True", "'1'", "nan"]
)
def test_a_number_of_a_player_that_makes_no_sense_is_one_line(refused, limit, wrong):
    for name in (f"{limit}={wrong}", f"level:3,{limit.partition(':')[2]}={wrong}"):
        refused("match", "tictactoe", name, "random", "--games", "2")


def test_an_endless_file_of_openings_ends_at_a_size(refused, tmp_path, monkeypatch):
    asked = ("match", "tictactoe", "first", "first", "--games", "2", "--openings")
    assert "not a regular file" in refused(*asked, "/dev/zero")
    monkeypatch.setattr(schedule, "LARGEST", 10)
    path = tmp_path / "openings.txt"
    path.write_text("1,1 0,0 2,2\n")
    assert "more than 10 bytes" in refused(*asked, str(path))


def test_the_match_command_gives_every_field(read_output, run_json):
    asked = ("match", "tictactoe", "alphabeta", "random", "--games", "6")
    done = run_json(*asked, "--sprt", "0,50,0.1,0.1")
    fields = "game players score moving_first moving_second elo sprt forfeits drawn_by_rule seconds"
    assert list(done) == fields.split()
    assert sum(done["score"].values()) == 6
    assert done["sprt"]["bounds"] == {"elo0": 0, "elo1": 50, "alpha": 0.1, "beta": 0.1}
    assert "alphabeta against random" in read_output(*asked)


def test_the_tournament_command_and_a_gauntlet(read_output, run_json):
    asked = ("tournament", "tictactoe", "alphabeta:depth=2", "first", "random", "--games", "4")
    done = run_json(*asked)
    assert [one["player"] for one in done["standings"]] == list(asked[2:5])
    assert "elo (95%)" in read_output(*asked)
    asked = ("tournament", "isolation(width=3, height=3)", "mcts:nodes=50", "--gauntlet")
    done = run_json(*asked, "--games", "2")
    columns = [done["standings"][column]["player"] for column in done["columns"]]
    assert columns == ["random", "greedy", "minimax:depth=3", "alphabeta:seconds=0.15"]
    (agent,) = done["rows"]
    assert sum(done["standings"][agent]["score"].values()) == 8
    assert done["standings"][1]["against"][2] is None


WORKFLOW = Path(__file__).parent.parent.parent / "examples" / "publish" / "publish.yml"
MADE = {"games": ["nim"], "files": 70, "bytes": 744_000}


@pytest.fixture
def requests(monkeypatch) -> list[tuple]:
    """The requests to publish, which are recorded and not carried out."""
    seen: list[tuple] = []

    def publish(games, out, *, offline, pyodide_from, databases, studies, results):
        seen.append((games, out, offline, pyodide_from, list(databases)))
        return MADE

    monkeypatch.setattr("zermelo.publish.site.publish", publish)
    return seen


def test_publishing_says_what_was_written_and_the_workflow_of_the_examples_does_it(
    requests, run, run_json
):
    asked = "publish nim --out s --offline --pyodide p --database d --database e"
    assert run(*asked.split()) == (0, "s: nim; 70 files, 0.7 MB without Pyodide\n", "")
    assert run_json(*asked.split()) == MADE
    assert requests == [(["nim"], Path("s"), True, "p", [Path("d"), Path("e")])] * 2
    [command] = re.findall(r"run: (zermelo publish .*)", WORKFLOW.read_text())
    assert run(*shlex.split(command)[1:])[0] == 0
    assert requests[2:] == [(["game.py"], Path("site"), False, None, [])]


def test_without_the_libraries_of_the_page_it_names_them():
    code = "import sys; sys.modules['starlette'] = None; from zermelo.cli import main"
    code += "; sys.exit(main(['publish', 'nim', '--out', 's']))"
    done = python("-c", code)
    assert done.returncode == 2
    assert "needs starlette: python -m pip install 'zermelo[web]'" in done.stderr


RULES = """
import threading
from zermelo.games.nim import Nim

entered, over, armed = threading.Event(), threading.Event(), threading.Event()

class Own(Nim):
    '''Nim.'''
    {rule}
"""
HANGING = {  # only once `armed` is set: loading a game examines its rules
    "start": "def start(self):\n        while armed.is_set() and not over.is_set():\n"
    "            entered.set()\n        return super().start()",
    "outcome": "def outcome(self, state):\n"
    "        return self.wait() if armed.is_set() else super().outcome(state)\n"
    "    def wait(self):\n        while not over.is_set():\n            entered.set()",
    "moves": "def moves(self, state):\n        while armed.is_set() and not over.is_set():\n"
    "            entered.set()\n            yield 0\n"
    "        if not armed.is_set():\n            yield from super().moves(state)",
}


@pytest.fixture(params=HANGING)
def hanging(request, tmp_path):
    """Run a rule that never ends, on a thread of its own; give its file and its name."""
    file = tmp_path / "own.py"
    file.write_text(RULES.format(rule=HANGING[request.param]))
    game = zermelo.game(f"{file}:Own(rows=[1, 2])")
    module = sys.modules[type(game).__module__]
    module.armed.set()
    given = () if request.param == "start" else (None,)
    thread = threading.Thread(target=lambda: list(getattr(game, request.param)(*given) or ()))
    thread.start()
    module.entered.wait()
    yield file, request.param
    module.over.set()
    thread.join()


def test_a_rule_that_runs_for_ever_is_named_once_and_a_limit_ends_it(hanging, capsys):
    file, rule = hanging
    watch = Watch(limit=None)
    for _ in range(PATIENCE - 1):
        watch.look()
    assert capsys.readouterr().err == ""
    for _ in range(PATIENCE):
        watch.look()
    printed = capsys.readouterr().err
    assert printed.startswith(f"zermelo: {file} line ") and printed.count("\n") == 1
    assert f": {rule} has been running for 10 s and may never end" in printed
    ends = []
    watch = Watch(20, ends.append)
    for _ in range(25):
        assert ends == []
        watch.look()
    assert ends == [2] and "for 25 s" in capsys.readouterr().err


def test_what_runs_anew_at_each_look_is_not_named(capsys):
    watch = Watch(1, pytest.fail)
    for _ in range(3 * PATIENCE):
        watch.look()
    with rules_watched(["analyze", "nim", "--seconds", "1"]):
        pass
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("seen", "named"), [({0, 12}, True), ({0, 40, 80}, False), ({12}, False)])
def test_a_generator_that_is_rarely_there_is_named(monkeypatch, capsys, seen, named):
    frame, watch = sys._getframe(), Watch(limit=None)
    for look in range(90):
        there = frame if look in seen else None
        monkeypatch.setattr("zermelo.cli.hanging._rule", lambda _, there=there: (there, frame))
        watch.look()
    assert ("has been running for 13 s" in capsys.readouterr().err) == named


def test_no_garbage_is_collected_while_the_threads_are_looked_at(monkeypatch):
    """Finalizers would wait for locks of threads that are halted meanwhile."""
    collecting = []
    monkeypatch.setattr(sys, "_current_frames", lambda: collecting.append(gc.isenabled()) or {})
    Watch(limit=None).look()
    assert collecting == [False] and gc.isenabled()


@pytest.mark.long
@pytest.mark.parametrize("line", ["kept.append(0)", "pass"])
def test_the_command_names_the_rule_and_ends(tmp_path, line):
    rule = f"def moves(self, state):\n        kept = []\n        while True:\n            {line}"
    (tmp_path / "own.py").write_text(RULES.format(rule=rule))
    given = "analyze", "own.py:Own(rows=[1, 2])", "--seconds", "1", "--plain"
    running = command(*given, cwd=tmp_path)
    out, err = running.communicate(timeout=300)
    assert (running.returncode, out, err.count("\n")) == (2, "", 1)
    assert "own.py line 1" in err and "moves has been running" in err
