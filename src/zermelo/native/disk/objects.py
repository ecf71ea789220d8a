"""Machine code kept on disk: an object file and what its caller has to know, under a digest.

A file that others may write to, a damaged one, or one of another version of this package, compiler
or processor is left alone, and the kernel is compiled again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from zermelo.native.disk.claims import claim, claiming
from zermelo.native.disk.folder import folder, prune, write_whole
from zermelo.native.disk.owned import own_bytes
from zermelo.native.disk.remembered import own_digest

Object = tuple[dict[str, Any], bytes]


def object_for(name: str, key: str, make: Callable[[], Object]) -> Object:
    """The facts and the object file that `make` makes; looked up if they were made before.

    name  the beginning of the file's name
    key   all that they depend on, besides this package and Python's version
    """
    place = folder()
    if place is None:
        return make()
    whole = repr((key, own_digest(), sys.version_info[:2]))
    path = place / f"{name}-{hashlib.sha256(whole.encode()).hexdigest()[:32]}.object"
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
        prune(path.parent, "*.object")
    except OSError:  # a full disk: the next start compiles again
        return
