"""Too many connections, half requests, and much to complain of: the server answers on."""

import contextlib
import logging
import resource
import socket
from collections.abc import Iterator

import httpx
import pytest

from processes import PATIENCE, command, soon
from serving import listening_to, served
from zermelo.web import server as limits
from zermelo.web.app import Web
from zermelo.web.server import MOST, Sparing

HALVES = {
    "of the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-More: ",
    "of the body": b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "nothing at all": b"",
}


@contextlib.contextmanager
def halves(address: str, half: bytes, count: int) -> Iterator[list[socket.socket]]:
    """So many connections that have sent `half` of a request."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    with contextlib.ExitStack() as stack:
        opened = []
        for _ in range(count):
            opened.append(stack.enter_context(socket.create_connection((host, int(port)), 60)))
            opened[-1].sendall(half)
        yield opened


@pytest.mark.long
@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES)
def test_1150_half_requests_keep_nobody_out_of_1024_descriptors(half):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))  # these connections, too

    def few_descriptors() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))

    with command("serve", "--port", "0", limits=few_descriptors) as running:
        address = running.stdout.readline().split()[3]
        with halves(address, half, 1150):
            for _ in range(5):
                assert httpx.get(f"{address}api/games", timeout=PATIENCE).status_code == 200
        running.terminate()
        assert running.communicate(timeout=PATIENCE)[1].count("\n") <= MOST + 1


@pytest.mark.parametrize("half", [HALVES["of the headers"], HALVES["of the body"]])
def test_who_takes_too_long_to_ask_is_cut_off(monkeypatch, half):
    monkeypatch.setattr(limits, "TO_ASK", 0.3)
    with served(Web(native=False)) as server, halves(server.address, half, 3) as opened:
        assert [one.recv(1) for one in opened] == [b""] * 3
        assert server.client.get("/api/games").status_code == 200


def test_who_listens_is_not_cut_off_by_who_comes(monkeypatch):
    """A page that watches its session is not asking, however many others come."""
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 4)
    monkeypatch.setattr(limits, "TO_ASK", 0.2)
    with served(Web(native=False)) as server:
        key = server.open()["key"]
        with listening_to(server.client, key) as events:
            assert next(events)[0] == "state"
            with halves(server.address, HALVES["of the headers"], 20):
                assert httpx.get(f"{server.address}/api/games", timeout=PATIENCE).status_code == 200
            server.act(key, "move", move="b2")
            assert any(content.get("ply") == 1 for _, content in events)


def test_when_all_are_answered_one_more_is_turned_away(monkeypatch):
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 2)
    with served(Web(native=False)) as server:
        keys = [server.open()["key"] for _ in range(2)]
        with contextlib.ExitStack() as stack:
            clients = [stack.enter_context(httpx.Client(base_url=server.address)) for _ in keys]
            watched = map(listening_to, clients, keys)
            streams = [stack.enter_context(events) for events in watched]
            assert [next(events)[0] for events in streams] == ["state", "state"]
            with pytest.raises(httpx.TransportError):
                httpx.get(f"{server.address}/api/games")
        assert soon(
            lambda: httpx.get(f"{server.address}/api/games", timeout=PATIENCE).status_code == 200
        )


def test_the_log_says_some_of_many_messages_and_how_many_it_leaves_out():
    sparing, message = Sparing(), []
    for number in range(1000):
        record = logging.LogRecord("x", 30, "", 0, "odd \x1b[31m%s" + "!" * 9999, (number,), None)
        record.created = 1000.0 + number / 10
        if sparing.filter(record):
            message.append(record.getMessage())
    assert len(message) == 2 * MOST
    assert "590 messages before it are left out" in message[MOST]
    assert all("\x1b" not in text and len(text) < 2100 for text in message)
