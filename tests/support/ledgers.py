"""Read and forge files of lines with digests, without Zermelo's own code for them."""

import json
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any


def values(path: Path) -> list[Any]:
    """The JSON of all lines but the first."""
    return [json.loads(line[9:]) for line in path.read_bytes().splitlines()[1:]]


def rows(path: Path) -> list[list[Any]]:
    """The rows of a book, without the description of the book."""
    return values(path)[1:]


def forge(path: Path, lines: list[Any], head: bytes | None = None) -> None:
    """Replace the lines, and compute the right digests; lines of bytes stay unchanged."""
    head = head or path.read_bytes().partition(b"\n")[0]
    content, digest = head + b"\n", zlib.crc32(head + b"\n")
    for line in lines:
        text = line if isinstance(line, bytes) else json.dumps(line, separators=(",", ":")).encode()
        digest = zlib.crc32(text, digest)
        content += b"%08x %b\n" % (digest, text)
    path.write_bytes(content)


def edit(path: Path, change: Callable[[list[Any]], object]) -> None:
    """Have `change` alter the lines in place."""
    lines = values(path)
    change(lines)
    forge(path, lines)
