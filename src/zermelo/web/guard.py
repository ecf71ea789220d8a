"""Checks of every request, and additions to every answer: sizes, origins, headers, the token."""

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
from zermelo.search.limits import asker
from zermelo.web.requests import TooLarge

LARGEST_BODY: Final = 200_000  # bytes; a saved game of 2000 moves has fewer
MOST_DRAINED: Final = 10 * LARGEST_BODY  # bytes of a refused request that are still taken in
LOOPBACK: Final = frozenset({"localhost", "127.0.0.1", "::1"})
HOST: Final = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([A-Za-z0-9._-]+))(?::[0-9]*)?")
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
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
PAUSE: Final = 0.5  # seconds that a wrong token takes, so that guessing is slow


class Guard:
    """Refuses what comes from other sites and what is too large, before the application sees it.

    It answers to localhost, and to the address at which it was reached, but to no other name, so
    that no page elsewhere can reach it by a name of its own (DNS rebinding).

    names  further names that it answers to
    """

    def __init__(self, app: ASGIApp, *, names: Collection[str] = ()) -> None:
        self._app, self._names = app, LOOPBACK | {name.lower() for name in names}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or hand it on."""
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
            return 403, f"this server does not answer to {clip(host)}; see serve --allow-host"
        if _foreign(scope, headers, host):
            return 403, "requests from other sites are refused"
        length = headers.get("content-length", "0")
        if not length.isdecimal():
            return 400, "the content length should be a number"
        if len(length) > 12 or int(length) > LARGEST_BODY:
            return 413, f"a request should have at most {LARGEST_BODY} bytes"
        return None


def _foreign(scope: Scope, headers: dict[str, str], host: str) -> bool:
    """Whether another site's page sends this; a link from there to the page itself is welcome."""
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
    """The host without its port; None for what is no host with or without a port."""
    name = HOST.fullmatch(host)
    return None if name is None else (name[1] or name[2]).lower()


class Body:
    """The bytes received, as long as they are not too many."""

    def __init__(self, receive: Receive) -> None:
        self._receive, self._size = receive, 0

    async def __call__(self) -> Message:
        """The next message."""
        message = await self._receive()
        self._size += len(message.get("body", b""))
        if self._size > LARGEST_BODY:
            if message.get("more_body", False):
                await _drain(self._receive)
            raise TooLarge("the request is too large")
        return message


def _with_headers(send: Send) -> Send:
    """`send`, with the headers that every answer carries, unless it has its own."""

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = {name for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            more = [header for header in more if header[0] not in own]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return sending


async def _drain(receive: Receive) -> None:
    """Take the body in, within reason: a client still sending would not read the refusal."""
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
        given = [*_tokens_in(scope)] if scope["type"] == "http" else []
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
        return Response(self._page, 401, {"content-security-policy": ASKING}, "text/html")


def _cookie(scope: Scope) -> str:
    """The cookie's name: browsers send it to all servers of the machine, whatever their port."""
    return f"zermelo-{scope['server'][1]}"


def _tokens_in(scope: Scope) -> Iterator[str]:
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
