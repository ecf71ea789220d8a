"""The Chromium in which pages are tested and measured, without a window.

Its headless build opens a page in a third of the time of the whole browser, which draws its windows
even if nobody sees them.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)  # Chromium's path; None if missing


@contextmanager
def browser() -> Iterator[Any]:
    """Yield a Chromium that runs during the block; exit if it is missing."""
    from playwright.sync_api import sync_playwright

    if CHROMIUM is None:
        sys.exit("Chromium is missing: install it to measure pages.")
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield launched
        launched.close()
