"""Files that nobody else can have written: machine code of others is never loaded."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from zermelo.process import disk


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
