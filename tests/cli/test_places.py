"""Every command with a file to read or write: places that cannot be used are one line, exit 2."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

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
        done = subprocess.run(
            [sys.executable, "-m", "zermelo", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
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


def closed(arguments: list[str], numbers: tuple[int, ...]) -> tuple[int, str, str]:
    """Exit status, output and errors of a command that begins with these descriptors closed."""

    def close() -> None:
        for number in numbers:
            os.close(number)

    done = subprocess.run(
        [sys.executable, "-m", "zermelo", *arguments],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
        preexec_fn=close,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.long
@pytest.mark.parametrize("numbers", CLOSED, ids=str)
@pytest.mark.parametrize("name", SOME)
def test_closed_descriptors_are_one_line_at_most(name, numbers):
    status, out, err = closed(SOME[name], numbers)
    assert status in (0, 2) and "Traceback" not in err + out and err.count("\n") <= 1
    unheard = 1 in numbers and name != "engine"
    assert status == (2 if unheard or name == "mistake" else 0)
    assert bool(err) == (status == 2 and 2 not in numbers)


@pytest.mark.long
@pytest.mark.parametrize("numbers", [(1,), (0, 1), (0, 1, 2)], ids=str)
def test_a_server_that_cannot_say_where_it_is_ends_with_one_line(numbers):
    status, _, err = closed(["serve", "--port", "0"], numbers)
    assert status == 2 and err.count("\n") == (2 not in numbers)
