"""Ctrl-C, SIGTERM, SIGHUP and unusable files: at most one line, and no file left behind."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest

from fuzz.scarce import PLAIN
from fuzz.texts import commands
from processes import (
    NAP,
    PATIENCE,
    SIGNALS,
    command,
    computed,
    heeding_signals,
    listening,
    python,
    sleepers,
    soon,
)

# Rules that say when they run, and then swallow every exception.
DEAF = """
import pathlib, time
from zermelo.games.nim import Nim

class Deaf(Nim):
    def play(self, state, move):
        pathlib.Path("at_work").touch()
        while True:
            try:
                time.sleep(1)
            except BaseException:
                pass
"""

WORK = commands("signalled")


def names(place: Path) -> list[str]:
    return [entry.name for entry in place.iterdir()]


@pytest.mark.long
@pytest.mark.parametrize("work", WORK, ids=lambda work: work[0])
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_signal_ends_the_command_quietly_and_leaves_no_draft(tmp_path, work, number):
    chance = random.Random(f"{work} {number}")
    (tmp_path / "plain.py").write_text(PLAIN)
    with command(*work, cwd=tmp_path) as running:
        assert soon(lambda: listening(running))
        time.sleep(chance.uniform(0, 1.5))
        running.send_signal(number)
        _, err = running.communicate(timeout=PATIENCE)
    ordinary = work[0] in ("publish", "tree") or (work[0] == "serve" and number == signal.SIGINT)
    assert running.returncode == SIGNALS[number] or (ordinary and running.returncode == 0)
    assert "Traceback" not in err and "Exception" not in err
    assert not [name for name in names(tmp_path) if name.startswith(".")]


@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_a_server_that_listens_ends_quietly(number):
    with command("serve", "--port", "0") as running:
        running.stdout.readline()
        running.send_signal(number)
        assert running.communicate(timeout=PATIENCE)[1] == ""
    assert running.returncode == (0 if number == signal.SIGINT else SIGNALS[number])


@pytest.mark.long
@pytest.mark.compiled
def test_a_signal_ends_a_compilation(tmp_path):
    options = {"env": {**os.environ, "ZERMELO_CACHE_DIR": "off"}}
    with command("perft", "morris", "9", **options) as running:
        assert soon(lambda: listening(running) and computed(running) > 1)
        running.send_signal(signal.SIGTERM)
        lines = running.communicate(timeout=PATIENCE)[1].splitlines()
        # On a busy machine there may be progress, and counting may have begun.
        assert [line for line in lines if ", after " not in line] == []
        assert running.returncode == 143


@pytest.mark.long
@pytest.mark.parametrize("number", SIGNALS, ids=lambda number: number.name)
def test_who_swallows_the_interruption_is_ended_all_the_same(tmp_path, number):
    (tmp_path / "own.py").write_text(DEAF)
    arguments = ("experiment", "depth", "own.py", "--depths", "2", "--plot", "plot.svg")
    with command(*arguments, cwd=tmp_path) as running:
        assert soon((tmp_path / "at_work").exists)
        running.send_signal(number)
        assert running.communicate(timeout=PATIENCE)[1] == ""
        assert running.returncode == SIGNALS[number]
    assert {name for name in names(tmp_path) if name[0] != "_"} == {"own.py", "at_work"}


@pytest.mark.long
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL], ids=["term", "kill"])
def test_no_player_outlives_the_match(tmp_path, number):
    deaf = f"trap '' TERM INT HUP; setsid sleep {NAP} & echo ready; read a; read a; sleep {NAP}"
    before = sleepers(NAP)
    (tmp_path / "deaf").write_text(f"#!/bin/sh\n{deaf}\n")
    (tmp_path / "deaf").chmod(0o755)
    match = ("match", "tictactoe", f"exec:{tmp_path}/deaf", "first", "--processes", "2")
    with command(*match) as running:
        assert soon(lambda: len(sleepers(NAP) - before) >= 2)
        running.send_signal(number)
        assert "Traceback" not in running.communicate(timeout=PATIENCE)[1]
    assert soon(lambda: sleepers(NAP) <= before)


@pytest.mark.long
def test_what_was_ignored_stays_ignored(tmp_path):
    """A signal is ignored under nohup, for example."""
    ignore = partial(signal.signal, signal.SIGHUP, signal.SIG_IGN)
    arguments = [sys.executable, "-m", "zermelo", "experiment", "depth", "tictactoe"]
    arguments += ["--depths", "1,2,3", "--plot", "plot.svg"]
    with subprocess.Popen(
        arguments, cwd=tmp_path, preexec_fn=ignore, stdout=subprocess.DEVNULL
    ) as running:
        assert soon(lambda: len(names(tmp_path)) == 1)  # the draft
        running.send_signal(signal.SIGHUP)
        assert running.wait(PATIENCE) == 0 and names(tmp_path) == ["plot.svg"]


@pytest.mark.long
def test_a_closed_pipe_ends_the_command_as_it_ends_others():
    reader, writer = os.pipe()
    os.close(reader)
    done = python("-m", "zermelo", "games", stdout=writer)
    os.close(writer)
    assert (done.stderr, done.returncode) == ("", 141)


@pytest.mark.long
@pytest.mark.parametrize(
    ("program", "statuses"), [("/usr/bin/zermelo", (130, 143, 143)), ("other", (-2, -15, -1))]
)
def test_from_its_first_line_on_the_command_ends_quietly_and_no_other_program_is_touched(
    program, statuses
):
    for number, status in zip(SIGNALS, statuses, strict=True):
        lines = f"import signal, sys; sys.argv = [{program!r}]; import zermelo.process.start; "
        lines += f"signal.raise_signal({int(number)})"
        done = python("-c", lines, preexec_fn=heeding_signals)
        assert done.returncode == status
        assert ("Traceback" in done.stderr) == (status == -2)  # Python itself shows Ctrl-C so


@pytest.mark.long
def test_nothing_is_imported_before_signals_end_the_command_quietly():
    lines = "import sys; before = set(sys.modules); import zermelo\n"
    lines += "print(*(name for name in sys.modules if name not in before))"
    assert python("-c", lines).stdout.split()[:2] == ["zermelo.process", "zermelo.process.start"]


@pytest.mark.long
def test_a_signal_within_an_import_ends_the_command_at_once(tmp_path):
    (tmp_path / "own.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)")
    lines = "import sys; sys.argv = ['zermelo']; from zermelo.process.end import exit_status\n"
    lines += "def work():\n try:\n  import own\n except BaseException:\n  print('goes on')\n"
    lines += "exit_status(work)"
    done = python("-c", lines, cwd=tmp_path, preexec_fn=heeding_signals)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


WRITING = {
    "experiment depth --plot": "experiment depth tictactoe --depths 1 --plain --plot {}.svg",
    "tree --out": "tree tictactoe --depth 2 --out {}.svg",
    "show --svg": "show tictactoe --svg {}.svg",
    "match --export": "match tictactoe first random --games 2 --export {}",
    "tournament --export": "tournament tictactoe first random --games 2 --export {}",
    "match --records": "match tictactoe first random --games 2 --records {}",
    "solve --out": "solve nim --plain --out {}",
}
READING = {
    "match --openings": "match tictactoe first random --games 2 --openings {}",
    "analyze FILE": "analyze {}.py",
    "match FILE": "match tictactoe first {}.py:choose --games 2",
    "match database": "match nim first database:{} --games 2",
    "match endgames": "match nim first engine:endgames='{}' --games 2",
    "analyze --database": "analyze nim --database {}",
    "analyze --endgames": "analyze nim --endgames {} --plain",
    "probe": "probe {}",
    "probe --game": "probe database --game {}.py",
    "verify": "verify {}",
    "audit": "audit {}",
    "audit --from": "audit database --player random --from {}",
    "tune --database": "tune morris --database {}",
    "serve --database": "serve --database {}",
    "serve FILE": "serve {}.py",
}
MISSING = ("missing/below", "\x1b[2J/below")
PLACES = ("file/below", "loop", "x" * 300, "socket", "half\0name", "\ud800")


@pytest.fixture
def place(tmp_path, run, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run("solve", "nim(rows=[1, 2])", "--out", "database", "--plain")[0] == 0
    (tmp_path / "file").write_text("")
    for name in ("loop", "loop.svg", "loop.py"):
        (tmp_path / name).symlink_to(name)
    for name in ("socket", "socket.svg", "socket.py"):
        with socket.socket(socket.AF_UNIX) as listening:
            listening.bind(name)
    return tmp_path


@pytest.mark.parametrize("command", [*WRITING, *READING])
def test_a_place_that_cannot_be_used_is_one_line(place, run, command):
    before = sorted(path.name for path in place.rglob("*"))
    missing = () if command == "solve --out" else MISSING  # solve makes the folders
    for where in (*missing, *PLACES):
        words = {**WRITING, **READING}[command].split()
        status, out, err = run(*(word.replace("{}", where) for word in words))
        assert (status, out) == (2, ""), (where, out, err)
        assert err.startswith("zermelo: ") and err.count("\n") == 1, (where, err)
        assert "\x1b" not in err and "Traceback" not in err
        assert sorted(path.name for path in place.rglob("*")) == before


@pytest.mark.parametrize("command", ["match --export", "tournament --export"])
def test_a_full_disk_is_one_line(place, run, command):
    status, out, err = run(*WRITING[command].replace("{}", "/dev/full").split())
    assert (status, out) == (2, "")
    assert err == "zermelo: cannot write /dev/full: No space left on device\n"


@pytest.mark.parametrize("arguments", [("games",), ("games", "--json"), ("--help",)])
def test_standard_output_on_a_full_disk_is_one_line(arguments):
    with Path("/dev/full").open("w") as full:
        done = python("-m", "zermelo", *arguments, stdout=full)
    assert (done.returncode, done.stderr) == (2, "zermelo: No space left on device\n")


# Commands whose standard input, output or error is closed: no traceback, no hang ----------------


SOME = {
    "show": ["show", "tictactoe"],
    "show --json": ["show", "tictactoe", "--json"],
    "games": ["games"],
    "--help": ["--help"],
    "solve --help": ["solve", "--help"],
    "analyze": ["analyze", "nim", "--depth", "1", "--plain"],
    "match": ["match", "nim", "first", "random", "--games", "2"],
    "play": ["play", "tictactoe", "--second", "engine:depth=1"],
    "engine": ["engine", "tictactoe"],
    "mistake": ["show", "nosuch"],
}
CLOSED = [(0,), (1,), (2,), (0, 1, 2)]


def run_closed(arguments: list[str], numbers: tuple[int, ...]) -> tuple[int, str, str]:
    """The exit status, output and errors of a command that starts with these descriptors closed."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    options = {"stdin": subprocess.DEVNULL, "timeout": PATIENCE, "preexec_fn": close}
    done = python("-m", "zermelo", *arguments, **options)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("numbers", CLOSED, ids=str)
@pytest.mark.parametrize("name", SOME)
def test_closed_descriptors_are_one_line_at_most(name, numbers):
    status, out, err = run_closed(SOME[name], numbers)
    assert status in (0, 2) and "Traceback" not in err + out and err.count("\n") <= 1
    unheard = 1 in numbers and name != "engine"
    assert status == (2 if unheard or name == "mistake" else 0)
    assert bool(err) == (status == 2 and 2 not in numbers)


@pytest.mark.long
@pytest.mark.parametrize("numbers", [(1,), (0, 1), (0, 1, 2)], ids=str)
def test_a_server_that_cannot_say_where_it_is_ends_with_one_line(numbers):
    status, _, err = run_closed(["serve", "--port", "0"], numbers)
    assert status == 2 and err.count("\n") == (2 not in numbers)
