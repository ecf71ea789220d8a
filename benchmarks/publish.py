"""The figures of a published site: the time until a game can begin, and the engine's speed.

    python benchmarks/publish.py [DIR]

DIR is the folder of Pyodide, build/pyodide by default. It writes a site and serves it on loopback
by a plain file server; a headless Chromium opens it. The engine's results in random positions are
compared with native ones; the best time of five turns counts for each position.
"""

from __future__ import annotations

import functools
import http.server
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import zermelo
from chromium import browser
from engineinpage import in_page, natively, positions
from zermelo.publish.site import kernel_of, publish

POSITIONS = 200
TURNS = 5
VISITS = 5
# Game → the depth of searches; small games would measure only the call.
GAMES = {
    "connectfour": 9,
    "morris": 4,
    "isolation(width=7, height=7)": 5,
    "nim": 16,
    "tictactoe": 9,
}
BARE = "http://localhost/bare"
ISOLATED = {  # isolated pages have clocks with steps of 5 µs, other pages of 100
    "content-type": "text/html",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-embedder-policy": "require-corp",
}
CLICKED = """(point) => new Promise((resolve) => {
  const began = performance.now();
  const count = document.querySelectorAll("#moves button").length;
  const look = () => document.querySelectorAll("#moves button").length > count
    ? resolve(performance.now() - began) : requestAnimationFrame(look);
  const rect = document.querySelector(`[data-point="${point}"] rect`);
  rect.dispatchEvent(new MouseEvent("click", { bubbles: true }));
  look();
})"""


KEPT = """async () => {
  const name = (await caches.keys()).find((name) => name.includes("memory-"));
  return name !== undefined && (await (await caches.open(name)).keys()).length > 0;
}"""


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Log nothing."""


def speeds(page: Any, spec: str) -> None:
    """Compare the engine of one game in the page with the native one, in turns on each position."""
    game, depth = zermelo.game(spec), GAMES[spec]
    kernel = kernel_of(game)
    states, here, there, same = positions(game, POSITIONS), [], [], 0
    for _ in range(TURNS):
        result = in_page(page, kernel, game, states, depth)
        native = natively(game, states, depth)
        reported = [(int(score), nodes) for _, _, score, nodes, _ in result]
        same = sum(
            each == (score, nodes) for each, (score, nodes, _) in zip(reported, native, strict=True)
        )
        there.append([seconds for *_, seconds in result])
        here.append([seconds for *_, seconds in native])
    nodes = sum(nodes for _, nodes in reported)
    speed, own = (nodes / sum(map(min, zip(*turns, strict=True))) for turns in (there, here))
    print(
        f"{spec:<28} {len(kernel.code):>6,} bytes  same {same} of {len(states)}  "
        f"{speed / 1e6:5.2f} M nodes/s, native {own / 1e6:5.2f}: {speed / own:.2f}",
        flush=True,
    )


def visits(chromium: Any, pyodide: str) -> None:
    """Measure the time until a game can begin if an earlier visit has cached the site's files."""
    with tempfile.TemporaryDirectory() as folder:
        made = publish(["connectfour"], Path(folder), offline=True, pyodide_from=pyodide)
        print(f"a site of one game: {made['bytes'] / 1e6:.2f} MB beside Pyodide", flush=True)
        handler = functools.partial(Quiet, directory=folder)
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = chromium.new_context(bypass_csp=True).new_page()
        ready, moved, drawn = [], [], []
        for _ in range(1 + VISITS):
            page.goto("about:blank")
            began = time.perf_counter()
            page.goto(f"http://127.0.0.1:{server.server_address[1]}/")
            page.wait_for_selector(".zermelo-target")
            ready.append(time.perf_counter() - began)
            drawn.append(page.evaluate(CLICKED, 38))
            page.wait_for_function("document.querySelectorAll('#moves button').length > 1")
            moved.append(time.perf_counter() - began)
            page.wait_for_function(KEPT)  # the cached files, with which later visits begin
        server.shutdown()
    for name, times in (("page ready", ready), ("first answer", moved)):
        print(f"{name:<12} {statistics.median(times[1:]):.2f} s (the first visit {times[0]:.2f} s)")
    print(f"{'click drawn':<12} {statistics.median(drawn[1:]):.0f} ms")


def main(pyodide: str = "build/pyodide") -> None:
    with browser() as chromium:
        page = chromium.new_page()
        page.route(BARE, lambda route: route.fulfill(body="<!doctype html>", headers=ISOLATED))
        page.goto(BARE)
        for spec in GAMES:
            speeds(page, spec)
        visits(chromium, pyodide)


if __name__ == "__main__":
    main(*sys.argv[1:])
