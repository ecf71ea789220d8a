"""Every command with a file to read or write: places that cannot be used are one line, exit 2."""

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
    "match endgames": "match nim first engine:endgames='{}' --games 2 --plain",
    "analyze --database": "analyze nim --database {}",
    "analyze --endgames": "analyze nim --endgames {} --plain",
    "probe": "probe {}",
    "probe --game": "probe database --game {}.py",
    "verify": "verify {}",
    "audit": "audit {}",
    "audit --from": "audit database --player random --plain --from {}",
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
