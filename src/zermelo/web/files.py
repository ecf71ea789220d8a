"""The files that pages ask for: those of the board, the trees and the web, and no others.

The colours of boards and the titles of games are no files: palette.css and titles.js are made of
those that all drawings and pages have.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from zermelo.draw.palette import sheet
from zermelo.web.titles import titles_script

FOLDERS: Final = ("board/static", "trees/static", "web/static", "web/static/pages", "web/styles")
KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}


def sources() -> Iterator[Traversable]:
    """The files in the folders, whose names are all different."""
    for folder in FOLDERS:
        yield from (file for file in (files("zermelo") / folder).iterdir() if file.is_file())


def page_files() -> dict[str, tuple[bytes, str]]:
    """Name → content and media type."""
    pages = {}
    for file in sources():
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            pages[file.name] = (file.read_bytes(), kind)
    pages["palette.css"] = (sheet().encode(), KINDS["css"])
    pages["titles.js"] = (titles_script().encode(), KINDS["js"])
    return pages
