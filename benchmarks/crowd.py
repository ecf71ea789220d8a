"""A visitor among 200 tabs of other addresses that all think: seconds until the engine answers.

    python benchmarks/crowd.py

It starts a server on loopback in the usual way. The tabs come from 127.0.0.1 and 127.0.0.3, because
one address gets 150 connections; in each tab two computers play each other endlessly. The visitor
comes from 127.0.0.2 and plays against the engine. On an idle machine, an answer should come within
the engine's limit plus one second.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import time

import httpx

from web import answered, said, server

GAME = "connectfour"
TABS = 200
LIMIT = 1.0  # seconds per move of the visitor's opponent, the engine
GRACE = 1.0
GAMES, MOVES = 5, 4
CROWD, VISITOR = ("127.0.0.1", "127.0.0.3"), "127.0.0.2"


def client(address: str, source: str) -> httpx.AsyncClient:
    """A client with its own address, and connections for all tabs."""
    limits = httpx.Limits(max_connections=2 * TABS)
    transport = httpx.AsyncHTTPTransport(local_address=source, limits=limits)
    return httpx.AsyncClient(base_url=address, timeout=120, transport=transport)


async def tab(crowd: httpx.AsyncClient) -> None:
    """Two engines against each other, again and again, watched."""
    players = [f"engine:seconds={LIMIT}"] * 2
    while True:
        fields = {"game": GAME, "players": players}
        state = (await crowd.post("api/sessions", json=fields)).raise_for_status().json()
        async with crowd.stream("GET", f"api/sessions/{state['key']}/events") as stream:
            lines = stream.aiter_lines()
            while not state["over"]:
                state = await answered(lines, state["ply"])


async def visit(visitor: httpx.AsyncClient) -> list[float]:
    """The seconds until each move was answered."""
    fields = {"game": GAME, "players": ["human", f"engine:seconds={LIMIT}"]}
    state = (await visitor.post("api/sessions", json=fields)).raise_for_status().json()
    path, times = f"api/sessions/{state['key']}", []
    async with visitor.stream("GET", f"{path}/events") as stream:
        lines = stream.aiter_lines()
        for _ in range(MOVES):
            began = time.perf_counter()
            move = {"move": state["board"]["moves"][0]["move"]}
            answer = (await visitor.post(f"{path}/move", json=move)).raise_for_status()
            state = await answered(lines, answer.json()["ply"])
            times.append(time.perf_counter() - began)
    return times


async def measured(address: str) -> float:
    """Play with and without the crowd, and print what it took; the longest with it."""
    async with contextlib.AsyncExitStack() as open_clients:
        visitor, *crowd = [
            await open_clients.enter_async_context(client(address, source))
            for source in (VISITOR, *CROWD)
        ]
        await visit(visitor)  # compiles the machine code and caches it
        print(f"alone               {said(await visit(visitor))}")
        tabs = [asyncio.create_task(tab(crowd[number % 2])) for number in range(TABS)]
        await asyncio.sleep(10 * LIMIT)
        times = [one for _ in range(GAMES) for one in await visit(visitor)]
        gone = [each for each in tabs if each.done()]
        for each in tabs:
            each.cancel()
        await asyncio.gather(*tabs, return_exceptions=True)
    print(f"among {TABS - len(gone)} tabs      {said(times)}")
    if gone:
        print(f"{len(gone)} tabs found no room, {gone[0].exception()!r} the first")
    return max(times)


def main() -> int:
    with server() as address:
        worst = asyncio.run(measured(address))
    return int(worst > LIMIT + GRACE)


if __name__ == "__main__":
    sys.exit(main())
