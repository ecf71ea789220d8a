"""A fixture that opens the page of a trace in a real Chromium."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo
from processes import PATIENCE
from zermelo.trees.page import tree_page


@pytest.fixture
def opened(browser, tmp_path) -> Iterator[object]:
    """Open the page of a trace; an error in it or a request for another file fails the test."""
    context, faults = browser.new_context(), []
    context.set_default_timeout(PATIENCE * 1000)

    def watch(address: str) -> None:
        if not address.startswith(("file:", "data:")):
            faults.append(address)

    def open_page(trace: zermelo.Trace, *, width=1280, height=900, end=True, **given) -> object:
        file = Path(tmp_path / "tree.html")
        file.write_text(tree_page(trace, **given), encoding="utf-8")
        page = context.new_page()
        page.set_viewport_size({"width": width, "height": height})
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text))
        page.on("request", lambda request: watch(request.url))
        page.goto(file.as_uri())
        if end and "exercise" not in given:
            page.keyboard.press("End")
        return page

    yield open_page
    context.close()
    assert faults == []
