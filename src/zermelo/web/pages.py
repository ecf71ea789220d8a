"""The pages of a server, the drawings on them, and the files that they ask for.

The files are those of the board, the trees and the web, and no others. The colours of boards and
the titles of games are no files: palette.css and titles.js are made of those that all drawings and
pages have.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from functools import cached_property, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from zermelo.draw.palette import sheet
from zermelo.web.gallery import FRESH, Gallery
from zermelo.web.titles import titles_script

FOLDERS: Final = ("board/static", "trees/static", "web/static", "web/static/pages", "web/styles")
KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "svg": "image/svg+xml",
}
ALIKE: Final = ("tree", "limits", "class", "exercises")  # pages that are the same for everybody

Do = Callable[[Request, Callable[[], bytes]], Awaitable[bytes]]


class Pages:
    """Answers with pages, drawings and files.

    get_ready  called when a board is opened, at which somebody will soon think
    do         does short work for a request
    """

    def __init__(self, gallery: Gallery, get_ready: Callable[[], None], do: Do) -> None:
        self._gallery, self._get_ready, self._do = gallery, get_ready, do

    def routes(self) -> list[Route]:
        """Where they are asked for."""
        return [
            Route("/", self._cards),
            Route("/game", self._game),
            Route("/drawing", self._drawing),
            Route("/play", self._board),
            *(Route(f"/{name}", self._page) for name in ALIKE),
            Route("/static/{name}", self._file),
        ]

    @cached_property
    def _files(self) -> dict[str, tuple[bytes, str]]:
        """The files of the pages, read when the first is asked for."""
        return page_files()

    async def _cards(self, request: Request) -> Response:
        return HTMLResponse(await self._do(request, self._gallery.cards), headers=FRESH)

    async def _game(self, request: Request) -> Response:
        spec = request.query_params.get("g", "")
        page = await self._do(request, partial(self._gallery.game_page, spec))
        return HTMLResponse(page, headers=FRESH)

    async def _drawing(self, request: Request) -> Response:
        spec = request.query_params.get("g", "")
        drawn = await self._do(request, partial(self._gallery.drawing, spec))
        return Response(drawn, media_type="image/svg+xml", headers=FRESH)

    async def _board(self, request: Request) -> Response:
        self._get_ready()
        return await self._page(request)

    async def _page(self, request: Request) -> Response:
        return HTMLResponse(self._gallery.page(request.url.path[1:]), headers=FRESH)

    async def _file(self, request: Request) -> Response:
        """One of the files read when the server started: no path of a client's is ever opened."""
        name = request.path_params["name"]
        if name not in self._files:
            raise HTTPException(404, "there is no such file")
        content, kind = self._files[name]
        return Response(content, media_type=kind, headers=FRESH)


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
