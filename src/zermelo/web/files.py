"""The files of the page: those in `static`, read once, and no others."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

KINDS: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


def page_files() -> dict[str, tuple[bytes, str]]:
    """Name → content and media type."""
    found = {}
    for file in (files("zermelo.web") / "static").iterdir():
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            found[file.name] = (file.read_bytes(), kind)
    return found
