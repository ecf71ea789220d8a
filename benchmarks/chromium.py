"""The Chromium in which pages are tested and measured, without a window.

Its headless build takes a third of the time of the whole browser for a new page: that one draws
its own windows even where nobody sees them.
"""

from __future__ import annotations

import shutil

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)  # its path, None without any
