"""What a run of the suite leaves out: with ZERMELO_NATIVE=off, all that need run only once.

That is what compiles (`native=True` among its parameters says so too), takes long, or needs a
browser; it comes first in the compiled run, so that no worker has a long test left when the others
are done. Tests in a browser need a Chromium.

Property tests try the same examples in every run, so that none depends on luck;
`pytest --hypothesis-profile fresh` tries others.
"""

from __future__ import annotations

import itertools
import json
import random
import shutil
import sys
from collections.abc import Iterator
from typing import ClassVar
from zlib import crc32

import pytest
from hypothesis import settings

from scripts import Script, served_module
from zermelo.cli import main
from zermelo.native import switched_off

settings.register_profile("fixed", derandomize=True, deadline=None)
settings.register_profile("fresh", deadline=None, max_examples=1000)
settings.register_profile("games", deadline=None, max_examples=200)  # see `make compare-drawn`
settings.load_profile("fixed")


class _Seeded(random.Random):
    """A generator that, asked for chance, takes the next of the test's own numbers."""

    numbers: ClassVar = itertools.count()

    def __init__(self, seed: object = None) -> None:
        super().__init__(next(self.numbers) if seed is None else seed)


CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
ONCE = ("compiled", "long", "browser")  # marks of what runs in the compiled run alone


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if switched_off() and runs_once(item):
            item.add_marker(pytest.mark.skip(reason="runs in the compiled run"))
        elif item.get_closest_marker("browser") and CHROMIUM is None:
            item.add_marker(pytest.mark.skip(reason="there is no Chromium: make .venv/browser"))
    if not config.pluginmanager.has_plugin("randomly"):
        items.sort(key=lambda item: not runs_once(item))


def runs_once(item: pytest.Item) -> bool:
    native = item.callspec.params.get("native") if hasattr(item, "callspec") else None
    return native is True or any(map(item.get_closest_marker, ONCE))


@pytest.fixture(autouse=True)
def nothing_left_to_luck(monkeypatch, request) -> None:
    """What is drawn without a seed follows from the test's name alone."""
    random.seed(request.node.nodeid)
    monkeypatch.setattr(_Seeded, "numbers", itertools.count(crc32(request.node.nodeid.encode())))
    monkeypatch.setattr(random, "Random", _Seeded)


@pytest.fixture(autouse=True)
def nothing_known_of_other_tests(monkeypatch) -> None:
    """Which games could not be compiled is forgotten: each test hears the warning itself."""
    if "zermelo.native.bridge" in sys.modules:
        monkeypatch.setattr("zermelo.native.bridge._plain_games", set())


@pytest.fixture(scope="module")
def browser() -> Iterator[object]:
    """A Chromium without a window."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        yield chromium
        chromium.close()


@pytest.fixture(scope="module")
def script(browser) -> Iterator[Script]:
    """The pages' JavaScript modules, each by itself, on an empty page."""
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
    """Run the command in this process: exit status, standard output, standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        status = main(arguments)
        captured = capsys.readouterr()
        return status, captured.out, captured.err

    return run


@pytest.fixture
def run_json(run):
    def run_json(*arguments: str) -> dict:
        status, out, err = run(*arguments, "--json")
        assert (status, err) == (0, "")
        assert out.count("\n") == 1
        return json.loads(out)

    return run_json
