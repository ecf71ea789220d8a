"""Fixtures for all tests, and which tests a run leaves out, so that none runs twice the same way.

With ZERMELO_NATIVE=off, tests that compile, take long or need a browser are left out. A parameter
`native=True` also marks a test that compiles; a fixture that opens Chromium marks those with a
browser. In the compiled run these tests come first, so that no worker has a long one left when the
others are done. `stages` says which tests that run omits.

Tests in a browser need a Chromium. Property tests try the same examples in every run, so that no
result depends on luck; `pytest --hypothesis-profile fresh` tries others.
"""

import asyncio
import gc
import itertools
import json
import os
import random
import sys
from collections import OrderedDict
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar
from zlib import crc32

import pytest
from hypothesis import settings

from chromium import CHROMIUM
from documents import blocks
from pages import Script, served_module
from quick import Timing, parameters, select
from stages import Noting, leave_out
from zermelo.cli import main
from zermelo.games import BUILT_IN
from zermelo.native import switched_off

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, max_examples=1000)
DRAWN = int(os.environ.get("DRAWN", "500"))  # see CONTRIBUTING.md
settings.register_profile("games", deadline=None, max_examples=DRAWN)
settings.load_profile("fixed")


class _Seeded(random.Random):
    """A generator that takes the next number of the running test where it gets no seed."""

    numbers: ClassVar = itertools.count()

    def __init__(self, seed: object = None) -> None:
        super().__init__(next(self.numbers) if seed is None else seed)


ONCE = ("compiled", "long", "browser")  # marks of tests for the compiled run only


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--note", type=Path, help="write which tests need not run compiled")
    parser.addoption(
        "--quick", action="store_true", help="what make test runs, see tests/support/quick.py"
    )
    parser.addoption("--time", type=Path, help="write which tests take long")
    parser.addoption("--without", type=Path, help="leave out the tests that were noted")


def pytest_configure(config: pytest.Config) -> None:
    if path := config.getoption("--note", None):
        config.pluginmanager.register(Noting(path))
    if path := config.getoption("--time", None):
        config.pluginmanager.register(Timing(path))


def pytest_collection() -> None:
    gc.disable()  # while pytest collects thousands of tests, which all stay in memory


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the tests with a fixture that opens Chromium."""
    if "chromium" in item.fixturenames:
        item.add_marker("browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if path := config.getoption("--without", None):
        leave_out(path, config, items)
    if config.getoption("--quick") or config.getoption("--time"):
        select(config, items)
    for item in items:
        if switched_off() and runs_once(item):
            item.add_marker(pytest.mark.skip(reason="runs in the compiled run"))
        elif item.get_closest_marker("browser") and CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="there is no Chromium: make build/browser"))
    if not config.pluginmanager.has_plugin("randomly"):
        items.sort(key=lambda item: (not runs_once(item), shared_game(item)))


def runs_once(item: pytest.Item) -> bool:
    return parameters(item).get("native") is True or any(map(item.get_closest_marker, ONCE))


def shared_game(item: pytest.Item) -> str:
    """The game whose rules a test compiles; tests of one game run in a row and compile it once."""
    if not item.get_closest_marker("compiled"):
        return ""
    texts = [value for value in parameters(item).values() if isinstance(value, str)]
    return next((text for text in texts if text.partition("(")[0] in BUILT_IN), "")


@pytest.fixture(autouse=True)
def nothing_left_to_luck(monkeypatch, request) -> None:
    """Random numbers without a seed depend only on the test's name."""
    random.seed(request.node.nodeid)
    monkeypatch.setattr(_Seeded, "numbers", itertools.count(crc32(request.node.nodeid.encode())))
    monkeypatch.setattr(random, "Random", _Seeded)


@pytest.fixture(autouse=True)
def nothing_said_by_the_clock(monkeypatch) -> None:
    """A command that takes long writes no line about its progress, however busy the machine is."""
    monkeypatch.setattr("zermelo.cli.output.EVERY", 1e6)


@pytest.fixture(autouse=True)
def nothing_fitted_beside_the_tests(monkeypatch) -> None:
    """No engine plays against itself in the background to fit the curve of a test's game."""
    monkeypatch.setattr("zermelo.play.advice.MOST", 0)


@pytest.fixture(autouse=True)
def nothing_known_of_other_tests(monkeypatch) -> None:
    """Each test finds out by itself which games compile, and gets the warning."""
    if "zermelo.native.running" in sys.modules:
        monkeypatch.setattr("zermelo.native.running._plain", {})
        monkeypatch.setattr("zermelo.native.running._compared", set())
    if (compiling := sys.modules.get("zermelo.search.engine.compiling")) is not None:
        monkeypatch.setattr(compiling, "_searches", OrderedDict())
    if "zermelo.search.engine.analysis" in sys.modules:
        monkeypatch.setattr("zermelo.search.engine.analysis._visited", {})


@pytest.fixture(autouse=True)
def no_loop_of_the_browser(request) -> Iterator[None]:
    """Hide Playwright's event loop, which always runs, from tests without a browser."""
    loop = asyncio._get_running_loop()
    if loop is None or "chromium" in request.fixturenames:
        yield
        return
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def chromium() -> Iterator[object]:
    """A Chromium without a window, one for each worker because starting it takes a second."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def browser(chromium) -> Iterator[object]:
    """Chromium for the tests of a file; the pages that they leave open are closed at its end."""
    yield chromium
    for context in chromium.contexts:
        context.close()


@pytest.fixture(scope="module")
def script(browser) -> Iterator[Script]:
    """Calls functions of the pages' JavaScript modules on an empty page."""
    context, faults = browser.new_context(), []
    page = context.new_page()
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.route("**/*", served_module)
    page.goto("http://modules.test/")
    yield Script(page)
    context.close()
    assert faults == []


@pytest.fixture
def run(capsys):
    """Runs the command in this process; returns exit status, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def refused(run):
    """Runs the command with arguments that it refuses, and returns the one line that it prints."""

    def refused(*arguments: str) -> str:
        status, out, err = run(*arguments)
        assert (status, out, err.count("\n")) == (2, "", 1) and err.startswith("zermelo: ")
        return err

    return refused


@pytest.fixture
def read_output(run):
    """Runs the command, which has to succeed, and returns what it prints."""

    def read_output(*arguments: str) -> str:
        status, out, err = run(*arguments)
        assert status == 0, err
        return out

    return read_output


@pytest.fixture
def run_json(run):
    def run_json(*arguments: str) -> dict:
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return run_json


@pytest.fixture
def chomp(tmp_path) -> str:
    """The file of the README's game in thirty lines."""
    (source,) = [block for block in blocks("README.md") if "class Chomp" in block]
    assert source.count("\n") <= 30
    path = tmp_path / "chomp.py"
    path.write_text(source)
    return str(path)
