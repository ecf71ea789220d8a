"""Many visitors of one server at once: how long they wait for each other and for the engine.

    make bench NAME=visitors [BENCH="crowd pairs sessions"]

- crowd: one visitor plays against the engine while 200 tabs of other addresses think: in each, two
  engines play each other endlessly. On an idle machine, an answer should come within the engine's
  limit plus one second.
- pairs: fifty pairs play each other with a clock until their games are over; a time runs from
  sending a move until the opponent's page receives it.
- sessions: fifty people play against level 5.

It starts a server on loopback in the usual way. Visitors come from several addresses, because each
address gets 150 connections.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, aclosing, contextmanager
from typing import Any

import httpx

GAME = "connectfour"
TABS = 200
LIMIT = 1.0  # seconds per move of the engine
ENGINE = f"engine:seconds={LIMIT}"
GRACE = 1.0  # seconds that an answer may take beyond this limit
GAMES, MOVES = 5, 4  # games of the visitor, moves of a person in a game against the computer
GROUP = 50  # the number of pairs, and of people who play against a level
PROMPT = 0.2  # the limit of the 95th percentile until an opponent sees a move, in seconds


@contextmanager
def server() -> Iterator[str]:
    """Yield the address of `zermelo serve`, which runs during the block."""
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        match = re.search(r"http://\S+", running.stdout.readline())
        assert match is not None
        try:
            yield match[0]
        finally:
            running.send_signal(2)


def late(times: list[float]) -> float:
    """The 95th percentile."""
    return statistics.quantiles(times, n=20, method="inclusive")[-1]


def summary(times: list[float]) -> str:
    """The median, the 95th percentile and the longest time, in milliseconds."""
    figures = statistics.median(times), late(times), max(times)
    return "{:6.0f} ms   (95% {:.0f} ms, worst {:.0f} ms)".format(*(1e3 * each for each in figures))


# What a page does --------------------------------------------------------------------------------


async def open_session(at: httpx.AsyncClient, *players: str, **more: Any) -> dict[str, Any]:
    """Open a game between these players; return its state."""
    fields = {"game": GAME, "players": players, **more}
    answer = (await at.post("api/sessions", json=fields)).raise_for_status()
    state: dict[str, Any] = answer.json()
    return state


async def states(at: httpx.AsyncClient, key: str, seat: str = "") -> AsyncIterator[dict[str, Any]]:
    """Yield the states of a session that the page of a player receives."""
    kind, address = "", f"api/sessions/{key}/events" + (f"?seat={seat}" if seat else "")
    async with at.stream("GET", address) as stream:
        async for line in stream.aiter_lines():
            name, _, content = line.partition(": ")
            if name == "event":
                kind = content
            elif name == "data" and kind == "state":
                yield json.loads(content)


async def state_after(page: AsyncIterator[dict[str, Any]], ply: int) -> dict[str, Any]:
    """Wait for the first state after `ply`, or the end of the game."""
    async for state in page:
        if state["ply"] > ply or state["over"]:
            return state
    raise AssertionError("the events ended before the answer")


async def move(at: httpx.AsyncClient, key: str, text: str, seat: str = "") -> int:
    """Make a move; return the ply after it."""
    headers = {"x-seat": seat} if seat else {}
    answer = await at.post(f"api/sessions/{key}/move", json={"move": text}, headers=headers)
    return int(answer.raise_for_status().json()["ply"])


async def play_computer(at: httpx.AsyncClient, opponent: str) -> list[float]:
    """Make some moves against the computer; return the seconds until each was answered."""
    state, times = await open_session(at, "human", opponent), []
    async with aclosing(states(at, state["key"])) as page:
        while not state["over"] and len(times) < MOVES:
            began = time.perf_counter()
            ply = await move(at, state["key"], state["board"]["moves"][0]["move"])
            state = await state_after(page, ply) | {"key": state["key"]}
            times.append(time.perf_counter() - began)
    return times


async def play_each_other(sides: list[httpx.AsyncClient], seed: int) -> list[float]:
    """Play a pair's game; return the seconds until the opponent saw each move."""
    chance, times = random.Random(seed), []
    state = await open_session(sides[0], "human", "human", together={"seat": 0, "base": 600})
    key = state["key"]
    joined = (await sides[1].post(f"api/sessions/{key}/sit", json={})).raise_for_status()
    seats = [state["seat_key"], joined.json()["seat_key"]]
    pages = [states(at, key, seat) for at, seat in zip(sides, seats, strict=True)]
    while not state["over"]:
        mover, chosen = state["player"], chance.choice(state["board"]["moves"])
        seen = asyncio.create_task(state_after(pages[mover ^ 1], state["ply"]))
        began = time.perf_counter()
        await move(sides[mover], key, chosen["move"], seats[mover])
        state = await seen
        times.append(time.perf_counter() - began)
        await asyncio.sleep(chance.uniform(0.2, 1.8))  # nobody thinks faster than that
    for page in pages:
        await page.aclose()
    return times


async def watch_engines(at: httpx.AsyncClient) -> None:
    """Watch two engines play each other, again and again."""
    while True:
        state = await open_session(at, ENGINE, ENGINE)
        async with aclosing(states(at, state["key"])) as page:
            while not state["over"]:
                state = await state_after(page, state["ply"])


# The figures -------------------------------------------------------------------------------------


async def crowd(first: httpx.AsyncClient, *others: httpx.AsyncClient) -> bool:
    """Print the engine's times to answer alone and in a crowd; return whether one is too long."""
    await play_computer(first, ENGINE)  # compiles
    print(f"alone           {summary(await play_computer(first, ENGINE))}")
    tabs = [asyncio.create_task(watch_engines(others[n % len(others)])) for n in range(TABS)]
    await asyncio.sleep(10 * LIMIT)
    times = [each for _ in range(GAMES) for each in await play_computer(first, ENGINE)]
    gone = [tab for tab in tabs if tab.done()]
    for tab in tabs:
        tab.cancel()
    await asyncio.gather(*tabs, return_exceptions=True)
    print(f"among {TABS - len(gone)} tabs  {summary(times)}")
    if gone:
        print(f"{len(gone)} tabs found no room; the first: {gone[0].exception()!r}")
    return max(times) > LIMIT + GRACE


async def pairs(first: httpx.AsyncClient, second: httpx.AsyncClient, *_: Any) -> bool:
    """Print how soon opponents see a move; return whether that is too late."""
    games = await asyncio.gather(*(play_each_other([first, second], n) for n in range(GROUP)))
    times = [each for game in games for each in game]
    print(f"{GROUP} pairs at once, {len(times)} moves: {summary(times)}")
    return late(times) > PROMPT


async def sessions(first: httpx.AsyncClient, *_: Any) -> bool:
    """Print how soon level 5 answers fifty people."""
    games = await asyncio.gather(*(play_computer(first, "level:5") for _ in range(GROUP)))
    times = [each for game in games for each in game]
    print(f"{GROUP} sessions at once, {len(times)} moves, all answered: {summary(times)}")
    return False


async def visit(address: str, part: Any) -> bool:
    """Run a part with clients of three addresses."""
    limits = httpx.Limits(max_connections=2 * TABS)
    async with AsyncExitStack() as opened:
        clients = []
        for source in ("127.0.0.1", "127.0.0.2", "127.0.0.3"):
            transport = httpx.AsyncHTTPTransport(local_address=source, limits=limits)
            client = httpx.AsyncClient(base_url=address, timeout=120, transport=transport)
            clients.append(await opened.enter_async_context(client))
        return bool(await part(*clients))


def main() -> int:
    """Print each part's figures; 1 if a time is too long."""
    parts = {part.__name__: part for part in (crowd, pairs, sessions)}
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(parts))
    slow = False
    for name in parser.parse_args().parts or parts:
        with server() as address:
            slow |= asyncio.run(visit(address, parts[name]))
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
