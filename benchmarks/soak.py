"""The server's memory under mixed visitors, minute by minute.

    python benchmarks/soak.py [MINUTES] [CLOSED]

Visitors open games against each other and against the engine, watch games, ask for values, leave or
delete their sessions, and open pages, drawings and trees. Then CLOSED games of 12 kinds are played
for seconds and deleted. It prints the resident memory of `zermelo serve` in MiB.
"""

from __future__ import annotations

import contextlib
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx

from web import process

GAMES = (
    "tictactoe", "connectfour", "nim", "othello", "breakthrough", "hex(size=5)", "clobber",
    "domineering", "kalah", "isolation", "mnk(width=6, height=6, k=5)", "morris",
)  # fmt: skip
PLAYERS = ("human", "level:2", "level:8", "level:10", "engine:seconds=0.3", "greedy", "random")
VISITORS = 6
WATCHED = 2.0  # seconds, at most


def resident(number: int) -> float:
    """The resident memory of a process, in MiB."""
    (line,) = (
        line for line in Path(f"/proc/{number}/status").read_text().splitlines() if "VmRSS" in line
    )
    return int(line.split()[1]) / 1024


@contextlib.contextmanager
def listening(client: httpx.Client, path: str) -> Iterator[None]:
    """Read the events of a session on a thread during the block."""
    ended = threading.Event()

    def listen() -> None:
        with contextlib.suppress(httpx.HTTPError), client.stream("GET", f"{path}/events") as answer:
            for _ in answer.iter_lines():
                if ended.is_set():
                    return

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    yield
    ended.set()


def play(client: httpx.Client, game: str, player: str, chance: random.Random) -> None:
    """One session: some moves of a person, with a page that watches."""
    opened = client.post("/api/sessions", json={"game": game, "players": ["human", player]})
    if opened.status_code != 201:
        return
    path = f"/api/sessions/{opened.json()['key']}"
    with listening(client, path):
        if chance.random() < 0.3:
            client.post(f"{path}/values", json={"on": True})
        until = time.monotonic() + chance.random() * WATCHED
        while time.monotonic() < until:
            state = client.get(path).json()
            moves = [each["move"] for each in state["board"]["moves"]]
            if state["over"] or not moves:
                break
            if state["persons_turn"]:
                client.post(f"{path}/move", json={"move": chance.choice(moves)})
            time.sleep(0.1)
    if chance.random() < 0.8:
        client.delete(path)


def visit(address: str, seed: int, end: float) -> None:
    """Act as a visitor until the end."""
    chance = random.Random(seed)
    with httpx.Client(base_url=address, timeout=60) as client:
        while time.monotonic() < end:
            game, kind = chance.choice(GAMES), chance.random()
            with contextlib.suppress(httpx.HTTPError):
                if kind < 0.6:
                    play(client, game, chance.choice(PLAYERS), chance)
                elif kind < 0.8:
                    page = chance.choice(
                        ("/", f"/game?g={game}", f"/drawing?g={game}", "/api/games")
                    )
                    client.get(page)
                else:
                    body: dict[str, Any] = {"game": game, "depth": chance.randint(1, 3)}
                    client.post("/api/trees", json=body)


def main(minutes: float = 20, closed: int = 200) -> None:
    with process() as (address, number):
        began = time.monotonic()
        end = began + 60 * minutes
        visitors = [
            threading.Thread(target=visit, args=(address, seed, end)) for seed in range(VISITORS)
        ]
        for visitor in visitors:
            visitor.start()
        while time.monotonic() < end:
            time.sleep(min(60.0, max(0.1, end - time.monotonic())))
            print(
                f"{(time.monotonic() - began) / 60:5.1f} min  {resident(number):6.0f} MiB",
                flush=True,
            )
        for visitor in visitors:
            visitor.join()
    with process() as (address, number), httpx.Client(base_url=address, timeout=60) as client:
        print(f"a new server: {resident(number):.0f} MiB")
        chance = random.Random(1)
        for game in range(closed):
            play(client, GAMES[game % len(GAMES)], "level:8", chance)
        time.sleep(1)
        print(f"after {closed} closed games: {resident(number):.0f} MiB")


if __name__ == "__main__":
    main(*(float(text) for text in sys.argv[1:2]), *(int(text) for text in sys.argv[2:]))
