"""What was found out about a game's rules, kept on disk beside the machine code; see `cache`."""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable
from typing import Any

from zermelo.native.cache import folder, own_digest, prune, write_whole
from zermelo.native.owned import own_bytes


def remembered(name: str, find_out: Callable[[], Any]) -> Any:
    """What `find_out` returns, as JSON has it; looked up by its name if it was asked for before.

    A file that others may write to, a damaged one, or one of another version of this package is
    left alone, and what it says found out again.
    """
    place = folder()
    if place is None:
        return find_out()
    key = repr((name, own_digest(), sys.version_info[:3]))
    path = place / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.facts"
    try:
        kept = json.loads(own_bytes(path))
        if kept["key"] == key:
            return kept["value"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    value = find_out()
    try:
        write_whole(path, json.dumps({"key": key, "value": value}).encode())
        prune(path.parent, "*.facts")
    except OSError:  # a full disk: the next start finds it out again
        pass
    return value
