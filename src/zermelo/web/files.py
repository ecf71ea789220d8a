"""The files of the pages: those of the board, the trees and the web, read once, and no others.

The colours of boards and the titles of games are no files: palette.css and titles.js are made of
those that all drawings and pages have. What the heads of all pages begin with stands here once.
"""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from zermelo.draw.palette import sheet
from zermelo.web.titles import titles_script

OWNERS: Final = ("zermelo.board", "zermelo.trees", "zermelo.web")  # their `static` folders
KINDS: Final = {
    "html": "text/html",
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
HEAD: Final = b"""<meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <link rel="icon" href="static/icon.svg" type="image/svg+xml">
    <script src="static/theme.js"></script>"""


def page_files() -> dict[str, tuple[bytes, str]]:
    """Name → content and media type."""
    found = {}
    for file in (file for owner in OWNERS for file in (files(owner) / "static").iterdir()):
        kind = KINDS.get(file.name.rpartition(".")[2])
        if kind is not None:
            found[file.name] = (file.read_bytes().replace(b"<!--head-->", HEAD), kind)
    found["palette.css"] = (sheet().encode(), KINDS["css"])
    found["titles.js"] = (titles_script().encode(), KINDS["js"])
    return found
