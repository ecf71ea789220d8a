"""A server for tests: on loopback, on a free port, in a thread that ends with the block."""

import contextlib
import json
import threading
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import httpx

import zermelo
from processes import PATIENCE
from zermelo.play.player import Player
from zermelo.play.session import Session
from zermelo.players.search import FirstMove
from zermelo.web.app import Web
from zermelo.web.serve import listener
from zermelo.web.server import Server

SLOW = "mnk(width=6, height=6, k=5)"  # no search comes to its end


def session_of(*players: Player) -> Session:
    """A game of tic-tac-toe between these players, the first move's for who is missing."""
    return Session(zermelo.game("tictactoe"), (*players, FirstMove())[:2])


class Served(NamedTuple):
    """Where a server is, its parts, and a client for it."""

    address: str
    web: Web
    client: httpx.Client

    def open(self, game: str = "tictactoe", players=("human", "human"), **more: Any) -> dict:
        """A new session, as the server describes it."""
        fields = {"game": game, "players": list(players), **more}
        answer = self.client.post("/api/sessions", json=fields)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def act(self, key: str, action: str, **fields: Any) -> httpx.Response:
        return self.client.post(f"/api/sessions/{key}/{action}", json=fields)


@contextlib.contextmanager
def run_server(web: Web, **settings: Any) -> Iterator[Served]:
    """The application behind a real server with these `settings` of its own."""
    listening = listener("127.0.0.1", 0)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = Server(web, **settings)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield Served(address, web, client)
    finally:
        server.should_exit = True
        thread.join()
        listening.close()


@contextlib.contextmanager
def listening_to(client: httpx.Client, key: str) -> Iterator[Iterator[tuple[str, dict[str, Any]]]]:
    """The events of a session, as long as the block lasts."""
    with client.stream("GET", f"/api/sessions/{key}/events") as answer:
        assert answer.status_code == 200
        yield _events(answer)


def _events(answer: httpx.Response) -> Iterator[tuple[str, dict[str, Any]]]:
    kind = ""
    for line in answer.iter_lines():
        name, _, value = line.partition(": ")
        if name == "event":
            kind = value
        elif name == "data":
            yield kind, json.loads(value)


def until(events, wanted: Callable[[str, dict[str, Any]], bool]) -> dict[str, Any]:
    """The first event that is wanted."""
    return next(content for kind, content in events if wanted(kind, content))
