"""The web application inside a page: in a worker of the browser, by Pyodide. The worker passes on
requests of pages and returns the answers; nothing listens on a port. There are no threads: searches
run in slices, between which the worker receives messages.
"""

import asyncio
import hashlib
import json
import threading
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, TypedDict

from zermelo.board.session import session_view
from zermelo.contract.analysis import value_by
from zermelo.native.wasm import browser
from zermelo.play.session import Session
from zermelo.play.thinking import Owner
from zermelo.search.analyze import analyze
from zermelo.spec import parse_game
from zermelo.web.app import Web
from zermelo.web.room import Room
from zermelo.web.thinking import SharedThinker

SLICE: Final = 0.25  # seconds of thinking at a time
PAUSE: Final = 0.002  # seconds between slices, for messages from pages

Post = Callable[[str], object]  # sends the page a message in JSON
Fetch = Callable[..., bytes]  # returns a file of the site or a part of the file


class Settings(TypedDict):
    """The settings of a site."""

    own: list[str]  # specs of the user's own games
    names: list[str]  # names of built-in games
    # engines as WebAssembly: spec, by, file, digest (SHA-256 of the file), and facts, a JSON text
    # because JavaScript would round their numbers
    kernels: list[dict[str, Any]]
    plain: list[dict[str, Any]]  # games without a compiled engine: spec, by, and why
    databases: list[dict[str, Any]]  # databases of games: spec, by, file, digest
    studies: list[str]  # names of files
    results: list[str]  # names of files


class Alone(SharedThinker):
    """Runs searches on the only thread, in slices of time."""

    def __init__(self) -> None:
        super().__init__(workers=1)

    def look(self, owner: Owner) -> float:
        """The seconds of one slice."""
        return SLICE

    def _start(self) -> None:
        self._threads.add(threading.current_thread())
        asyncio.get_running_loop().call_later(PAUSE, self._think_on)

    def _think_on(self) -> None:
        if self._do_next():
            asyncio.get_running_loop().call_later(PAUSE, self._think_on)


class Application:
    """Answers the page's messages; `settings` come from `zermelo.publish.site`."""

    def __init__(self, settings: Settings, fetch: Fetch, post: Post) -> None:
        self._post = post
        warnings.showwarning = lambda message, *_, **__: self._tell(
            kind="notice", text=str(message)
        )
        for kernel in settings["kernels"]:
            game = value_by(parse_game(kernel["spec"]), kernel["by"])
            offer = browser.Offer("search", partial(_load, kernel, fetch), kernel["facts"])
            browser.offers[game] = offer
        for plain in settings["plain"]:
            game = value_by(parse_game(plain["spec"]), plain["by"])
            browser.reasons[game] = plain["why"]
        given: Any = {name: settings[name] for name in ("names", "studies", "results")}
        self._web = Web(settings["own"], **given)
        read = partial(_read, fetch)
        for each in settings["databases"]:
            from zermelo.solver.probing.published import PublishedDatabase

            game = value_by(parse_game(each["spec"]), each["by"])
            database = PublishedDatabase(game, each["file"], each["digest"], read, read)
            self._web.opponents.solved[database.game] = database
        self._web.thinker, self._web.clerks = Alone(), Alone()
        self._app = self._web.application()
        self._listening: dict[int, asyncio.Task[None]] = {}
        self._running: set[asyncio.Task[None]] = set()

    def receive(self, text: str) -> None:
        """Receive a "request", "listen" or "leave" from the page, see static/transport.js."""
        message = json.loads(text)
        number, kind = message["id"], message["kind"]
        if kind == "leave":
            if number in self._listening:
                self._listening.pop(number).cancel()
            return
        doing = self._stream if kind == "listen" else self._answer
        task = asyncio.ensure_future(doing(message))
        if kind == "listen":
            self._listening[number] = task
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    def _tell(self, **message: object) -> None:
        self._post(json.dumps(message))

    async def _answer(self, message: dict[str, Any]) -> None:
        """Call the application as a server would, and send the page the answer."""
        path, _, query = message["path"].partition("?")
        body = (message.get("body") or "").encode()
        scope = {
            "type": "http",
            "method": message["method"],
            "path": f"/api/{path}",
            "raw_path": f"/api/{path}".encode(),
            "query_string": query.encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
            "http_version": "1.1",
            "server": ("localhost", 80),
            "client": ("localhost", 0),
        }
        answer: dict[str, Any] = {"status": 500, "body": b""}

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(part: dict[str, Any]) -> None:
            if part["type"] == "http.response.start":
                answer["status"] = part["status"]
            else:
                answer["body"] += part.get("body", b"")

        await self._app(scope, receive, send)  # type: ignore[arg-type]
        sent = {"status": answer["status"], "body": answer["body"].decode()}
        self._tell(kind="answer", id=message["id"], **sent)

    async def _stream(self, message: dict[str, Any]) -> None:
        """Send the page the events of a session until the page leaves."""
        room: Room | None = self._web.rooms.get(message["key"])
        if room is None:
            self._tell(kind="lost", id=message["id"])
            return
        events = self._web.watch(room)
        try:
            while True:
                kind, content = await events.get()
                self._tell(kind="event", id=message["id"], event=kind, data=content)
        finally:
            room.leave(events)


def rehearse(names: list[str]) -> None:
    """Begin a game of each name, so that the memory snapshot for later visits has all imports."""
    empty: Any = {key: [] for key in Settings.__annotations__}
    Application(empty | {"names": names}, lambda *_: b"", lambda _: None)
    for name in names:
        session = Session(parse_game(name))
        session.note(session.state, analyze(session.game, nodes=1, native=False))
        json.dumps(session_view(session, values=True))


def _read(fetch: Fetch, *asked: Any) -> bytes:
    """Call `fetch`; raises `OSError` for every failure."""
    try:
        return fetch(*asked)
    except Exception as error:  # Pyodide may raise anything
        raise OSError(f"{asked[0]} is missing, or the network is down") from error


def _load(kernel: dict[str, Any], fetch: Fetch) -> Path:
    """Fetch a kernel and return its path; raises `OSError` if the file is missing or changed."""
    path, content = Path(Path(kernel["file"]).name).absolute(), _read(fetch, kernel["file"])
    if hashlib.sha256(content).hexdigest() != kernel["digest"]:
        raise OSError(f"{kernel['file']} is not the file that was published")
    path.write_bytes(content)
    return path
