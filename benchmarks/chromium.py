"""The Chromium in which pages are tested and measured, without a window.

Its headless build opens a page in a third of the time of the whole browser, which draws its windows
even if nobody sees them.
"""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)  # its path; None if it is missing
