"""The speed of pages in Chromium: first paint, moves, clicks, frames, and pages with large trees.

    make bench NAME=web

It starts a server on loopback in the usual way; a headless Chromium clicks. Times are medians over
several attempts, with the 95th percentile and the longest time in brackets.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import quote

import zermelo
from chromium import browser
from visitors import GAME, server, summary
from zermelo.trees.page import tree_page

TRIES = 5
CLICKS = 30
CLICKED_IN = ("tictactoe", "connectfour", "morris", "othello", "chess", "gomoku")
SEARCHES = (  # game, algorithm, depth
    ("tictactoe", "alphabeta", None),
    ("connectfour", "minimax", 6),
    ("tictactoe", "minimax", None),
)

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
STEPPED = """() => {
  const slider = document.querySelector("input[type=range]"), began = performance.now();
  slider.value = Math.floor(slider.max / 2);
  slider.dispatchEvent(new Event("input"));
  document.querySelector("[title^=Next]")?.click();
  document.body.getBoundingClientRect();
  return (performance.now() - began) / 1000;
}"""


def first_moves(page: Any) -> list[float]:
    """Seconds from a person's first click to the answer of level 10, each in a new server."""
    times = []
    for _ in range(TRIES):
        with server() as address:
            page.goto(f"{address}play#p=human~level:10&g={GAME}")
            page.wait_for_selector(".zermelo-legal")
            began = time.perf_counter()
            page.evaluate(CLICKED, 0)
            page.wait_for_function("() => document.querySelectorAll('#moves li').length > 1")
            times.append(time.perf_counter() - began)
    return times


def first_paints(page: Any, address: str) -> list[float]:
    """Seconds until the first part of the gallery is on the screen."""
    times = []
    for _ in range(TRIES):
        page.goto("about:blank")
        page.goto(address)
        times.append(page.wait_for_function(PAINTED).json_value())
    return times


def frames(page: Any, address: str) -> list[float]:
    """Seconds between frames while men move and values arrive."""
    page.goto("about:blank")
    page.goto(f"{address}play#p=level:1~level:1&g={GAME}")
    page.wait_for_selector(".zermelo-target")
    page.check("#values")
    result: list[float] = page.evaluate(FRAMES, 5)
    return result


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


def tree(page: Any, spec: str, algorithm: str, depth: int | None) -> str:
    """The size of a search tree's page, and the medians of opening it and of steps in it."""
    trace = zermelo.trace(zermelo.game(spec), algorithm=algorithm, depth=depth)
    opened, stepped = [], []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree.html"
        file.write_text(tree_page(trace), encoding="utf-8")
        for _ in range(TRIES):
            page.goto("about:blank")
            began = time.perf_counter()
            page.goto(file.as_uri())
            page.locator("[role=treeitem]").first.wait_for()
            opened.append(time.perf_counter() - began)
            stepped.append(page.evaluate(STEPPED))
        size = file.stat().st_size / 1e6
    return (
        f"{algorithm} on {spec}: {len(trace):,} nodes, {size:.1f} MB, opened in "
        f"{median(opened):.2f} s, a step in {median(stepped):.2f} s"
    )


def main() -> None:
    with browser() as chromium:
        page = chromium.new_page()
        first_moves(page)  # compiles
        print(f"first move, {GAME}, warm      {summary(first_moves(page))}")
        with server() as address:
            print(f"first paint of the gallery      {summary(first_paints(page, address))}")
            print(f"from frame to frame, in motion  {summary(frames(page, address))}")
            for game in CLICKED_IN:
                print(f"a click drawn, {game:16} {summary(clicks(page, address, game))}")
        for search in SEARCHES:
            print(tree(page, *search))


if __name__ == "__main__":
    main()
