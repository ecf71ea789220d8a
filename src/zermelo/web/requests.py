"""Parse clients' requests strictly, as JSON with known fields; begin sessions from them. If a
request is refused, or a user's own rules fail, the answer contains the reason.
"""

import json
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from zermelo.blame import own_fault
from zermelo.contract.analysis import value_by
from zermelo.errors import UsageError, unknown
from zermelo.play.fields import BY, Fields
from zermelo.play.history import DrawRules
from zermelo.play.movetext import parse_export, places, read_movetext
from zermelo.play.session import Session
from zermelo.reports.templates import fill_template
from zermelo.web.catalogue import Catalogue
from zermelo.web.drafts import read_position
from zermelo.web.opponents import Opponents

LOG = logging.getLogger("uvicorn.error")
HTML, SVG = "text/html", "image/svg+xml"
FRESH: Final = {"cache-control": "no-cache"}  # makes browsers check for changes each time
STYLED: Final = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}

Do = Callable[[Request, Callable[[], Any]], Awaitable[Any]]  # does short work for a request


class Busy(UsageError):  # noqa: N818 - a limit, not an error
    """Raised for requests beyond the server's limits."""


def encode_json(content: object) -> str:
    """JSON in ASCII, which can represent any text."""
    return json.dumps(content, allow_nan=False, separators=(",", ":"))


class JSON(Response):
    """A JSON answer; a string is sent unchanged, as encoded JSON."""

    media_type = "application/json"

    def render(self, content: object) -> bytes:
        """The bytes of the answer."""
        return (content if isinstance(content, str) else encode_json(content)).encode()


def made_route(do: Do, path: str, make: Callable[[Request], Any], kind: str = "") -> Route:
    """A route whose answer `make` makes outside the event loop: JSON, or content of this `kind`."""
    headers = FRESH | STYLED if kind == SVG else FRESH

    async def answer(request: Request) -> Response:
        content = await do(request, partial(make, request))
        return Response(content, media_type=kind, headers=headers) if kind else JSON(content)

    return Route(path, answer)


async def fields_of(request: Request, *known: str) -> Fields:
    """The fields of a request's JSON object; raises `UsageError` for other JSON or fields."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise UsageError("send JSON, with content-type application/json")
    try:
        # `int` raises `ValueError` for NaN and Infinity, which are not JSON.
        content = json.loads(await request.body() or b"{}", parse_constant=int)
    except (ValueError, RecursionError):
        raise UsageError("the request should be JSON") from None
    if not isinstance(content, dict):
        raise UsageError("the request should be a JSON object")
    for name in content:
        if name not in known:
            raise UsageError(unknown("field", name, known))
    return Fields(content)


def class_of(code: str) -> str:
    """Return the code of a class; raise `UsageError` unless it is valid and hard to guess."""
    if not re.fullmatch("[A-Za-z0-9_-]{16,64}", code):
        raise UsageError("a class's code should have 16 to 64 characters: letters, digits, - or _")
    return code


class Faults:
    """Answers failed requests: 400 for a fault of a user's rules, 500 for an error of Zermelo."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; if the application fails, answer with its error."""
        begun = False

        async def send_counted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, send_counted)
        except (Exception, SystemExit) as error:
            if begun:
                raise
            request = Request(scope)
            if fault := own_fault(error):
                answer = _refuse(request, f"the rules fail: {fault}", 400, rules=True)
            else:
                LOG.error("an internal error of Zermelo", exc_info=error)
                reason = f"{type(error).__name__}; see the server's output"
                answer = _refuse(request, f"an internal error of Zermelo, {reason}", 500)
            await answer(scope, receive, send)


def _refuse(
    request: Request,
    message: str,
    status: int,
    headers: Mapping[str, str] | None = None,
    **more: object,
) -> Response:
    """Answer with an error's message: a page for people who open an address, else JSON."""
    if "text/html" in request.headers.get("accept", ""):
        up = "../" * (request.url.path.count("/") - 1) or "./"
        words = "this page does not exist" if message == "Not Found" else message
        page = fill_template("zermelo.web/lost.html", up=up, message=words)
        return HTMLResponse(page, status, headers)
    return JSON({"error": message, **more}, status, headers=headers)


async def _answer_refusal(request: Request, error: Exception) -> Response:
    if isinstance(error, HTTPException):
        return _refuse(request, error.detail, error.status_code, error.headers)
    return _refuse(request, str(error), 429 if isinstance(error, Busy) else 400)


# After `ClientDisconnect`, nobody reads the answer.
HANDLERS: Final[dict[Any, Any]] = dict.fromkeys(
    (UsageError, HTTPException, ClientDisconnect), _answer_refusal
)
MOST_MOVES: Final = 2000  # most moves of a game, including variations


def begin_session(fields: Fields, catalogue: Catalogue, opponents: Opponents) -> Session:
    """Begin a session from the fields `game`, `by`, `players`, `start`; `moves`, in the format of
    `zermelo.play.movetext`; `at`, the number of the current move, by default the last; `resigned`,
    the player who resigned; or from `text`, an exported session.
    """
    if (text := fields.text_or_none("text")) is not None:
        fields = Fields(parse_export(text))
    game = value_by(catalogue.game(fields.text("game")), fields.choice("by", BY))
    players = [opponents.player(name, game) for name in fields.names("players")]
    start = fields.text_or_none("start")
    at_start = None if start is None else read_position(game, start)
    session = Session(game, players, at_start, DrawRules())
    read_movetext(session, " ".join(fields.texts("moves", MOST_MOVES)), MOST_MOVES)
    if (at := fields.number_or_none("at", MOST_MOVES)) is not None:
        nodes = {place: node for node, place in places(session.tree).items()}
        session.go(nodes.get(at, session.node))
    if (player := fields.number_or_none("resigned", 1)) is not None:
        session.resign(player)
    return session
