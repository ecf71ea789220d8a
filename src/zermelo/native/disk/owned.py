"""Files that nobody else can have written: machine code of others is never loaded."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


def own_bytes(path: Path) -> bytes:
    """The content of `path`; raises `OSError` when others may write it, or own it or its folder."""
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        _require_own(os.fstat(folder))
        file = os.open(path.name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
        with os.fdopen(file, "rb") as content:
            _require_own(os.fstat(file))
            return content.read()
    finally:
        os.close(folder)


def make_own(folder: Path) -> None:
    """Make `folder` for this user alone; raises `OSError` for one that others may write to."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)
    _require_own(folder.stat())


def _require_own(found: os.stat_result) -> None:
    if found.st_uid != os.geteuid() or found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EPERM, "others may write it")
