"""The folder on disk, and files in it that are whole and that nobody else can have written.

`ZERMELO_CACHE_DIR` moves the folder; set to "off" nothing is read or written.
"""

from __future__ import annotations

import errno
import os
import stat
import time
from pathlib import Path
from typing import Final

from zermelo.process import disk
from zermelo.process.files import replace_file

KEPT_FILES: Final = 1000  # of 40 KB or so; the tests alone compile more than 400 kernels
KEPT_BYTES: Final = 1 << 28
KEPT_SECONDS: Final = 90 * 24 * 3600  # since a file was read or written last


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
    replace_file(path, content, ".part")


def prune(place: Path) -> None:
    """Forget the files that were not used longest, beyond what is kept."""
    found = [(path.stat(), path) for path in place.glob("*.object")]
    found.sort(key=lambda item: -item[0].st_mtime)
    size, oldest = 0, time.time() - KEPT_SECONDS
    for number, (status, path) in enumerate(found):
        size += status.st_size
        if number >= KEPT_FILES or size > KEPT_BYTES or status.st_mtime < oldest:
            disk.remove(path)


def own_bytes(path: Path) -> bytes:
    """The content of `path`; raises `OSError` when others may write it, or own it or its folder."""
    folder = disk.open_file(path.parent, disk.FOLDER)
    try:
        _require_own(os.fstat(folder))
        file = disk.open_file(path.name, disk.READ | os.O_NOFOLLOW, within=folder)
        try:
            status = os.fstat(file)
            _require_own(status)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "it is no regular file")
            return disk.content(file)
        finally:
            os.close(file)
    finally:
        os.close(folder)


def make_own(folder: Path) -> None:
    """Make `folder` for this user alone; raises `OSError` for one that others may write to."""
    disk.make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    _require_own(folder.stat())


def _require_own(status: os.stat_result) -> None:
    if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EPERM, "others may write it")
