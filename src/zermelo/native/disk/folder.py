"""The folder on disk, where it is, and how files get into it whole.

`ZERMELO_CACHE_DIR` moves the folder; set to "off" nothing is read or written.
"""

from __future__ import annotations

import os
from pathlib import Path

from zermelo.native.disk.owned import make_own
from zermelo.process import disk
from zermelo.process.files import replaced_whole

KEPT_FILES = 1000  # of 60 KB or so; the tests alone compile more than 400 kernels


def folder() -> Path | None:
    """Where machine code is kept, or None when that is switched off."""
    chosen = os.environ.get("ZERMELO_CACHE_DIR")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo" / "native"


def write_whole(path: Path, content: bytes) -> None:
    """Write the whole file or none of it: other processes may be reading or writing it too.

    A power cut may leave less: a file's digest is checked when it is read.
    """
    make_own(path.parent)
    replaced_whole(path, content, ".part")


def prune(place: Path, pattern: str) -> None:
    """Forget the longest unchanged files beyond `KEPT_FILES`."""
    files = sorted(place.glob(pattern), key=lambda path: path.stat().st_mtime)
    for path in files[:-KEPT_FILES]:
        disk.removed(path)
