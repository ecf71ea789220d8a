"""The web application: its addresses and their answers. Sessions live in rooms, see `room`.

    GET    /                               the gallery: every game
    GET    /game?g=SPEC                    the page of a game: its rules, its parameters
    GET    /drawing?g=SPEC                 a position of the game as SVG
    GET    /play                           the board
    GET    /static/NAME                    a file of the package
    GET    /tree                           the page of search trees
    GET    /exercises                      exercises on search trees that readers type in
    GET    /limits                         the page of search limits
    GET    /lessons                        all lessons; /lesson-NAME is one of them
    GET    /course                         programming exercises, graded in the page
    GET    /python.zip, /rich.zip          Zermelo and Rich, for Python in the browser
    GET    /pyodide/NAME                   a file of Pyodide
    GET    /class                          a teacher's page, with all boards of a class
    GET    /api/classes/CODE               the boards of a class; /NAME after it draws one as SVG
    POST   /api/limits                     {game, depth, from?}: minimax plays against itself
    GET    /api/studies/NAME               a study, see `board.study`
    GET    /api/games                      the games and their opponents; with ?g=SPEC one game
    POST   /api/trees                      {game, by?, start?, moves?, algorithm, against?, depth?,
                                           least?}: a search's record, see `zermelo.trees.record`
    POST   /api/sessions                   {game, by?, players, start?, moves?, at?, resigned?}, or
                                           {text} as exported: a new session, see `begin_session`;
                                           `together` makes it one for two, see `pair_of`
    GET    /api/sessions/KEY               the session
    DELETE /api/sessions/KEY
    GET    /api/sessions/KEY/events        the session and the thinking, live (server-sent events)
    GET    /api/sessions/KEY/exported      the session as text, with variations, comments, values
    GET    /api/sessions/KEY/node/N        the board at a position of the session's tree; with
                                           ?line=MOVES the board alone, after these moves
    GET    /api/sessions/KEY/explored/N    the position's moves with games or values, see `explorer`
    GET    /api/sessions/KEY/value/N       the position's value in a sum, see `explorer`
    GET    /api/sessions/KEY/threat/N      the other player's best line after a pass, or null
    GET    /api/sessions/KEY/alphabet      how clicks on a board write a position's text
    POST   /api/sessions/KEY/draft         {state}: checks a text; returns the position's board
    POST   /api/sessions/KEY/ACTION        one of `actions.ACTIONS`, or of `TOGETHER` with a seat's
                                           key as the header x-seat

Answers are JSON; refusals have status 4xx and the reason in `error`.
"""

import asyncio
import contextlib
import io
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from functools import partial
from typing import Any, Final, TypedDict

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from zermelo.board.session import board_after, past_view, threat_view
from zermelo.contract.analysis import By, by_of
from zermelo.errors import UsageError, require_extra
from zermelo.naming import analysis_words
from zermelo.play.fields import BY, Fields
from zermelo.play.movetext import export_text
from zermelo.play.pair import Refused
from zermelo.play.thinking import Job
from zermelo.process.resources import give_back
from zermelo.web import requests, thinking
from zermelo.web.actions import ACTIONS, ALONE, act, fields_for, pair_of
from zermelo.web.catalogue import Catalogue, Offered
from zermelo.web.drafts import Spelling, examine_draft, spelling_of
from zermelo.web.explorer import Explorer, summand
from zermelo.web.guard import Door, Guard
from zermelo.web.opponents import Opponents, Paths
from zermelo.web.pages import SERVED, Addresses, Gallery
from zermelo.web.python import PythonFiles
from zermelo.web.requests import JSON, SVG, begin_session, class_of, fields_of, made_route
from zermelo.web.room import Events, Room
from zermelo.web.rooms import OwnFiles, Rooms
from zermelo.web.roomview import Glance
from zermelo.web.studies import Studies
from zermelo.web.thinking import CLERKS, WORKERS, Result, SharedThinker, address_of

MOST_CODED: Final = 600  # characters of a text to encode as a QR code
BEGINNING: Final = (
    "game", "by", "players", "start", "moves", "at", "resigned", "text",
    "together", "class", "as",
)  # fmt: skip
LONGEST: Final = 30  # characters of a person's name
TIDY: Final = 10.0  # seconds between returns of freed memory to the system


class Games(TypedDict):
    """The games on offer; those in `solved` have a database, those in `explored` played games."""

    games: list[Offered]
    solved: dict[By, list[str]]
    explored: list[str]


class Web:
    """The parts of the web application, and handlers for requests to its API."""

    def __init__(
        self,
        own: Sequence[str] = (),  # specs of the user's own games
        databases: Paths = (),  # directories of solved games, which the server plays perfectly
        *,
        studies: Paths = (),  # files
        results: Paths = (),  # files of played games
        books: Paths = (),  # files
        proofs: Paths = (),  # files of certificates
        native: bool = True,  # whether to search compiled
        names: Collection[str] | None = None,  # the built-in games to offer; all by default
        at: Addresses = SERVED,
        pyodide: str | None = None,  # the folder or address of Python, see `PythonFiles`
    ) -> None:
        self.native = native
        self.reach: str | None = None  # the address for other machines, if any
        self.catalogue = Catalogue(own, names)
        rules = {str(game): game for game in self.catalogue.own.values()}
        self.opponents = Opponents(databases, books, proofs, rules, native=native)
        self.explorer = Explorer(results, self.catalogue, self.opponents)
        self.thinker = SharedThinker(WORKERS)
        self.clerks = SharedThinker(CLERKS, each=CLERKS // 2)
        self.rooms = Rooms(ended=self.opponents.release)
        self.own_files = OwnFiles(self.catalogue, self.opponents, self.rooms)
        self.studies = Studies(studies, self.catalogue, self._run_short)
        self.gallery = Gallery(self.catalogue, self._value, at, self.studies.entries)
        self._python = PythonFiles(pyodide)

    def application(self, *, names: Sequence[str] = (), token: str | None = None) -> Starlette:
        """The ASGI application, also for the host `names`; clients need the `token`, if any."""
        before = [Middleware(Guard, names=names)]
        if token is not None:
            before.append(Middleware(Door, token=token, page=self.gallery.page("door")))
        before.append(Middleware(requests.Faults))
        made = partial(made_route, self._run_short)
        return Starlette(
            routes=[
                *self.gallery.routes(self._run_short, self.opponents.get_ready, self._python),
                Route("/api/trees", self._trees, methods=["POST"]),
                Route("/api/limits", self._limits, methods=["POST"]),
                made("/api/games", self._list_games),
                made("/api/reach", lambda _: {"address": self.reach}),
                made("/api/qr", qr_code, SVG),
                made("/api/classes/{code}", self._classmates),
                Route("/api/classes/{code}/{name}", self._class_board),
                *self.studies.routes(),
                Route("/api/sessions", self._open, methods=["POST"]),
                made("/api/sessions/{key}", lambda request: self._room(request).view()),
                Route("/api/sessions/{key}", self._forget, methods=["DELETE"]),
                Route("/api/sessions/{key}/events", self._events),
                Route("/api/sessions/{key}/exported", self._send_exported),
                Route("/api/sessions/{key}/{asked}/{node}", self._find_at_node),
                made("/api/sessions/{key}/alphabet", self._alphabet),
                Route("/api/sessions/{key}/draft", self._draft, methods=["POST"]),
                Route("/api/sessions/{key}/{action}", self._act, methods=["POST"]),
            ],
            middleware=before,
            exception_handlers=requests.HANDLERS,
            lifespan=self._lifespan,
        )  # fmt: skip

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        async def tidy() -> None:
            while True:
                await asyncio.sleep(TIDY)
                await self.clerks.do("", give_back)

        tasks = [asyncio.create_task(each) for each in (self.own_files.watch(), tidy())]
        yield
        for task in tasks:
            task.cancel()
        self.rooms.close()
        for threads in (self.thinker, self.clerks):
            threads.close()  # blocks, because the system may refuse a thread that would wait

    def _value(self, spec: str) -> str:
        """The value of a game's start from its database, in words; "" without a database."""
        solved = (each for each in self.opponents.solved if self.catalogue.spec(each) == spec)
        if (game := next(solved, None)) is None:
            return ""
        return analysis_words(game, self.opponents.advisor(game).advise(game, game.start()))

    def _list_games(self, request: Request) -> Games:
        """All games; for a spec, only the game of that name, or the first if there is none."""
        games = self.catalogue.as_json()
        if (spec := request.query_params.get("g")) is not None:
            named = (each for each in games if f"{spec}(".startswith(f"{each['name']}("))
            games = [next(named, games[0])]
        known = [(by_of(game), self.catalogue.spec(game)) for game in self.opponents.solved]
        return {
            "games": games,
            "solved": {kind: [spec for by, spec in known if by == kind] for kind in BY},
            "explored": self.explorer.games,
        }

    async def _run_short(self, request: Request, work: Callable[[], Result]) -> Result:
        """Run short work for a request outside the event loop, and return its result."""
        return await self.clerks.do(address_of(request), work)

    async def _open(self, request: Request) -> Response:
        fields = await fields_of(request, *BEGINNING)
        open_room = partial(self._open_room, fields, address_of(request))
        room, more = await self._run_short(request, open_room)
        self.rooms.add(room)
        return JSON(room.view(**more), 201)

    def _open_room(self, fields: Fields, address: str) -> tuple[Room, dict[str, str]]:
        session = begin_session(fields, self.catalogue, self.opponents)
        spec, advisor = self.catalogue.spec(session.game), self.opponents.advisor(session.game)
        together = fields.object_or_none("together")
        pair, key = (None, None) if together is None else pair_of(together)
        if pair is not None and any(player.name != "human" for player in session.players):
            raise UsageError("a game for two needs two people as players")
        title = self.catalogue.title(spec)
        room = Room(session, spec, advisor, self.thinker, self.clerks, address, pair, title)
        if (code := fields.text_or_none("class")) is not None:
            room.group, room.person = class_of(code), (fields.text_or_none("as") or "")[:LONGEST]
        return room, {"seat_key": key} if key else {}

    def _room(self, request: Request) -> Room:
        room = self.rooms.get(request.path_params["key"])
        if room is None:
            raise HTTPException(404, "this session does not exist; it may have expired")
        return room

    async def _forget(self, request: Request) -> Response:
        room = self._room(request)
        if room.pair is not None and not room.pair.leave(request.headers.get("x-seat", "")):
            return JSON({"waiting": "the other player must also end the session"}, 202)
        self.rooms.remove(room)
        return JSON({})

    async def _act(self, request: Request) -> Response:
        room, name = self._room(request), request.path_params["action"]
        known = fields_for(room, name)
        if known is None:
            raise HTTPException(404, f"unknown action; choose from {', '.join(ACTIONS)}")
        fields, key = await fields_of(request, *known), request.headers.get("x-seat", "")
        change = partial(act, self.opponents, room, name, fields, key)
        more = await room.change(change, address_of(request))
        self.rooms.make_place(room)
        return JSON(room.view(**more))

    async def _send_exported(self, request: Request) -> Response:
        room = self._room(request)
        text = await room.ask(lambda: export_text(room.session, room.spec), address_of(request))
        return PlainTextResponse(text)

    async def _find_at_node(self, request: Request) -> Response:
        """Answer with a position's board, games, value or threat; in games for two, only boards."""
        room, asked = self._room(request), request.path_params["asked"]
        text: str = request.path_params["node"]
        line = request.query_params.get("line", "").split()[: requests.MOST_MOVES]

        def find() -> object:
            session = room.session
            numeral = text.isascii() and text.isdecimal() and len(text) < 7
            if not numeral or int(text) not in session.tree:
                raise UsageError("node should be a position in this game")
            match asked:
                case "explored":
                    return self.explorer.explore(session, int(text), values=room.values)
                case "value":
                    return summand(session, int(text))
                case "threat":
                    return threat_view(session, int(text), self.opponents.advisor(session.game))
            past: Any = past_view(session, int(text), values=room.values)
            return {**past, "board": board_after(session, int(text), line)} if line else past

        if asked not in ("node", "explored", "value", "threat"):
            raise HTTPException(404)
        if room.pair is not None and asked != "node":
            raise Refused(ALONE)
        return JSON(await room.ask(find, address_of(request)))

    def _classmates(self, request: Request) -> list[Glance]:
        code = class_of(request.path_params["code"])
        return [room.glance() for room in self.rooms if room.group == code]

    async def _class_board(self, request: Request) -> Response:
        code, name = class_of(request.path_params["code"]), request.path_params["name"]
        for room in self.rooms:
            if room.group == code and room.name == name:
                drawn = await room.ask(room.drawing, address_of(request))
                return Response(drawn, media_type=SVG, headers=requests.FRESH | requests.STYLED)
        raise HTTPException(404, "this class has no such board")

    def _alphabet(self, request: Request) -> Spelling:
        session = self._room(request).session
        return spelling_of(session.game, session.state)

    async def _draft(self, request: Request) -> Response:
        room = self._room(request)
        text = (await fields_of(request, "state")).text("state")
        return JSON(await self._run_short(request, partial(examine_draft, room.session.game, text)))

    async def _trees(self, request: Request) -> Response:
        options = "algorithm", "against", "depth", "least", "simulations"
        fields = await fields_of(request, "game", "by", "start", "moves", *options)

        def search() -> thinking.Searches:
            session = begin_session(fields, self.catalogue, self.opponents)
            title = self.catalogue.title(self.catalogue.spec(session.game))
            return thinking.searches(
                session, fields, title, self.opponents.proofs.get(session.game)
            )

        return await self._answer_thinking(request, search)

    async def _limits(self, request: Request) -> Response:
        fields = await fields_of(request, "game", "depth", "from")

        def play() -> thinking.LimitedGame:
            game = self.catalogue.game(fields.text("game"))
            title = self.catalogue.title(self.catalogue.spec(game))
            return thinking.limited_game(game, fields, title, native=self.native)

        return await self._answer_thinking(request, play)

    async def _answer_thinking(self, request: Request, work: Callable[[], object]) -> Response:
        job = Job(lambda: requests.encode_json(work()), owner=(address_of(request), ""))
        return JSON(await thinking.while_connected(request, job, self.thinker.think(job)))

    async def _events(self, request: Request) -> Response:
        room = self._room(request)
        events = room.stream(self.watch(room, request.query_params.get("seat", "")))
        return StreamingResponse(events, 200, {"cache-control": "no-store"}, "text/event-stream")

    def watch(self, room: Room, seat: str = "") -> Events:
        """The events of a room, for a page; starts compiling the engine unless two people play."""
        events = room.watch(seat)
        if room.pair is None:
            self.opponents.warm_up(room.session.game)
        return events


def qr_code(request: Request) -> bytes:
    """The text in a request as a QR code."""
    text = request.query_params.get("text", "")
    if not 0 < len(text) <= MOST_CODED:
        raise UsageError(f"the text should have 1 to {MOST_CODED} characters")
    with require_extra("web", "QR codes need segno"):
        from segno import make_qr
    drawn = io.BytesIO()
    make_qr(text, error="m").save(drawn, kind="svg", scale=4, border=3, light="#fff")
    return drawn.getvalue()
