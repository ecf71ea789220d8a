"""Static sites on a plain file server, as any web host offers."""

import fcntl
import functools
import http.server
import os
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from processes import PATIENCE

PYODIDE = Path(__file__).parents[2] / "build" / "pyodide"


class Site(NamedTuple):
    """A folder, and the address that serves it."""

    folder: Path
    address: str
    server: http.server.ThreadingHTTPServer

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing."""


class InParts(Quiet):
    """Answers range requests with parts of files, as most hosts do."""

    def do_GET(self) -> None:
        range_ = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("range", ""))
        path = Path(self.translate_path(self.path))
        if not range_ or not path.is_file():
            super().do_GET()
            return
        first, last = map(int, range_.groups())
        content = path.read_bytes()
        part = content[first : last + 1]
        self.send_response(206)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-range", f"bytes {first}-{last}/{len(content)}")
        self.send_header("content-length", str(len(part)))
        self.end_headers()
        self.wfile.write(part)


class Faulty(Quiet):
    """Sends one file with a fault: missing, cut in half, with an altered byte or a line before it.

    file, fault  set on the class before a page is opened
    """

    file, fault = "", ""

    def end_headers(self) -> None:
        """Forbid caching, which would hide that a file is missing."""
        self.send_header("cache-control", "no-store")
        super().end_headers()

    def do_GET(self) -> None:
        path = Path(self.translate_path(self.path))
        if self.path.lstrip("/") != self.file or not path.is_file():
            super().do_GET()
        elif self.fault == "missing":
            self.send_error(404)
        else:
            self._send(path)

    def _send(self, path: Path) -> None:
        content = bytearray(path.read_bytes())
        if self.fault == "without WebAssembly":
            content[:0] = b"delete globalThis.WebAssembly;\n"
        self.send_response(200)
        self.send_header("content-type", self.guess_type(str(path)))
        self.send_header("content-length", str(len(content)))
        self.end_headers()
        content[len(content) // 2] ^= self.fault == "altered"
        self.wfile.write(content[: len(content) // 2] if self.fault == "cut off" else content)


def make_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], object]) -> Path:
    """Return the folder that `make` fills once for all workers of a run."""
    root = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        root = root.parent
    folder, made = root / name, root / f"{name} is made"
    with (root / f"{name} is locked").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            shutil.rmtree(folder, ignore_errors=True)  # remains of a failed attempt
            folder.mkdir()
            make(folder)
            made.touch()
    return folder


def serve_files(folder: Path, kind: type[Quiet] = Quiet) -> Site:
    handler = functools.partial(kind, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return Site(folder, f"http://127.0.0.1:{server.server_address[1]}/", server)


@contextmanager
def visit_site(browser, site: Site) -> Iterator[object]:
    """Open a page; fail if it asks another host, writes to the console or raises an error."""
    context = browser.new_context(viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    page, wrong = watch_page(context, site)
    yield page
    context.close()
    assert wrong == []


def watch_page(context, site: Site) -> tuple[object, list[str]]:
    """A page, and the list of its console messages, errors and requests to other hosts."""
    page, wrong = context.new_page(), []
    page.on("console", lambda message: wrong.append(message.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))

    def asked(request) -> None:
        if not request.url.startswith((site.address, "data:", "blob:")):
            wrong.append(request.url)

    context.on("request", asked)
    return page, wrong


# A user's game that does not compile, because its moves are made from texts.
OWN = '''
from typing import NamedTuple
from zermelo import ONGOING, LOSS, Game, Picture

class Pile(NamedTuple):
    left: int
    turn: int

class Take(Game[Pile]):
    """Take one or two; who takes the last one wins."""

    def start(self):
        return Pile(5, 0)

    def player(self, state):
        return state.turn

    def moves(self, state):
        yield from [int(text) for text in "12"[:state.left]]

    def play(self, state, move):
        return Pile(state.left - move, 1 - state.turn)

    def outcome(self, state):
        return ONGOING if state.left else LOSS

    def picture(self, state):
        pieces = {place: "o" for place in range(state.left)}
        buttons = {move: f"take {move}" for move in self.moves(state)}
        return Picture([(place, 0) for place in range(5)], pieces, buttons=buttons)
'''
