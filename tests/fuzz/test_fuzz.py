"""Short attacks with a fixed seed find nothing; the fuzzer finds planted faults and stays caged."""

import itertools
import subprocess
import sys
from pathlib import Path

import pytest

from fuzz import scarce
from fuzz.cage import environment
from fuzz.laboratory import CANARY, Laboratory
from fuzz.lines import VALID, Lines
from fuzz.outcome import Outcome, faults
from fuzz.run import ATTACKS
from zermelo.cli.commands import COMMANDS

pytestmark = pytest.mark.long  # because the cage switches the compiler off

SHORT = {
    "lines": 150,
    "files": 60,
    "classes": 3,
    "memory": 4,
    "shortages": 6,
    "requests": 300,
    "days": 3,
}


@pytest.mark.parametrize("attack", SHORT)
def test_a_short_attack_finds_nothing(tmp_path, attack):
    for what, result in itertools.islice(ATTACKS[attack](tmp_path, 1), SHORT[attack]):
        assert result == [], what


DEAF = """while True:
            try:
                __import__("time").sleep(9)
            except BaseException:
                pass"""


@pytest.fixture(scope="module")
def laboratory(tmp_path_factory):
    return Laboratory(tmp_path_factory.mktemp("laboratory"))


# Lines of rules with faults that the fuzzer has to find.
FAULTY = {
    "import rich.console; rich.console.Console.print = None": "a traceback",
    "import os; os._exit(7)": "status 7",
    "print('\\x1b[2J')": "control characters",
    "open('.draft', 'w')": "left .draft",
    f"open({CANARY!r}, 'w')": "data was executed",
    "import sys; sys.exit(3)": "status 3",
}


def run_planted(laboratory: Laboratory, line: str) -> list[str]:
    """The faults of a command whose rules run this line at the start of the game."""
    body = f"def start(self):\n        {line}\n        return super().start()"
    rules = f"from zermelo.games.nim import Nim\nclass Own(Nim):\n    {body}\n"
    (laboratory.place / "own.py").write_text(rules)
    before = set(laboratory.names())
    result = laboratory.judged(laboratory.run(["perft", "own.py", "1", "--plain"]), before)
    laboratory.reset()
    return result


@pytest.mark.parametrize("line", FAULTY)
def test_planted_faults_are_found(laboratory, line):
    result = run_planted(laboratory, line)
    assert FAULTY[line] in result


def test_a_hang_is_found(laboratory, monkeypatch):
    monkeypatch.setattr("fuzz.laboratory.HANG", 0.5)
    [message] = run_planted(laboratory, DEAF)
    assert message.startswith("it hung") and "own.py" in message and "in start" in message


def test_an_error_inside_is_found(tmp_path, monkeypatch):
    def fail(*_: object, **__: object) -> None:
        raise KeyError("planted")

    monkeypatch.setattr("zermelo.web.app.export_text", fail)
    tried = itertools.islice(ATTACKS["requests"](tmp_path, 1), 300)
    assert any(result for _, result in tried)


def test_drafts_left_by_a_shortage_are_found(tmp_path, monkeypatch):
    def leaving(place: Path, work: list[str], limit: object = None) -> Outcome:
        if limit:
            (place / ".draft").touch()
        return Outcome(2 if limit else 0, 0.1, "", "zermelo: too many files are open\n")

    monkeypatch.setattr("fuzz.scarce.run", leaving)
    assert next(ATTACKS["shortages"](tmp_path, 1))[1][0].startswith("left .draft")


@pytest.mark.parametrize(
    ("done", "found"),
    [
        (Outcome(0, 0.1, "1\n", ""), []),
        (Outcome(2, 0.1, "", "zermelo: no such game\n"), []),
        (Outcome(2, 0.1, "", ""), ["a mistake that is not one line"]),
        (Outcome(2, 0.1, "", "zermelo: no\nsuch game\n"), ["a mistake that is not one line"]),
        (Outcome(-11, 0.1, "", ""), ["status -11"]),
        (Outcome(120, 0.1, "", "Exception ignored in: x"), ["status 120", "a traceback"]),
    ],
)
def test_outcomes_are_judged(done, found):
    assert faults(done) == found


ESCAPES = [
    "open('../../outside', 'w')",
    "open(os.__file__, 'a')",
    "os.remove('../../outside')",
    "os.rename('a', '../../outside')",
    "os.mkdir('/outside')",
    "os.symlink('/', '/outside')",
    "os.open('../../outside', os.O_CREAT)",
    "sqlite3.connect('../../outside')",
    "os.system('true')",
    "subprocess.run(['true'])",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "os.execv('/bin/true', ['true'])",
    "socket.socket().bind(('0.0.0.0', 0))",
]


@pytest.mark.parametrize("escape", ESCAPES)
def test_nothing_escapes_from_the_cage(tmp_path, escape):
    place = tmp_path / "home" / "place"
    place.mkdir(parents=True)
    lines = f"""
import os, pathlib, socket, sqlite3, subprocess
from fuzz.cage import lock
lock(pathlib.Path({str(tmp_path / "home")!r}))
open("inside", "w").close()
try:
    {escape}
except PermissionError:
    print("refused")
"""
    command = [sys.executable, "-c", lines]
    done = subprocess.run(
        command, cwd=place, env=environment(tmp_path / "home"), capture_output=True, check=False
    )
    assert done.stdout == b"refused\n", done.stderr
    assert (place / "inside").exists() and not (tmp_path / "outside").exists()


def test_every_command_is_tried():
    assert {line[0] for line in VALID} == {line[0] for line in scarce.WORK} == set(COMMANDS)


def test_a_seed_repeats_the_lines_and_many_of_them_are_odd():
    first, second = Lines(5), Lines(5)
    drawn = [first.next() for _ in range(500)]
    assert drawn == [second.next() for _ in range(500)]
    assert len({tuple(line) for line in drawn}) > 400


def test_the_fuzzer_says_what_it_did_and_leaves_nothing(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "fuzz.run", "--requests", "5", "--seed", "3"],
        cwd=Path(__file__).parent.parent,
        env=environment(tmp_path) | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "5 requests" in done.stdout and "0 faults" in done.stdout
    assert list(tmp_path.iterdir()) == []
