"""A server for tests, on a free port of loopback, in a thread that ends with the block."""

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

SLOW = "mnk(width=6, height=6, k=5)"  # no search of it ends


def session_of(*players: Player) -> Session:
    """A game of tic-tac-toe between these players; `FirstMove` takes an empty seat."""
    return Session(zermelo.game("tictactoe"), (*players, FirstMove())[:2])


class Served(NamedTuple):
    """A running server: its address, its application, and a client."""

    address: str
    web: Web
    client: httpx.Client

    def open(self, game: str = "tictactoe", players=("human", "human"), **more: Any) -> dict:
        """Open a session; return the server's description of it."""
        fields = {"game": game, "players": list(players), **more}
        answer = self.client.post("/api/sessions", json=fields)
        assert answer.status_code == 201, answer.text
        return answer.json()

    def act(self, key: str, action: str, **fields: Any) -> httpx.Response:
        return self.client.post(f"/api/sessions/{key}/{action}", json=fields)


@contextlib.contextmanager
def run_server(web: Web, **settings: Any) -> Iterator[Served]:
    """Run the application behind a real server with these `settings`."""
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
    """Yield the events of a session during the block."""
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
    """Return the content of the first event for which `wanted` is true."""
    return next(content for kind, content in events if wanted(kind, content))
