"""Checks of all requests (size, origin, token), and headers for all answers."""

import asyncio
import hmac
import re
import secrets
from collections.abc import Collection
from typing import Final
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.errors import UsageError, clip
from zermelo.search.clock import asker

LARGEST_BODY: Final = 200_000  # bytes; a saved game of 2000 moves is smaller
MOST_DRAINED: Final = 10 * LARGEST_BODY  # the most bytes of a refused request to receive
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]*)?")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-src 'self'; "
    "frame-ancestors 'self'"
)
HEADERS: Final = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{8,64}")
NEW: Final = "new"
ASKING: Final = POLICY.replace("form-action 'none'", "form-action 'self'")
PAUSE: Final = 0.5  # seconds to wait before refusing a wrong token, so that guessing is slow


class Guard:
    """Refuses requests from other sites, before the application sees them, and large requests. The
    server answers to localhost, to its own address and to `names`, but not to other names of hosts,
    because a foreign page could make its own name point here (DNS rebinding).
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str] = ()) -> None:
        self._app, self._names = app, LOOPBACK | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        asker.set(scope["client"][0] if scope["client"] else "unknown")
        fault = self._fault(scope)
        if fault is None:
            await self._app(scope, _limit_body(receive), _with_headers(send))
        else:
            await _drain(receive)
            await JSONResponse({"error": fault}, 403)(scope, receive, _with_headers(send))

    def _fault(self, scope: Scope) -> str | None:
        headers, server = Headers(scope=scope), scope.get("server")
        host = headers.get("host", "")
        parts = HOST.fullmatch(host)
        name = parts and (parts[1] or parts[2]).lower()  # without its port
        own = server and str(server[0]).removeprefix("::ffff:")
        if name is None or name not in {*self._names, own}:
            return f"this server does not answer to {clip(host)}; use serve --allow-host"
        if _foreign(scope, headers, host):
            return "requests from other sites are refused"
        return None


def _foreign(scope: Scope, headers: Headers, host: str) -> bool:
    """Whether another site's page sent the request, except by following a link to a page."""
    origin = headers.get("origin")
    if origin is not None:
        try:
            return urlsplit(origin).netloc != host
        except ValueError:
            return True
    page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
    return not page and headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def _limit_body(receive: Receive) -> Receive:
    """A function like `receive` that refuses bodies of more than `LARGEST_BODY` bytes."""
    size = 0

    async def receive_limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            if message.get("more_body", False):
                await _drain(receive)
            right = f"a request should have at most {LARGEST_BODY} bytes"
            raise HTTPException(413, right, {"connection": "close"})
        return message

    return receive_limited


def _with_headers(send: Send) -> Send:
    """A function like `send` that adds default headers to each answer."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return send_guarded


async def _drain(receive: Receive) -> None:
    """Receive the rest of a body, up to a limit: clients read no answer before all is sent."""
    size, more = 0, True
    while more and size < MOST_DRAINED:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)


def choose_token(token: str | None) -> str | None:
    """The token: a random one for "new", None if none is given. `UsageError` if it is invalid."""
    if token == NEW:
        return secrets.token_urlsafe(9)
    if token is not None and not TOKEN.fullmatch(token):
        raise UsageError(
            f"a token should be {NEW!r}, or 8 to 64 letters, digits, - or _, not {clip(token)}"
        )
    return token


class Door:
    """Admits requests for files or with the token; answers others with the `page` to enter it."""

    def __init__(self, app: ASGIApp, *, token: str, page: bytes) -> None:
        self._app, self._token, self._page = app, token, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with the token; otherwise ask for the token, or set the cookie."""
        if scope["type"] != "http" or scope["path"].startswith("/static/"):
            return await self._app(scope, receive, send)
        request = Request(scope)
        cookie = f"zermelo-{scope['server'][1]}"  # browsers share cookies among ports
        kind, _, token = request.headers.get("authorization", "").partition(" ")
        given = [token.strip()] if kind.lower() == "bearer" else []
        given += [text for name, text in request.cookies.items() if name == cookie]
        if any(map(self._right, given)):
            return await self._app(scope, receive, send)
        asked = request.query_params.getlist("token")
        answer: Response
        if any(map(self._right, asked)):
            answer = RedirectResponse("/" + scope["path"].lstrip("/"), 303)
            answer.set_cookie(cookie, self._token, httponly=True, samesite="lax")
            return await answer(scope, receive, send)
        if asked or given:
            await asyncio.sleep(PAUSE)
        if scope["path"].startswith("/api/"):
            answer = JSONResponse({"error": "this server needs a token; open the page again"}, 401)
        else:
            answer = Response(self._page, 401, {"content-security-policy": ASKING}, "text/html")
        return await answer(scope, receive, send)

    def _right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())
