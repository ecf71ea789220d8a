"""The web page's figures: first paint and move, clicks, frames, 50 sessions at once, bad requests.

    python benchmarks/web.py

It starts a server on loopback in the usual way; a headless Chromium clicks. Without Chromium, the
first two figures are left out. Times are medians over several attempts, with the others in
brackets.
"""

from __future__ import annotations

import asyncio
import json
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

import httpx

from chromium import CHROMIUM
from fuzz.asked import Requests

GAME = "connectfour"
TRIES = 5
SESSIONS = 50
MOVES = 4  # moves of each session's person
REQUESTS = 10_000
CLICKS = 30
CLICKED_IN = ("tictactoe", "connectfour", "morris", "othello", "chess", "gomoku")


@contextmanager
def server() -> Iterator[str]:
    """Yield the address of `zermelo serve`, which runs during the block."""
    with process() as (address, _):
        yield address


@contextmanager
def process() -> Iterator[tuple[str, int]]:
    """Yield the address and the process id of `zermelo serve`, which runs during the block."""
    command = [sys.executable, "-m", "zermelo", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        match = re.search(r"http://\S+", running.stdout.readline())
        assert match is not None
        try:
            yield match[0], running.pid
        finally:
            running.send_signal(2)


def said(times: list[float]) -> str:
    """A median, the 95th percentile and the worst, in milliseconds."""
    late = statistics.quantiles(times, n=20, method="inclusive")[-1]
    median, worst = statistics.median(times), max(times)
    return f"{median * 1e3:6.0f} ms   (95% {late * 1e3:.0f} ms, worst {worst * 1e3:.0f} ms)"


# In the browser ----------------------------------------------------------------------------------

# Clicks a point; resolves once an element that `drawn` selects exists, at the next frame.
TIMED = """([point, drawn, count]) => new Promise((resolve) => {
  const began = performance.now();
  const board = document.querySelector("#board");
  const look = () => {
    if (document.querySelectorAll(drawn).length < count) return;
    watching.disconnect();
    requestAnimationFrame(() => resolve((performance.now() - began) / 1000));
  };
  const watching = new MutationObserver(look);
  watching.observe(document.body, { childList: true, subtree: true });
  board.querySelector(`[data-point='${point}']`).dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""  # noqa: E501
COLUMN = 38  # the middle of the lowest row


def first_moves(page: Any) -> list[float]:
    """Seconds from a person's first click to the answer of level 10, each in a new server."""
    times = []
    for _ in range(TRIES):
        with server() as address:
            page.goto(f"{address}play#p=human~level:10&g={GAME}")
            page.wait_for_selector(".zermelo-legal")
            times.append(page.evaluate(TIMED, [COLUMN, "#moves li", 2]))
    return times


# Clicks a clickable point, and resolves once the board shows the click.
CLICKED = """(number) => new Promise((resolve) => {
  const board = document.querySelector("#board");
  const legal = [...board.querySelectorAll(".zermelo-legal")];
  const before = board.innerHTML, began = performance.now();
  const look = () => {
    if (board.innerHTML === before) return;
    watching.disconnect();
    requestAnimationFrame(() => resolve((performance.now() - began) / 1000));
  };
  const watching = new MutationObserver(look);
  watching.observe(board, { attributes: true, childList: true, subtree: true });
  legal[(7 * number) % legal.length].dispatchEvent(new MouseEvent("click", { bubbles: true }));
})"""


def clicks(page: Any, address: str, game: str) -> list[float]:
    """Seconds from each click, between two people, until the board shows it."""
    times: list[float] = []
    while len(times) < CLICKS:
        page.goto("about:blank")
        page.goto(f"{address}play#p=human~human&g={quote(game)}")
        page.wait_for_selector(".zermelo-legal")
        for number in range(CLICKS):
            if page.locator("#board .zermelo-legal").count() == 0:
                break
            times.append(page.evaluate(CLICKED, number))
            page.wait_for_timeout(50)
    return times


FRAMES = """(seconds) => new Promise((resolve) => {
  const times = [];
  const look = (now) => {
    times.push(now);
    if (now - times[0] < 1000 * seconds) requestAnimationFrame(look);
    else resolve(times.slice(1).map((time, index) => (time - times[index]) / 1000));
  };
  requestAnimationFrame(look);
})"""
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime / 1000"


def first_paints(page: Any, address: str) -> list[float]:
    """Seconds until the first part of the gallery is on the screen."""
    times = []
    for _ in range(TRIES):
        page.goto("about:blank")
        page.goto(address)
        page.wait_for_function(
            "() => performance.getEntriesByName('first-contentful-paint').length"
        )
        times.append(page.evaluate(PAINTED))
    return times


def frames(page: Any, address: str) -> list[float]:
    """Seconds between frames while men move and values arrive."""
    page.goto("about:blank")
    page.goto(f"{address}play#p=level:1~level:1&g={GAME}")
    page.wait_for_selector(".zermelo-target")
    page.check("#values")
    result: list[float] = page.evaluate(FRAMES, 5)
    return result


def in_the_browser() -> None:
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        print("no Chromium: first move and clicks are left out")
        return
    with sync_playwright() as playwright:
        page = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"]
        ).new_page()
        first_moves(page)  # compiles the machine code and caches it
        print(f"first move, {GAME}, warm      {said(first_moves(page))}")
        with server() as address:
            print(f"first paint of the gallery      {said(first_paints(page, address))}")
            print(f"from frame to frame, in motion  {said(frames(page, address))}")
            for game in CLICKED_IN:
                print(f"a click drawn, {game:26s} {said(clicks(page, address, game))}")


# Many at once ------------------------------------------------------------------------------------


async def session(client: httpx.AsyncClient) -> list[float]:
    """One person against level 5: the seconds until each move was answered."""
    fields = {"game": GAME, "players": ["human", "level:5"]}
    state = (await client.post("api/sessions", json=fields)).json()
    path, times = f"api/sessions/{state['key']}", []
    async with client.stream("GET", f"{path}/events") as stream:
        lines = stream.aiter_lines()
        for _ in range(MOVES):
            began = time.perf_counter()
            move = {"move": state["board"]["moves"][0]["move"]}
            answer = await client.post(f"{path}/move", json=move)
            answer.raise_for_status()
            state = await answered(lines, answer.json()["ply"])
            times.append(time.perf_counter() - began)
            if state["over"]:
                break
    return times


async def answered(lines: Any, ply: int) -> dict[str, Any]:
    """The first state of the session beyond `ply`."""
    kind = ""
    async for line in lines:
        if line.startswith("event: "):
            kind = line[7:]
        if line.startswith("data: ") and kind == "state":
            state: dict[str, Any] = json.loads(line[6:])
            if state["ply"] > ply or state["over"]:
                return state
    raise AssertionError("the events ended before the answer")


async def many(address: str) -> None:
    limits = httpx.Limits(max_connections=4 * SESSIONS)
    async with httpx.AsyncClient(base_url=address, timeout=120, limits=limits) as client:
        result = await asyncio.gather(*(session(client) for _ in range(SESSIONS)))
    times = [time for answers in result for time in answers]
    print(f"{SESSIONS} sessions at once, {len(times)} moves, all answered; each in {said(times)}")


async def fuzzed(address: str) -> None:
    statuses: dict[int, int] = {}
    async with httpx.AsyncClient(base_url=address, timeout=60) as client:
        requests = Requests(2, [])
        for _ in range(REQUESTS):
            try:
                answer = await client.request(**requests.request())
            except (httpx.InvalidURL, httpx.LocalProtocolError):
                continue  # requests that the client itself refuses to send
            requests.learn(answer)
            statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
    listed = ", ".join(f"{number} × {status}" for status, number in sorted(statuses.items()))
    worst = max(statuses)
    print(f"fuzzed requests: {listed}: {'never' if worst < 500 else 'SOME'} 5xx")


def main() -> None:
    in_the_browser()
    with server() as address:
        asyncio.run(many(address))
        asyncio.run(fuzzed(address))


if __name__ == "__main__":
    main()
