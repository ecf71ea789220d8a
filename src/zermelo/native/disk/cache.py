"""Files on disk: machine code, and facts about rules, each under a digest of all it depends on.

Machine code is an object file with what its caller has to know. A file that others may write to, a
damaged one, or one of another version of this package, compiler or processor is left alone, and is
made again.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zermelo.native.disk.claims import claim, claiming
from zermelo.native.disk.folder import folder, own_bytes, prune, write_whole

Object = tuple[dict[str, Any], bytes]

PACKAGE: Final = Path(__file__).parent.parent


def object_for(name: str, key: str, make: Callable[[], Object]) -> Object:
    """The facts and the object file that `make` makes; looked up if they were made before.

    name  the beginning of the file's name
    key   all that they depend on, besides this package and Python's version
    """
    path = _path(name, key)
    if path is None:
        return make()
    with claiming():
        found = _read(path)
        if found is None and claim(path):
            found = _read(path)  # another process may have been faster
        if found is not None:
            return found
        facts, code = make()
        if facts.get("keep", True):
            _write(path, facts, code)
    return facts, code


def _path(name: str, key: str) -> Path | None:
    whole, place = repr((key, own_digest(), sys.version_info[:2])), folder()
    digest = hashlib.sha256(whole.encode()).hexdigest()[:32]
    return place / f"{name}-{digest}.object" if place is not None else None


def _read(path: Path) -> Object | None:
    try:
        content = own_bytes(path)
        if hashlib.sha256(content[32:]).digest() != content[:32]:
            return None
        size = int.from_bytes(content[32:40], "little")
        os.utime(path)  # it is in use
        return json.loads(content[40 : 40 + size]), content[40 + size :]
    except (OSError, ValueError):
        return None


def _write(path: Path, facts: dict[str, Any], code: bytes) -> None:
    text = json.dumps(facts).encode()
    content = len(text).to_bytes(8, "little") + text + code
    try:
        write_whole(path, hashlib.sha256(content).digest() + content)
        prune(path.parent)
    except OSError:  # a full disk: the next start compiles again
        return


def remembered(name: str, find_out: Callable[[], Any]) -> Any:
    """The result of `find_out`, as JSON has it; looked up by its name if it was computed before."""
    return object_for("rules", name, lambda: ({"value": find_out()}, b""))[0]["value"]


def note_number(name: str, number: int) -> None:
    """Keep a number under a name, for other processes."""
    path = _path("rules", name)
    if path is not None:
        _write(path, {"value": number}, b"")


def noted_number(name: str) -> int | None:
    """The number that was kept last under a name."""
    path = _path("rules", name)
    found = _read(path) if path is not None else None
    return found and found[0]["value"]


@functools.cache
def own_digest() -> str:
    """A digest of the code of `zermelo.native`: files that other code made are not used."""
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()
