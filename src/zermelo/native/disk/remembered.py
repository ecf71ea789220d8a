"""What is known of a game's rules, kept on disk beside the machine code; see `cache`."""

from __future__ import annotations

import ast
import functools
import hashlib
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from zermelo.native.disk.folder import folder, prune, write_whole
from zermelo.native.disk.owned import own_bytes

PACKAGE: Final = Path(__file__).parent.parent
GENERATE_NO_CODE: Final = {
    *("advice.py", "refusal.py", "pausing.py", "host.py"),
    *("disk/claims.py", "disk/folder.py", "disk/owned.py"),
    *("wasm/browser.py", "wasm/sidemodule.py", "wasm/webassembly.py"),
}


def remembered(name: str, find_out: Callable[[], Any]) -> Any:
    """What `find_out` returns, as JSON has it; looked up by its name if it was asked for before.

    A file that others may write to, a damaged one, or one of another version of this package is
    left alone, and `find_out` is called again.
    """
    return _kept((name, own_digest(), sys.version_info[:3]), find_out)


@functools.cache
def own_digest() -> str:
    """Of the code of `zermelo.native`: code made, or stored, in another way is not mixed up.

    Comments, docstrings and layout leave it alone, and so do files that generate no code. Parsing
    all files takes 0.3 s, so the digest is remembered by the bytes of the files.
    """
    paths = sorted(PACKAGE.rglob("*.py"))
    names = [path.relative_to(PACKAGE).as_posix() for path in paths]
    sources = [
        path.read_bytes()
        for path, name in zip(paths, names, strict=True)
        if name not in GENERATE_NO_CODE
    ]
    exactly = hashlib.sha256(b"".join(sources)).hexdigest()
    digest = _kept(("code", exactly, sys.version_info[:3]), lambda: _digest(sources))
    return str(digest)


def _digest(sources: list[bytes]) -> str:
    return hashlib.sha256("".join(map(_bare, sources)).encode()).hexdigest()


def _bare(source: bytes) -> str:
    """The code of a file as text, without comments and docstrings."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        match node:
            case ast.Module() | ast.ClassDef() | ast.FunctionDef() if ast.get_docstring(node):
                node.body = node.body[1:]
    return ast.dump(tree)


def _kept(named: tuple[Any, ...], find_out: Callable[[], Any]) -> Any:
    place = folder()
    if place is None:
        return find_out()
    key = repr(named)
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


def _digest_of(text: bytes) -> bytes:
    return hashlib.sha256(text).hexdigest().encode()
