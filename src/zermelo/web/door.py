"""The door of a server with a token: without it there is no session, and no thinking.

The address that the server prints contains the token: a visitor gets a cookie, and need not
give it again. A page asks those who come without. Programs send `Authorization: Bearer TOKEN`.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import re
import secrets
from collections.abc import Iterator
from http.cookies import CookieError, SimpleCookie
from typing import Final
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from zermelo.errors import UsageError, clip
from zermelo.web.guard import POLICY

TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
NEW: Final = "new"
ASKING: Final = POLICY.replace("form-action 'none'", "form-action 'self'")
PAUSE: Final = 0.5  # seconds that a wrong token takes, so that guessing is slow


def chosen(token: str | None) -> str | None:
    """The token asked for, a new one for "new"; `UsageError` for one that would not do."""
    if token == NEW:
        return secrets.token_urlsafe(9)
    if token is not None and not TOKEN.fullmatch(token):
        raise UsageError(
            f"a token should have 8 to 64 letters, digits, - or _, or be {NEW!r}; "
            f"{clip(token)} does not"
        )
    return token


class Door:
    """Lets in who knows the token: everything but the files of the pages is behind it.

    page  what is shown to those who come without
    """

    def __init__(self, app: ASGIApp, *, token: str, page: bytes) -> None:
        self._app, self._token, self._page = app, token, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hand a request on, or answer it here."""
        given = [*_given(scope)] if scope["type"] == "http" else []
        open_to_all = scope["type"] != "http" or scope["path"].startswith("/static/")
        if open_to_all or any(map(self._right, given)):
            await self._app(scope, receive, send)
            return
        await (await self._answer(scope, given))(scope, receive, send)

    def _right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())

    async def _answer(self, scope: Scope, given: list[str]) -> Response:
        """The answer to requests without the token: the page that asks for it."""
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if any(map(self._right, asked)):
            answer: Response = RedirectResponse("/" + scope["path"].lstrip("/"), 303)
            answer.set_cookie(_cookie(scope), self._token, httponly=True, samesite="lax")
            return answer
        if asked or given:
            await asyncio.sleep(PAUSE)
        if scope["path"].startswith("/api/"):
            return JSONResponse({"error": "this server asks for a token: open the page again"}, 401)
        policy = {
            "content-security-policy": POLICY.replace("form-action 'none'", "form-action 'self'")
        }
        return Response(self._page, 401, policy, "text/html")


def _cookie(scope: Scope) -> str:
    """The cookie's name: browsers send it to all servers of the machine, whatever their port."""
    return f"zermelo-{scope['server'][1]}"


def _given(scope: Scope) -> Iterator[str]:
    """The tokens that a request carries as a program's, or in its cookie."""
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        yield token.strip()
    cookies: SimpleCookie = SimpleCookie()
    with contextlib.suppress(CookieError):
        cookies.load(headers.get("cookie", ""))
        if (name := _cookie(scope)) in cookies:
            yield cookies[name].value
