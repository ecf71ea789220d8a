"""Load: the largest requests, too many connections, and the memory of ended sessions."""

import asyncio
import contextlib
import gc
import logging
import resource
import socket
import time
import weakref
from asyncio import events
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import httpx
import pytest
from starlette.routing import Match, Route

from processes import PATIENCE, command, soon
from serving import SLOW, listening_to, run_server
from zermelo.play.advice import Tables
from zermelo.play.fields import Fields
from zermelo.search.engine import table
from zermelo.web import server as limits
from zermelo.web import thinking
from zermelo.web.actions import ACTIONS, TOGETHER
from zermelo.web.app import Web
from zermelo.web.guard import LARGEST_BODY
from zermelo.web.server import MOST, Sparing

SLICE = 0.5  # processor seconds that the event loop may work without a pause
KNIGHTS = ["g1f3", "g8f6", "f3g1", "f6g8"]
CHESS = {"game": "chess", "moves": KNIGHTS * 240}
WIDE = "amazons(size=14)"  # 4,976 moves
PAGES = (
    "/", "/play", "/tree", "/limits", "/class", "/exercises", "/static/page.js", "/course",
    "/lessons", "/lesson-minimax", "/static/site.js", "/static/tasks.js", "/static/worker.js",
    "/python.zip", "/pyodide/pyodide.js",
)  # fmt: skip
CLASS = "a" * 16


class Asked(NamedTuple):
    """A request."""

    method: str
    path: str
    body: Any = None


def fill_request(word: str, bytes_left: int = 1_000) -> str:
    """As many repetitions of a word as a request holds with `bytes_left` bytes to spare."""
    return f"{word} " * ((LARGEST_BODY - bytes_left) // (len(word) + 1))


LONG = fill_request("x")


def chapter(moves: str) -> dict[str, Any]:
    return {"title": "", "game": "chess", "by": "outcome", "start": None, "moves": moves}


def save_game() -> str:
    """A saved game of many moves, with a variation every four moves and arrows on each board."""
    drawn = " {> 0-1 0-1 0-1 0-1} "
    first, *others = (move + drawn for move in KNIGHTS)
    return '[Game "chess"]\n' + f"{first}( b1c3{drawn}) {''.join(others)}" * 250


def opening() -> list[Asked]:
    """Requests that open sessions."""
    moves = [
        ("tictactoe", "{> " + fill_request("0") + "}"),
        ("tictactoe", "0,0 " + fill_request("( 0,1 )")),
        ("tictactoe", fill_request("(")),
        ("chess", "e2e4 " + fill_request("{> 0}")),
        ("chess", fill_request("e2e4")),
        ("chess", "e2e4 " + fill_request("( " + "nf3nf6ng1ng8" * 80 + " )")),
        ("chess", fill_request("1.")),
    ]
    bodies: list[dict[str, Any]] = [{"game": game, "moves": [text]} for game, text in moves]
    bodies += [
        {"game": LONG},
        {"game": fill_request("[")},
        {"game": "chess", "start": fill_request("9")},
    ]
    bodies += [{"text": '[Game "chess"]\n' + fill_request("e2e4 {> 0}")}, {"text": save_game()}]
    return [Asked("POST", "/api/sessions", body) for body in (*bodies, CHESS, {"game": WIDE})]


def asking(big: str, pair: str) -> list[Asked]:
    """Costly requests of every kind, for a session with many moves and one of two people."""
    rows = ",".join(["99999"] * 80)
    shown = ("", "/exported", "/alphabet", "/node/1", "/explored/0", "/value/0", "/threat/0")
    long = "%20".join(KNIGHTS * 250)
    fields: dict[str, Any] = {
        "state": LONG, "text": LONG, "moves": KNIGHTS * 25, "players": [LONG[:90_000]] * 2,
        "node": 1, "on": True, "from": 0, "to": 1, "move": LONG, "player": 1,
    }  # fmt: skip
    study = [chapter(" ".join(KNIGHTS * 240))] * 7 + [chapter("e2e4 " + "{> 0} " * 400)] * 50
    whole = {"format": "zermelo study", "version": 1, "title": "", "chapters": study}
    return [
        *(Asked("GET", path) for path in PAGES),
        *(Asked("GET", f"/{name}?g={WIDE}") for name in ("game", "drawing")),
        Asked("GET", f"/drawing?g=nim(rows=[{rows}])"),
        *(Asked("GET", f"/api/{path}") for path in ("games", f"classes/{CLASS}", "studies/none")),
        *(Asked("GET", f"/api/{path}") for path in ("reach", f"qr?text={'a' * 600}")),
        Asked("GET", f"/api/classes/{CLASS}/none"),
        Asked("POST", "/api/studies", {"study": whole}),
        Asked("POST", "/api/trees", CHESS | {"depth": 3}),
        Asked("POST", "/api/trees", {"game": "tictactoe", "algorithm": "minimax", "depth": 6}),
        Asked("POST", "/api/trees", {"game": WIDE, "algorithm": "mcts", "simulations": 10_000}),
        Asked("POST", "/api/limits", {"game": "chess", "depth": 12}),
        *opening(),
        *(Asked("GET", f"/api/sessions/{big}{more}") for more in shown),
        Asked("GET", f"/api/sessions/{big}/node/0?line={long}"),
        Asked("POST", f"/api/sessions/{big}/draft", {"state": LONG}),
        *(
            Asked("POST", f"/api/sessions/{big}/{name}", {each: fields[each] for each in known})
            for name, known in ACTIONS.items()
        ),
        *(Asked("POST", f"/api/sessions/{pair}/{name}", {}) for name in TOGETHER),
        Asked("DELETE", f"/api/sessions/{big}"),
    ]


@pytest.mark.long
def test_no_request_keeps_the_event_loop_from_others(monkeypatch):
    """The test measures processor time, which a busy machine does not change."""
    monkeypatch.setattr(thinking, "MOST_SECONDS", 1.0)
    worst, run = [0.0], events.Handle._run

    def timed(handle: Any) -> None:
        began = time.thread_time()
        run(handle)
        worst[0] = max(worst[0], time.thread_time() - began)

    async def ask_everything() -> dict[tuple[str, str, str], float]:
        slices, web = dict[tuple[str, str, str], float](), Web(native=False)
        transport = httpx.ASGITransport(web.application())
        async with httpx.AsyncClient(
            transport=transport, base_url="http://localhost", timeout=PATIENCE
        ) as client:
            opened = [
                (await client.post("/api/sessions", json=body)).json()["key"]
                for body in ({"text": save_game()}, {"game": "tictactoe", "together": {}})
            ]
            for asked in asking(*opened):
                worst[0] = 0.0
                answer = await client.request(asked.method, asked.path, json=asked.body)
                assert answer.status_code < 500, asked
                slices[asked.method, asked.path, str(asked.body)[:80]] = worst[0]
        assert routes_left(web, slices) == set()
        web.thinker.close(), web.clerks.close()
        return slices

    monkeypatch.setattr(events.Handle, "_run", timed)
    slices = asyncio.run(ask_everything())
    assert {asked: spent for asked, spent in slices.items() if spent > SLICE} == {}


def routes_left(web: Web, asked: Any) -> set[tuple[str, str]]:
    """The routes that no request reached, except the stream of events, which has no end."""
    routes = [each for each in web.application().routes if isinstance(each, Route)]
    known = {(m, each.path) for each in routes for m in each.methods or () if m != "HEAD"}
    for method, path, _ in asked:
        scope = {"type": "http", "method": method, "path": path.partition("?")[0], "headers": []}
        first = next(each for each in routes if each.matches(scope)[0] is Match.FULL)
        known.discard((method, first.path))
    return known - {("GET", "/api/sessions/{key}/events")}


HALVES = {
    "of the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-More: ",
    "of the body": b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "nothing at all": b"",
}


@contextlib.contextmanager
def halves(address: str, half: bytes, count: int) -> Iterator[list[socket.socket]]:
    """Open this many connections that have sent only `half` of a request."""
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
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(4096, hard), hard))  # this process holds them

    few_descriptors = partial(resource.setrlimit, resource.RLIMIT_NOFILE, (1024, 1024))
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
    with run_server(Web(native=False)) as server, halves(server.address, half, 3) as opened:
        assert [one.recv(1) for one in opened] == [b""] * 3
        assert server.client.get("/api/games").status_code == 200


def test_who_listens_is_not_cut_off_by_who_comes(monkeypatch):
    """A page that watches its session counts as no request, however many others come."""
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 4)
    monkeypatch.setattr(limits, "TO_ASK", 0.2)
    with run_server(Web(native=False)) as server:
        key = server.open()["key"]
        with listening_to(server.client, key) as events:
            assert next(events)[0] == "state"
            with halves(server.address, HALVES["of the headers"], 20):
                assert httpx.get(f"{server.address}/api/games", timeout=PATIENCE).status_code == 200
            server.act(key, "move", move="b2")
            assert any(content.get("ply") == 1 for _, content in events)


def test_when_all_are_answered_one_more_is_turned_away(monkeypatch):
    monkeypatch.setattr(limits, "MOST_FROM_ONE", 2)
    with run_server(Web(native=False)) as server:
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
    assert "590 earlier messages omitted" in message[MOST]
    assert all("\x1b" not in text and len(text) < 2100 for text in message)


@pytest.fixture
def kept(monkeypatch):
    """The tables, rooms and sessions in memory, without a collection of cycles."""
    gc.collect()
    gc.disable()
    alive = weakref.WeakSet()
    made = table.Table.__init__

    def noted(self, *given, **named) -> None:
        made(self, *given, **named)
        alive.add(self)

    monkeypatch.setattr(table.Table, "__init__", noted)
    yield alive
    gc.enable()


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
@pytest.mark.parametrize(
    ("player", "end"),
    [
        ("engine:seconds=20", "closed"),
        ("engine:seconds=20", "left"),
        ("level:3", "left"),
        ("alphabeta:depth=2", "closed"),
    ],
)
def test_a_session_that_has_ended_keeps_nothing(kept, player, native, end):
    async def play() -> None:
        web = Web(native=native)
        fields = {"game": SLOW, "players": ["human", player], "moves": ["0,0"]}
        room, _ = web._open_room(Fields(fields), "one")
        kept.add(room), kept.add(room.session)
        web.rooms.add(room)
        events = room.watch()
        await room.change(partial(setattr, room, "values", True))
        async with asyncio.timeout(PATIENCE):
            while (await events.get())[0] != "thinking":
                pass
            if end == "left":
                room.leave(events)
            web.rooms.remove(room)
            del room, events
            while web.thinker.running or web.clerks.running:
                await asyncio.sleep(0.01)
        await asyncio.sleep(0.05)  # meanwhile the task of the room ends
        web.opponents._tables = Tables()

    asyncio.run(play())
    assert [*kept] == []
