"""A server for each module, and its page in a real browser."""

import pytest

from processes import PATIENCE
from serving import run_server
from zermelo.web.app import Web


@pytest.fixture(scope="module")
def server():
    with run_server(Web(native=False)) as running:
        yield running


@pytest.fixture
def page(browser, server):
    """A page of the server; a failing script or a request to another site fails the test."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    opened = context.new_page()
    faults, asked = [], []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("request", lambda request: asked.append(request.url))
    yield opened
    context.close()
    assert faults == []
    assert all(url.startswith((server.address, "data:", "blob:")) for url in asked), asked
