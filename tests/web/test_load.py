"""The largest requests that the server accepts: none of them keeps another visitor waiting."""

import asyncio
import time
from asyncio import events
from typing import Any, NamedTuple

import httpx
import pytest
from starlette.routing import Match, Route

from processes import PATIENCE
from zermelo.web import thinking
from zermelo.web.actions import ACTIONS, TOGETHER
from zermelo.web.app import Web
from zermelo.web.guard import LARGEST_BODY

SLICE = 0.5  # seconds of a processor that the event loop may work without looking up
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


def filled(word: str, bytes_left: int = 1_000) -> str:
    """As many of a word as a request may have, with so much beside them."""
    return f"{word} " * ((LARGEST_BODY - bytes_left) // (len(word) + 1))


LONG = filled("x")


def chapter(moves: str) -> dict[str, Any]:
    return {"title": "", "game": "chess", "by": "outcome", "start": None, "moves": moves}


def saved() -> dict[str, Any]:
    """A saved game with as many moves as it may have, each with arrows on its board."""
    return {
        "format": "zermelo session", "version": 2, "game": "chess", "by": "outcome",
        "players": ["human", "human"], "start": None, "moves": KNIGHTS * 250,
        "variations": [[number, "b1c3"] for number in range(0, 1000, 4)] * 4, "comments": {},
        "arrows": {str(number): [[0, 1]] * 4 for number in range(2000)}, "at": 0, "end": 0,
        "resigned": None, "draws": {"repetitions": None, "quiet": None, "cap": None},
    }  # fmt: skip


def opening() -> list[Asked]:
    """Requests for sessions."""
    moves = [
        ("tictactoe", "{> " + filled("0") + "}"),
        ("tictactoe", "0,0 " + filled("( 0,1 )")),
        ("tictactoe", filled("(")),
        ("chess", "e2e4 " + filled("{> 0}")),
        ("chess", filled("e2e4")),
        ("chess", "e2e4 " + filled("( " + "nf3nf6ng1ng8" * 80 + " )")),
        ("chess", filled("1.")),
    ]
    bodies: list[dict[str, Any]] = [{"game": game, "moves": [text]} for game, text in moves]
    bodies += [{"game": LONG}, {"game": filled("[")}, {"game": "chess", "start": filled("9")}]
    bodies += [{"text": '[Game "chess"]\n' + filled("e2e4 {> 0}")}, {"saved": saved()}]
    return [Asked("POST", "/api/sessions", body) for body in (*bodies, CHESS, {"game": WIDE})]


def asking(big: str, pair: str) -> list[Asked]:
    """Costly requests of every kind, about a session with many moves and one of two people."""
    rows = ",".join(["99999"] * 80)
    shown = ("", "/saved", "/exported", "/alphabet", "/node/1", "/explored/0", "/value/0")
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
    """Time of a processor is measured, in which a busy machine makes no difference."""
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
                for body in ({"saved": saved()}, {"game": "tictactoe", "together": {}})
            ]
            for asked in asking(*opened):
                worst[0] = 0.0
                answer = await client.request(asked.method, asked.path, json=asked.body)
                assert answer.status_code < 500, asked
                slices[asked.method, asked.path, str(asked.body)[:80]] = worst[0]
        assert met(web, slices) == set()
        web.thinker.close(), web.clerks.close()
        return slices

    monkeypatch.setattr(events.Handle, "_run", timed)
    slices = asyncio.run(ask_everything())
    assert {asked: spent for asked, spent in slices.items() if spent > SLICE} == {}


def met(web: Web, asked: Any) -> set[tuple[str, str]]:
    """The routes that none of the requests came to, but the stream of events, which has no end."""
    routes = [each for each in web.application().routes if isinstance(each, Route)]
    known = {(m, each.path) for each in routes for m in each.methods or () if m != "HEAD"}
    for method, path, _ in asked:
        scope = {"type": "http", "method": method, "path": path.partition("?")[0], "headers": []}
        first = next(each for each in routes if each.matches(scope)[0] is Match.FULL)
        known.discard((method, first.path))
    return known - {("GET", "/api/sessions/{key}/events")}
