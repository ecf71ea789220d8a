"""Facts about a game's rules, kept on disk beside the machine code; see `cache`."""

from __future__ import annotations

import functools
import hashlib
import json
import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

from zermelo.native.disk.folder import folder, prune, write_whole
from zermelo.native.disk.owned import own_bytes

PACKAGE: Final = Path(__file__).parent.parent
QUOTES: Final = b'"' * 3
COMMENT: Final = re.compile(rb"[#] .*")
GENERATE_NO_CODE: Final = {
    *("pausing.py", "host.py"),
    *("disk/claims.py", "disk/folder.py", "disk/owned.py"),
    "wasm/browser.py",
}


def remembered(name: str, find_out: Callable[[], Any]) -> Any:
    """The result of `find_out`, as JSON has it; looked up by its name if it was computed before.

    A file that others may write to, a damaged one, or one of another version of this package is
    left alone, and `find_out` is called again.
    """
    place = folder()
    if place is None:
        return find_out()
    key = repr((name, own_digest(), sys.version_info[:3]))
    path = place / f"{hashlib.sha256(key.encode()).hexdigest()[:32]}.facts"
    try:
        digest, _, text = own_bytes(path).partition(b" ")
        kept = json.loads(text)
        if kept["key"] == key and digest == _digest_of(text):
            return kept["value"]
    except (OSError, ValueError, KeyError, TypeError):
        pass
    value = find_out()
    try:
        text = json.dumps({"key": key, "value": value}).encode()
        write_whole(path, _digest_of(text) + b" " + text)
        prune(path.parent, "*.facts")
    except OSError:  # a full disk: the next start finds it out again
        pass
    return value


@functools.cache
def own_digest() -> str:
    """A digest of the code of `zermelo.native`: files that other code made are not used.

    Comments and docstrings do not change it, nor do files that generate no code.
    """
    digest = hashlib.sha256()
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.relative_to(PACKAGE).as_posix() not in GENERATE_NO_CODE:
            digest.update(bare(path.read_bytes()))
    return digest.hexdigest()


def bare(source: bytes) -> bytes:
    """A program with empty docstrings and without comments and blank lines.

    Reading it by `ast` would take a hundred times as long, at every start. This asks for ruff's
    format, and that no string but a docstring stands alone on its lines or contains "# ".
    """
    texts = source.split(QUOTES)
    outside, inside = texts[::2], texts[1::2]
    for index, (before, after) in enumerate(pairwise(outside)):
        if not before.rpartition(b"\n")[2].strip() and after[:1] in b"\n":
            inside[index] = b""
    texts[::2], texts[1::2] = [COMMENT.sub(b"", text) for text in outside], inside
    return b"\n".join(filter(None, map(bytes.rstrip, QUOTES.join(texts).splitlines())))


def _digest_of(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
