"""A published site on a plain server of files, and a page of it on which nothing may fail."""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from ownpublished import OWN
from zermelo.publish.site import publish

PYODIDE = Path(__file__).parent.parent.parent / "build" / "pyodide"


class Site(NamedTuple):
    """A published site and where it is served."""

    folder: Path
    address: str
    server: http.server.ThreadingHTTPServer


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def served(folder: Path) -> Site:
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Site(folder, f"http://127.0.0.1:{server.server_address[1]}/", server)


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    """Tic-tac-toe compiled, and a game of one's own that is not."""
    if not PYODIDE.exists():
        pytest.skip("there is no Pyodide: make build/pyodide")
    folder = tmp_path_factory.mktemp("published")
    own = folder / "take.py"
    own.write_text(OWN)
    with pytest.warns(match="take runs as plain Python, slowly: take.py:19, in moves"):
        publish(
            ["tictactoe", f"{own}:Take"],
            folder / "site",
            offline=True,
            pyodide_from=str(PYODIDE),
        )
    found = served(folder / "site")
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def visitor(browser, site):
    """A page that asks no other host, says nothing in the console, and in which nothing fails."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(120_000)
    page, said, asked = context.new_page(), [], []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    context.on("request", lambda request: asked.append(request.url))
    yield page
    context.close()
    assert said == []
    assert all(url.startswith((site.address, "data:", "blob:")) for url in asked), asked
