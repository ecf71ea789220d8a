"""Checks of all requests (size, origin, token), and headers for all answers."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import re
import secrets
from collections.abc import Collection, Iterator
from http.cookies import CookieError, SimpleCookie
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.errors import UsageError, clip
from zermelo.search.clock import asker
from zermelo.web.requests import TooLarge

LARGEST_BODY: Final = 200_000  # bytes; a saved game of 2000 moves is smaller
MOST_DRAINED: Final = 10 * LARGEST_BODY  # bytes of a refused request to receive at most
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
    """Refuses large requests, and requests from other sites, before the application sees them.

    The server answers to localhost and to its own address. It refuses other names of hosts, because
    a foreign page could make its own name point here (DNS rebinding).

    names  further names to answer to
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str] = ()) -> None:
        self._app, self._names = app, LOOPBACK | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse a request, or pass it on."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        asker.set(scope["client"][0] if scope["client"] else "unknown")
        fault = self._fault(scope, headers)
        if fault is None:
            await self._app(scope, Body(receive), _with_headers(send))
        else:
            await _drain(receive)
            await _refuse(_with_headers(send), *fault)

    def _fault(self, scope: Scope, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        name = _name(host)
        if name not in self._names and name != _own_address(scope):
            return 403, f"this server does not answer to {clip(host)}; use serve --allow-host"
        if _foreign(scope, headers, host):
            return 403, "requests from other sites are refused"
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            return 400, "content-length should be a number"
        if len(length) > 12 or int(length) > LARGEST_BODY:
            return 413, f"a request should have at most {LARGEST_BODY} bytes"
        return None


def _foreign(scope: Scope, headers: dict[str, str], host: str) -> bool:
    """Whether another site's page sent the request, except by following a link to a page."""
    origin = headers.get("origin")
    if origin is not None:
        return _host_of(origin) != host
    page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith("/api/")
    return not page and headers.get("sec-fetch-site", "none") not in ("same-origin", "none")


def _own_address(scope: Scope) -> str | None:
    server = scope.get("server")
    return None if server is None else str(server[0]).removeprefix("::ffff:")


def _host_of(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


def _name(host: str) -> str | None:
    """The host without its port; None for an invalid host."""
    name = HOST.fullmatch(host)
    return None if name is None else (name[1] or name[2]).lower()


class Body:
    """Receives a request's body; raises `TooLarge` if the body exceeds `LARGEST_BODY`."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._size = receive, 0

    async def __call__(self) -> Message:
        """The next message of the request."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > LARGEST_BODY:
            if message.get("more_body", False):
                await _drain(self._receive)
            raise TooLarge("the request is too large")
        return message


def _with_headers(send: Send) -> Send:
    """A function like `send` that adds default headers to each answer."""

    async def send_guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            more = [header for header in more if header[0] not in own]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_guarded


async def _drain(receive: Receive) -> None:
    """Receive the rest of a body, up to a limit: clients read no answer before all is sent."""
    size, more = 0, True
    while more and size < MOST_DRAINED:
        message = await receive()
        size += len(message.get("body", b""))
        more = message.get("more_body", False)


async def _refuse(send: Send, status: int, reason: str) -> None:
    content: dict[str, Any] = {"error": reason}
    headers = [(b"content-type", b"application/json")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(content).encode()})


def choose_token(token: str | None) -> str | None:
    """The token to use: for "new", a random one. Raises `UsageError` for an invalid token."""
    if token == NEW:
        return secrets.token_urlsafe(9)
    if token is not None and not TOKEN.fullmatch(token):
        raise UsageError(
            f"a token should have 8 to 64 letters, digits, - or _, or be {NEW!r}; "
            f"{clip(token)} does not"
        )
    return token


class Door:
    """Admits requests that carry the token; the files of the pages are open to all.

    page  the page that asks for the token
    """

    def __init__(self, app: ASGIApp, *, token: str, page: bytes) -> None:
        self._app, self._token, self._page = app, token, page

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on a request with the token; otherwise ask for the token."""
        given = [*_tokens_in(scope)] if scope["type"] == "http" else []
        open_to_all = scope["type"] != "http" or scope["path"].startswith("/static/")
        if open_to_all or any(map(self._right, given)):
            await self._app(scope, receive, send)
            return
        await (await self._answer(scope, given))(scope, receive, send)

    def _right(self, given: str) -> bool:
        return hmac.compare_digest(given.encode(), self._token.encode())

    async def _answer(self, scope: Scope, given: list[str]) -> Response:
        """Answer a request without the token in its headers: ask for it, or set the cookie."""
        asked = parse_qs(scope["query_string"].decode("latin-1")).get("token", [])
        if any(map(self._right, asked)):
            answer: Response = RedirectResponse("/" + scope["path"].lstrip("/"), 303)
            answer.set_cookie(_cookie(scope), self._token, httponly=True, samesite="lax")
            return answer
        if asked or given:
            await asyncio.sleep(PAUSE)
        if scope["path"].startswith("/api/"):
            return JSONResponse({"error": "this server needs a token; open the page again"}, 401)
        return Response(self._page, 401, {"content-security-policy": ASKING}, "text/html")


def _cookie(scope: Scope) -> str:
    """The cookie's name. It has the port, because browsers share cookies among ports."""
    return f"zermelo-{scope['server'][1]}"


def _tokens_in(scope: Scope) -> Iterator[str]:
    """The tokens in a request's authorization header and cookie."""
    headers = Headers(scope=scope)
    kind, _, token = headers.get("authorization", "").partition(" ")
    if kind.lower() == "bearer":
        yield token.strip()
    cookies: SimpleCookie = SimpleCookie()
    with contextlib.suppress(CookieError):
        cookies.load(headers.get("cookie", ""))
        if (name := _cookie(scope)) in cookies:
            yield cookies[name].value
