"""What a run of the suite leaves out: with ZERMELO_NATIVE=off, the tests of compiled code.

Tests in a browser run once, in the compiled run, where there is a Chromium to run them in.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest

from zermelo.native import switched_off

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if switched_off() and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="compiles, and ZERMELO_NATIVE is off"))
        if item.get_closest_marker("browser"):
            if switched_off():
                item.add_marker(pytest.mark.skip(reason="runs in the compiled run"))
            elif CHROMIUM is None:
                item.add_marker(pytest.mark.skip(reason="there is no Chromium: make .venv/browser"))


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
