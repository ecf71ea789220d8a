"""Commands whose standard input, output or error is closed: no traceback, no hang."""

import os
import subprocess
import sys

import pytest

SOME = {
    "show": ["show", "tictactoe"],
    "show --json": ["show", "tictactoe", "--json"],
    "games": ["games"],
    "--help": ["--help"],
    "solve --help": ["solve", "--help"],
    "analyze": ["analyze", "nim", "--depth", "1", "--plain"],
    "match": ["match", "nim", "first", "random", "--games", "2", "--plain"],
    "play": ["play", "tictactoe", "--plain", "--second", "engine:depth=1"],
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
    status, _, err = closed(["serve", "--port", "0", "--plain"], numbers)
    assert status == 2 and err.count("\n") == (2 not in numbers)
