"""How long a page with a large search tree takes to open in Chromium, and a step in it to be drawn.

Run it as `.venv/bin/python benchmarks/tree.py`; it needs Chromium and the package playwright.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import zermelo
from zermelo.show.treepage import tree_page

SEARCHES = [  # game, algorithm, depth
    ("tictactoe", "alphabeta", None),
    ("connectfour", "alphabeta", 9),
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
    """Seconds to trace, to write and to open, from the request to the tree drawn and settled."""
    began = time.perf_counter()
    trace = zermelo.trace(zermelo.game(spec), algorithm=algorithm, depth=depth)
    traced = time.perf_counter()
    text = tree_page(trace)
    written = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tree.html"
        file.write_text(text, encoding="utf-8")
        opened = [open_seconds(browser, file.as_uri()) for _ in range(REPEATS)]
    return {
        "search": f"{algorithm} on {spec}" + (f", depth {depth}" if depth else ""),
        "nodes": len(trace),
        "megabytes": len(text) / 1e6,
        "traced": traced - began,
        "written": written - traced,
        "opened": median(seconds for seconds, _ in opened),
        "stepped": median(seconds for _, seconds in opened),
    }


def open_seconds(browser: Any, address: str) -> tuple[float, float]:
    """Seconds until the page has drawn its tree, and for a jump and a run to the next cut in it."""
    page = browser.new_page()
    began = time.perf_counter()
    page.goto(address)
    page.locator("[role=treeitem]").first.wait_for()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    opened = time.perf_counter() - began
    stepped = page.evaluate(STEP) / 1000
    page.close()
    return opened, stepped


def main() -> int:
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium")
    if chromium is None:
        print("there is no Chromium", file=sys.stderr)
        return 1
    print(
        f"{'search':36} {'nodes':>9} {'MB':>6} {'traced':>8} {'written':>8} {'opened':>8} stepped"
    )
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for search in SEARCHES:
            row = measure(browser, *search)
            print(
                f"{row['search']:36} {row['nodes']:9,} {row['megabytes']:6.1f} "
                f"{row['traced']:6.2f} s {row['written']:6.2f} s {row['opened']:6.2f} s "
                f"{row['stepped']:5.3f} s"
            )
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
