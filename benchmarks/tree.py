"""The time to open a page with a large search tree in Chromium, and to draw a step in it.

`make bench NAME=tree` runs it.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import zermelo
from chromium import CHROMIUM
from zermelo.trees.page import tree_page

SEARCHES = [  # game, algorithm, depth
    ("tictactoe", "alphabeta", None),
    ("connectfour", "minimax", 6),
    ("tictactoe", "minimax", None),
]
REPEATS = 5
STEP = """() => {
    const slider = document.querySelector("input[type=range]");
    const begin = performance.now();
    slider.value = Math.floor(slider.max / 2);
    slider.dispatchEvent(new Event("input"));
    document.querySelector("[title^=Next]")?.click();
    document.body.getBoundingClientRect();
    return performance.now() - begin;
}"""


def measure(browser: Any, spec: str, algorithm: str, depth: int | None) -> dict[str, Any]:
    """The seconds to trace and to write the page, and medians of the figures from `opened`."""
    began = time.perf_counter()
    trace = zermelo.trace(zermelo.game(spec), algorithm=algorithm, depth=depth)
    traced = time.perf_counter()
    text = tree_page(trace)
    written = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree.html"
        file.write_text(text, encoding="utf-8")
        times = [opened(browser, file.as_uri()) for _ in range(REPEATS)]
    return {
        "search": f"{algorithm} on {spec}" + (f", depth {depth}" if depth else ""),
        "nodes": len(trace),
        "megabytes": len(text) / 1e6,
        "traced": traced - began,
        "written": written - traced,
        **{name: median(each[name] for each in times) for name in times[0]},
    }


def opened(browser: Any, address: str) -> dict[str, float]:
    """Seconds from the request to the drawn tree, seconds of work by the page's thread, and the
    seconds of a jump and of a run to the next cut."""
    page = browser.new_page()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    began = time.perf_counter()
    page.goto(address)
    page.locator("[role=treeitem]").first.wait_for()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    ended = time.perf_counter()
    metrics = session.send("Performance.getMetrics")["metrics"]
    (worked,) = [entry["value"] for entry in metrics if entry["name"] == "TaskDuration"]
    stepped = page.evaluate(STEP) / 1000
    page.close()
    return {"opened": ended - began, "worked": worked, "stepped": stepped}


def main() -> int:
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        print("there is no Chromium", file=sys.stderr)
        return 1
    print(f"{'search':32}    nodes     MB   traced  written   opened   worked  stepped")
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for search in SEARCHES:
            row = measure(browser, *search)
            seconds = (row[n] for n in ("traced", "written", "opened", "worked", "stepped"))
            times = " ".join(f"{each:6.2f} s" for each in seconds)
            print(f"{row['search']:32} {row['nodes']:8,} {row['megabytes']:6.1f} {times}")
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
