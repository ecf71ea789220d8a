"""Sites on a plain server of files, as any host has them."""

from __future__ import annotations

import functools
import http.server
import threading
from pathlib import Path
from typing import NamedTuple

PYODIDE = Path(__file__).parent.parent / "build" / "pyodide"


class Site(NamedTuple):
    """A folder and where it is served."""

    folder: Path
    address: str
    server: http.server.ThreadingHTTPServer

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


def served(folder: Path) -> Site:
    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Site(folder, f"http://127.0.0.1:{server.server_address[1]}/", server)


def watched(context, site: Site) -> tuple[object, list[str]]:
    """A page, and what it does wrong: says in the console, fails with, or asks of another host."""
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def asked(request) -> None:
        if not request.url.startswith((site.address, "data:", "blob:")):
            wrong.append(request.url)

    context.on("request", asked)
    return page, wrong
