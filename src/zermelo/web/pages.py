"""The pages of a server, the drawings on them, and the files that they ask for."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import cached_property, partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from zermelo.web.files import page_files
from zermelo.web.gallery import FRESH, Gallery

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
