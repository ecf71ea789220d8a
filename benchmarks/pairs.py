"""Fifty pairs of people who play over a network at once: the time until the opponent sees a move.

    python benchmarks/pairs.py

It starts a server on loopback in the usual way. Those who open the games come from 127.0.0.1, their
opponents from 127.0.0.2. Each pair plays Connect Four with a clock until the game is over. A time
runs from sending a move until the opponent's page receives it.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from collections.abc import AsyncIterator

import httpx

from crowd import client
from web import answered, said, server

PAIRS = 50
MOST = 0.2  # the limit of the 95th percentile, in seconds
GAME = "connectfour"


async def listen(at: httpx.AsyncClient, key: str, seat: str) -> AsyncIterator[str]:
    """The lines of the events that a player's page gets."""
    async with at.stream("GET", f"api/sessions/{key}/events?seat={seat}") as stream:
        async for line in stream.aiter_lines():
            yield line


async def play(sides: list[httpx.AsyncClient], number: int) -> list[float]:
    """One pair's game; the seconds until each move was seen."""
    chance, together = random.Random(number), {"seat": 0, "base": 600}
    fields = {"game": GAME, "players": ["human", "human"], "together": together}
    state = (await sides[0].post("api/sessions", json=fields)).raise_for_status().json()
    path = f"api/sessions/{state['key']}"
    sat = (await sides[1].post(f"{path}/sit", json={})).raise_for_status().json()
    seats = [state["seat_key"], sat["seat_key"]]
    pages = [listen(at, state["key"], seat) for at, seat in zip(sides, seats, strict=True)]
    times = []
    while not state["over"]:
        mover, ply = state["player"], state["ply"]
        move = {"move": chance.choice(state["board"]["moves"])["move"]}
        seen = asyncio.create_task(answered(pages[mover ^ 1], ply))
        began = time.perf_counter()
        headers = {"x-seat": seats[mover]}
        answer = await sides[mover].post(f"{path}/move", json=move, headers=headers)
        assert answer.status_code == 200, json.dumps(answer.json())
        state = await seen
        times.append(time.perf_counter() - began)
        await asyncio.sleep(chance.uniform(0.2, 1.8))  # nobody thinks faster than that
    for page in pages:
        await page.aclose()
    return times


async def measured(address: str) -> float:
    """Play, and print what moves took; the 95th percentile."""
    async with client(address, "127.0.0.1") as first, client(address, "127.0.0.2") as second:
        games = await asyncio.gather(*(play([first, second], n) for n in range(PAIRS)))
    times = sorted(each for game in games for each in game)
    late = times[int(0.95 * len(times))]
    print(
        f"{PAIRS} pairs at once, {len(times)} moves: {said(times)}, 95% within {late * 1e3:.0f} ms"
    )
    return late


def main() -> int:
    with server() as address:
        return int(asyncio.run(measured(address)) > MOST)


if __name__ == "__main__":
    sys.exit(main())
