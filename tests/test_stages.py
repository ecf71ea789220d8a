"""Tests that never ask for the compiler setting and start no process need not run compiled."""

import json
import multiprocessing
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import zermelo
from processes import importing
from quick import LIST
from stages import QUESTIONS
from zermelo.native import switched_off
from zermelo.search.counters import new_counts
from zermelo.search.textbook import max_value

NOTED = pytest.mark.skipif(not switched_off(), reason="who asks is noted in the plain run alone")
NIM = zermelo.game("nim(rows=[1, 2])")
ASKING = {
    "counters": lambda: new_counts(native=True),
    "kernel": lambda: max_value.native(NIM, NIM.start(), -1, new_counts(native=True)),
    "perft": lambda: zermelo.perft(NIM, 2),
    "engine": lambda: zermelo.analyze(NIM),
    "engine compiled": lambda: zermelo.analyze(NIM, native=True),
    "mcts": lambda: zermelo.analyze(NIM, algorithm="mcts", nodes=5),
    "solver": lambda: zermelo.solve(NIM),
    "check": lambda: zermelo.check(NIM, games=1),
    "match": lambda: zermelo.match(NIM, "engine", "alphabeta", games=2),
    "multiprocessing": lambda: process_of_its_own(os.getpid),
    "process": lambda: subprocess.run([sys.executable, "-c", ""], check=True),
    "shell": lambda: os.system("true"),
    "spawned": lambda: os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0),
}


def process_of_its_own(action) -> None:
    process = multiprocessing.get_context("spawn").Process(target=action)
    process.start()
    process.join()
    assert process.exitcode == 0


def asked(action) -> bool:
    before = QUESTIONS.asked
    action()
    return QUESTIONS.asked > before


@NOTED
@pytest.mark.parametrize("again", [False, True])  # caches of an earlier test hide no question
@pytest.mark.parametrize("name", ASKING)
def test_tests_that_may_run_compiled_ask(name, again):
    assert asked(ASKING[name])


RULES = """
import pytest, zermelo
NIM = zermelo.game("nim")

@pytest.fixture(scope="module")
def perft():
    return zermelo.perft(NIM, 1)

def test_silent(): assert NIM.start()
def test_asking(): assert zermelo.perft(NIM, 1)
def test_failing(): assert not NIM.start()
def test_of_the_fixture(perft): assert perft
def test_of_the_fixture_too(perft): assert perft
"""


def suite(place: Path, native: str, option: str) -> str:
    """What pytest prints about the tests in `place`, with the conftest of this folder."""
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", os.devnull]
    command += ["--rootdir", place, "--import-mode=importlib", f"{option}={place}/noted.json"]
    environment = {**importing(), "ZERMELO_NATIVE": native}
    done = subprocess.run(
        [*command, "test_it.py"], cwd=place, env=environment, capture_output=True, text=True
    )
    return done.stdout


@pytest.mark.long
def test_the_compiled_run_leaves_out_what_passed_and_never_asked(tmp_path):
    shutil.copy(Path(__file__).with_name("conftest.py"), tmp_path)
    (tmp_path / "test_it.py").write_text(RULES)
    assert "1 failed, 4 passed" in suite(tmp_path, "off", "--note")
    noted = json.loads((tmp_path / "noted.json").read_text())
    assert noted == ["test_it.py::test_silent"]
    assert "1 failed, 3 passed, 1 deselected" in suite(tmp_path, "", "--without")


def test_the_list_of_what_takes_long_names_tests():
    names = LIST.read_text(encoding="utf-8").split()
    assert names == sorted(names)
    tests = Path(__file__).parent.parent
    for file, _, name in (line.partition("::") for line in names):
        text = (tests / file).read_text(encoding="utf-8")
        assert not file.startswith("tests/") or f"def {name}(" in text, name
