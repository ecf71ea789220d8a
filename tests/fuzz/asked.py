"""Send right, almost right and meaningless requests; each gets an answer without a fault."""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import httpx

from fuzz.texts import mutate
from zermelo.web.app import Web

GAMES = (
    "tictactoe", "nim(rows=[1, 2])", "mnk(width=3, height=4, k=3)", "kalah(pits=2)", "nim(", "ludo",
    "a.py:A",
)  # fmt: skip
PLAYERS = ("human", "human", "level:3", "random", "level:0", "engine:seconds=1e9", "exec:true")
MOVES = ("1,1", "0,0", "0,1", "2,2", "d6", "a1-a2", "9,9")
STATES = ("XO./.../...", "1,2,3,4 A", "X", "d6")
ODD_TEXTS = ("", "../..", "/etc/passwd", "\x00", "\ud800", "é" * 99, "9" * 5000, "(" * 1000, "null")
ODD_VALUES = (None, True, 0, -1, 2**70, 1e308, [], {}, [[]], [None], {"a": 1}, {"format": "x"})
ODD_BODIES = (b"", b"{", b"[]", b"\xff\xfe", b"[" * 3000, b"1" * 9000, b'{"a":NaN}', b'"\\ud800"')
ODD_HEADERS = ("", "text/plain", "http://evil.example", "cross-site", "a:b:c", "application/json")
METHODS = ("GET", "POST", "PUT", "HEAD", "PATCH", "DELETE")
ACTIONS = {
    "move": ("move",), "undo": (), "redo": (), "restart": (), "resign": ("player",),
    "values": ("on",), "set-up": ("state",), "go-on-from": ("node",), "hint": (), "pause": ("on",),
    "branch": ("node", "moves"), "play-from": ("node", "move"), "remove": ("node",),
    "promote": ("node",), "comment": ("node", "text"), "rest": ("on",), "think-longer": (),
    "look-at": ("node",), "draft": ("state",),
    "players": ("players",), "nothing": (), "%00": (), "..": (),
}  # fmt: skip
EXPORTED = """[Game "nim(rows=[1, 2])"]
[Player 1 "human"]
[Player 2 "human"]
[Result "goes on"]
[At "2"]
[Resigned "1"]

1. 0,1 ( 1. 1,1 {so} 2. 0,1 ) 2. 1,2 {= win}
"""
OPENING = ("game", "players", "by", "start", "moves", "at", "resigned")
FILES = ("page.js", "%2e%2e%2fapp.py", "..%5capp.py", "%00")
PLIES = ("0", "1", "99", "-1", "²", "x", "9" * 30)


class Requests:
    """A stream of requests about sessions with known keys; a seed repeats it."""

    def __init__(self, seed: int, keys: list[str]) -> None:
        self._chance = random.Random(seed)
        self._keys = keys

    def learn(self, answer: Any) -> None:
        """Remember the key of a session that was opened."""
        if answer.status_code == 201:
            self._keys = [*self._keys[-9:], answer.json()["key"]]

    def request(self) -> dict[str, Any]:
        """The arguments of one `client.request`."""
        chance = self._chance
        method, path, names = self._address()
        if chance.random() < 0.1:
            method = chance.choice(METHODS)
        headers = {"content-type": "application/json"}
        if chance.random() < 0.1:
            name = chance.choice(("content-type", "origin", "host", "sec-fetch-site", "accept"))
            headers[name] = chance.choice(ODD_HEADERS)
        return {"method": method, "url": path, "content": self._body(names), "headers": headers}

    def _address(self) -> tuple[str, str, tuple[str, ...]]:
        """A method, a path, and the names of the fields that belong there."""
        chance = self._chance
        key = chance.choice([*self._keys, *self._keys, "x", "%2e%2e", "A" * 24])
        kind = chance.random()
        if kind < 0.1:
            return "POST", "/api/sessions", ("file",)
        if kind < 0.2:
            return "POST", "/api/sessions", OPENING[: chance.choice((1, 2, 2, 3, 4, 5))]
        if kind < 0.7:
            action = chance.choice(list(ACTIONS))
            return "POST", f"/api/sessions/{key}/{action}", ACTIONS[action]
        rest = ("", "/exported", "/alphabet", f"/node/{chance.choice(PLIES)}")
        paths = [f"/api/sessions/{key}{end}" for end in rest]
        paths += ["/", "/api/games", f"/static/{chance.choice(FILES)}"]
        return "GET", chance.choice(paths), ()

    def _body(self, names: tuple[str, ...]) -> bytes:
        chance = self._chance
        if chance.random() < 0.1:
            return chance.choice((*ODD_BODIES, chance.randbytes(40)))
        odd = chance.choice((*OPENING, "x")) if chance.random() < 0.1 else None
        fields = {name: self._value(name) for name in (*names, odd) if name is not None}
        if "file" in fields:
            fields = {"text": mutate(EXPORTED, chance)}
        return json.dumps(fields).encode()

    def _value(self, name: str) -> Any:
        """A value for a field, usually of the right kind and sometimes an odd one."""
        chance = self._chance
        if chance.random() < 0.15:
            return chance.choice((*ODD_TEXTS, *ODD_VALUES))
        usual = {
            "game": chance.choice(GAMES),
            "players": chance.choices(PLAYERS, k=2),
            "moves": chance.choices(MOVES, k=chance.choice((0, 0, 1, 2))),
            "move": chance.choice(MOVES),
            "state": chance.choice(STATES),
            "start": chance.choice((None, None, *STATES)),
            "on": chance.choice((True, False)),
            "node": chance.choice((0, 0, 1, 2, 5)),
            "at": chance.choice((0, 1, 5)),
            "text": chance.choice(("good", "{")),
            "player": chance.choice((0, 1, 2)),
            "level": chance.choice((1, 10, 11)),
            "by": chance.choice(("outcome", "score", "luck")),
            "resigned": chance.choice((None, 0, 1, 2)),
        }
        return usual.get(name)


def attack_server(place: Path, seed: int) -> Iterator[tuple[object, list[str]]]:
    """Yield one request after the other, with the faults of the answer."""
    with asyncio.Runner() as runner:
        requests = _send_requests(seed)
        try:
            while True:
                yield runner.run(anext(requests))
        finally:
            runner.run(requests.aclose())


async def _send_requests(seed: int) -> AsyncIterator[tuple[object, list[str]]]:
    web = Web(native=False)
    transport = httpx.ASGITransport(web.application())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        opened = [
            await client.post("/api/sessions", json={"game": game})
            for game in ("tictactoe", "nim", "morris")
        ]
        requests = Requests(seed, [answer.json()["key"] for answer in opened])
        try:
            while True:
                request = requests.request()
                answer = await client.request(**request)
                requests.learn(answer)
                yield request, _faults(request, answer)
        finally:
            web.thinker.close()


def _faults(request: dict[str, Any], answer: httpx.Response) -> list[str]:
    result = [f"status {answer.status_code}"] * (answer.status_code >= 500)
    refused = answer.status_code >= 400 and request["method"] != "HEAD"
    if refused and ("Traceback" in answer.text or not answer.json()["error"]):
        result.append("no reason is given")
    return result
