"""Requests at which a user's own rules fail: the page shows the line and the reason."""

from __future__ import annotations

import logging

from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.blame import own_fault

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
