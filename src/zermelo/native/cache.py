"""Files on disk: machine code and facts about rules, each under a digest of its inputs.

Machine code is an object file with the facts its caller needs, which are pickled: they are trusted
like the code. Files that others may write to, damaged files, and files for another version of this
package, compiler or processor are ignored and recreated. `ZERMELO_CACHE_DIR` moves the folder;
"off" turns the cache off.

Processes that need the same machine code at once each compile it, in half a second.
"""

import errno
import functools
import hashlib
import os
import pickle
import stat
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zermelo.process import disk
from zermelo.process.files import replace_file

KEPT_FILES: Final = 1000  # the most files, about 40 KB each; the tests alone compile more than 400
KEPT_BYTES: Final = 1 << 28
KEPT_SECONDS: Final = 90 * 24 * 3600  # files unused for longer are deleted


def folder() -> Path | None:
    """The folder of the cache; None if the cache is switched off."""
    chosen = os.environ.get("ZERMELO_CACHE_DIR")
    if chosen == "off":
        return None
    if chosen:
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "zermelo" / "native"


def write_whole(path: Path, content: bytes) -> None:
    """Write a whole file or nothing, even if other processes read or write it.

    A power cut may still truncate a file, so readers check its digest.
    """
    make_own(path.parent)
    replace_file(path, content, ".part")


def prune(place: Path) -> None:
    """Delete files unused for `KEPT_SECONDS`, and the oldest over `KEPT_FILES` or `KEPT_BYTES`."""
    found = [(path.stat(), path) for path in place.glob("*.object")]
    found.sort(key=lambda item: -item[0].st_mtime)
    size, oldest = 0, time.time() - KEPT_SECONDS
    for number, (status, path) in enumerate(found):
        size += status.st_size
        if number >= KEPT_FILES or size > KEPT_BYTES or status.st_mtime < oldest:
            disk.remove(path)


def own_bytes(path: Path) -> bytes:
    """The content of `path`; raises `OSError` if others own it or may write to it or its folder."""
    folder = disk.open_file(path.parent, disk.FOLDER)
    try:
        _require_own(os.fstat(folder))
        file = disk.open_file(path.name, disk.READ | os.O_NOFOLLOW, within=folder)
        try:
            status = os.fstat(file)
            _require_own(status)
            if not stat.S_ISREG(status.st_mode):
                raise OSError(errno.EINVAL, "it is not a regular file")
            return disk.content(file)
        finally:
            os.close(file)
    finally:
        os.close(folder)


def make_own(folder: Path) -> None:
    """Make `folder` for this user alone; raises `OSError` if others own it or may write to it."""
    disk.make_folder(folder.parent)
    folder.mkdir(mode=0o700, exist_ok=True)
    _require_own(folder.stat())


def _require_own(status: os.stat_result) -> None:
    if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        raise PermissionError(errno.EPERM, "others may write to it")


# Machine code and facts ---------------------------------------------------------------------------

Object = tuple[Any, bytes]

PACKAGE: Final = Path(__file__).parent.parent
ROOMS: Final = ("native", "contract")  # every kernel uses these; fingerprints cover other code


def object_for(name: str, key: str, make: Callable[[], Object]) -> Object:
    """Load the facts and the object file from the cache, or `make` and store them.

    The file's name begins with `name`. `key` has all inputs of `make`, except this package and
    Python's version. Facts with a class that is defined inside a function are not stored.
    """
    path = _path(name, key)
    if (found := _load(path)) is not None:
        return found
    facts, code = make()
    _write(path, facts, code)
    return facts, code


def _path(name: str, key: str) -> Path | None:
    """The file for a name and a key; None if the cache is switched off."""
    whole, place = repr((key, own_digest(), sys.version_info[:2])), folder()
    digest = hashlib.sha256(whole.encode()).hexdigest()[:32]
    return place / f"{name}-{digest}.object" if place is not None else None


def _load(path: Path | None) -> Object | None:
    """The facts and the object file at a path; None if there is no file that can be used."""
    if path is None:
        return None
    try:
        content = own_bytes(path)
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        size = int.from_bytes(content[32:40], "little")
        os.utime(path)  # marks the file as used, see `prune`
        return pickle.loads(content[40 : 40 + size]), content[40 + size :]
    except (OSError, AttributeError, ImportError):  # or a class in the facts no longer exists
        return None


def _write(path: Path | None, facts: Any, code: bytes) -> None:
    if path is None:
        return
    try:
        pickled = pickle.dumps(facts)
        content = len(pickled).to_bytes(8, "little") + pickled + code
        write_whole(path, hashlib.sha256(content).digest() + content)
        prune(path.parent)
    except (OSError, pickle.PicklingError, AttributeError, TypeError):  # a full disk, for example
        return  # the next start compiles again


def remember(name: str, find_out: Callable[[], Any]) -> Any:
    """The result of `find_out`, which is computed only once and stored under `name`."""
    return object_for("rules", name, lambda: (find_out(), b""))[0]


def note_number(name: str, number: int) -> None:
    """Store a number under a name, for other processes."""
    _write(_path("rules", name), number, b"")


def noted_number(name: str) -> int | None:
    """The number that was last stored under a name; None if there is none."""
    found = _load(_path("rules", name))
    return found and found[0]


@functools.cache
def own_digest() -> str:
    """A digest of the source in `ROOMS`; files from other versions of the source are ignored."""
    digest = hashlib.sha256()
    for path in sorted(path for room in ROOMS for path in (PACKAGE / room).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
