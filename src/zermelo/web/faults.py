"""Requests that are refused, or at which a user's own rules fail: the page shows the reason."""

from __future__ import annotations

import logging
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.blame import own_fault
from zermelo.errors import UsageError
from zermelo.reports.templates import filled
from zermelo.web.guard import TooLarge
from zermelo.web.requests import JSON
from zermelo.web.room import Busy

LOG = logging.getLogger("uvicorn.error")


class Faults:
    """Answers failed requests: 400 and the fault of the rules, 500 for a fault of Zermelo."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, and answer if nothing else does."""
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except (Exception, SystemExit) as error:
            if begun:
                raise
            await _answer(error)(scope, receive, send)


def _answer(error: BaseException) -> JSONResponse:
    fault = own_fault(error)
    if fault is not None:
        return JSONResponse({"error": f"the rules fail: {fault}", "rules": True}, 400)
    LOG.error("an error of Zermelo's own", exc_info=error)
    message = (
        f"an error of Zermelo's own, {type(error).__name__}; what the server prints says where"
    )
    return JSONResponse({"error": message}, 500)


async def _mistaken(request: Request, error: Exception) -> Response:
    return JSON({"error": str(error)}, 400)


async def _busy(request: Request, error: Exception) -> Response:
    return JSON({"error": str(error)}, 429)


async def _gone(request: Request, error: Exception) -> Response:
    """The client has gone: no error, and nobody reads this."""
    return Response(status_code=400)


async def _too_large(request: Request, error: Exception) -> Response:
    return JSON({"error": "the request is too large"}, 413, headers={"connection": "close"})


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        up = "../" * (request.url.path.count("/") - 1) or "./"
        return HTMLResponse(filled("zermelo.web/lost.html", up=up), 404)
    return JSON({"error": error.detail}, error.status_code, headers=error.headers)


HANDLERS: Final[dict[Any, Any]] = {
    Busy: _busy,
    UsageError: _mistaken,
    HTTPException: _refused,
    TooLarge: _too_large,
    ClientDisconnect: _gone,
}
