"""The web application: which address answers what. Sessions live in rooms, see `room`.

    GET    /                               the gallery: every game
    GET    /game?g=SPEC                    the page of a game: its rules, its parameters
    GET    /drawing?g=SPEC                 a position of it as SVG
    GET    /play                           the board
    GET    /static/NAME                    a file of the package
    GET    /tree                           the page of search trees
    GET    /exercises                      the page of exercises in trees that a person typed
    GET    /limits                         the page of search limits
    GET    /class                          the page of a teacher, with all boards of a class
    GET    /api/classes/CODE               the boards of a class; /NAME after it draws one as SVG
    POST   /api/limits                     {game, depth, from?}: a game of minimax against itself
    POST   /api/levels                     {game, by?, level}: what a level gives away in a game
                                           that has a database here
    GET    /api/studies/NAME               a study, see `library.studies`
    GET    /api/games                      the games, and who may be played against
    POST   /api/trees                      {game, by?, start?, moves?, algorithm, against?, depth?,
                                           least?}: a search's record, see `zermelo.trees.record`
    POST   /api/sessions                   {game, by?, players, start?, moves?, at?}, {saved}, or
                                           {text} as exported: a new session, its moves in the
                                           words of `play.movetext`; `by` is "outcome", if not
                                           given, or "score"; `together` is for two, see `pair_of`
    GET    /api/sessions/KEY               the session
    DELETE /api/sessions/KEY
    GET    /api/sessions/KEY/events        the session and the thinking, live (server-sent events)
    GET    /api/sessions/KEY/saved         the session as a file
    GET    /api/sessions/KEY/exported      the session as text, with variations, comments, values
    GET    /api/sessions/KEY/node/N        the board at a position of the session's tree; with
                                           ?line=MOVES the board alone, after these moves
    GET    /api/sessions/KEY/explored/N    what is known of its moves, see `library.explorer`
    GET    /api/sessions/KEY/value/N       what it adds to a sum, see `library.combinatorial`
    GET    /api/sessions/KEY/alphabet      how a position's text is written by clicks on a board
    POST   /api/sessions/KEY/draft         {state}: whether this text is a position, and its board
    POST   /api/sessions/KEY/ACTION        one of `actions.ACTIONS`, or of `TOGETHER` with a seat's
                                           key as the header x-seat

Answers are JSON; a refusal has a status of 4xx and says why in `error`.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Final, TypedDict

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from zermelo.board.session import board_after, past_view
from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.contract.points import by_of, valued
from zermelo.errors import UsageError
from zermelo.naming import analysis_words
from zermelo.play.drawrules import DrawRules
from zermelo.play.movetext import exported, parsed, places, read
from zermelo.play.session import Session
from zermelo.play.thinking import Job
from zermelo.players.saved import restored, saved
from zermelo.web.actions import ACTIONS, action_of, pair_of
from zermelo.web.addresses import Addresses
from zermelo.web.catalogue import Catalogue, Offered
from zermelo.web.door import Door
from zermelo.web.drafts import examined, spelling
from zermelo.web.drafts import read as position_read
from zermelo.web.faults import HANDLERS, Faults
from zermelo.web.files import page_files
from zermelo.web.gallery import SERVED, Gallery, pictured
from zermelo.web.guard import Guard
from zermelo.web.levels import Measured
from zermelo.web.library.combinatorial import summand
from zermelo.web.library.explorer import Explorer
from zermelo.web.library.given import books_at, databases_at, proofs_at
from zermelo.web.library.studies import Studies
from zermelo.web.limits import limited_game
from zermelo.web.opponents import Opponents
from zermelo.web.ownfiles import OwnFiles
from zermelo.web.requests import JSON, Fields, class_of, fields_of
from zermelo.web.room import Room
from zermelo.web.rooms import Rooms
from zermelo.web.thinking import SharedThinker, address_of, while_connected
from zermelo.web.trees import searches

DRAWS: Final = DrawRules(repetitions=3, cap=1000)
MOST_MOVES: Final = 1000
BEGINNING: Final = (
    "game", "by", "players", "start", "moves", "at", "saved", "text", "together",
    "class", "as",
)  # fmt: skip
BY: Final[tuple[By, ...]] = ("outcome", "score")
LONGEST: Final = 30  # characters of a person's name
FRESH: Final = {"cache-control": "no-cache"}


class Games(TypedDict):
    """The games, those solved, those with played games, and the goals of games for points."""

    games: list[Offered]
    solved: dict[By, list[str]]
    explored: list[str]
    by: By


class Web:
    """The application's parts, and its answers.

    own        specs of games beside those that have names
    studies, results, books, proofs  files: to offer, of played games, books, certificates
    databases  directories of solved games, whose games can be played against perfectly
    native     whether to search compiled
    by         what the page first offers games for that count points
    names, at  the built-in games to offer, all by default; where the pages are
    small      whether small games are solved once somebody opens them
    """

    def __init__(
        self,
        own: Sequence[str] = (),
        databases: Sequence[str] = (),
        *,
        studies: Sequence[str | Path] = (),
        results: Sequence[str | Path] = (),
        books: Sequence[str] = (),
        proofs: Sequence[str] = (),
        native: bool = True,
        by: By = "outcome",
        names: Collection[str] | None = None,
        at: Addresses = SERVED,
        small: bool = False,
    ) -> None:
        self.by, self.native = by, native
        self.catalogue = Catalogue(own, names)
        rules = self.catalogue.own.values()
        known = databases_at(databases, rules), books_at(books, rules), proofs_at(proofs, rules)
        self.opponents = Opponents(*known, native=native, small=small)
        self.proofs = known[2]
        self.explorer = Explorer(results, self.catalogue, self.opponents)
        self.measured = Measured(self.opponents)
        self.thinker = SharedThinker()
        self.rooms = Rooms()
        self.own_files = OwnFiles(self.catalogue, self.opponents, self.rooms)
        self.studies = Studies(studies, self.catalogue)
        self.gallery = Gallery(self.catalogue, self._value, at, self.studies.listed)

    def application(self, *, names: Sequence[str] = (), token: str | None = None) -> Starlette:
        """The ASGI application; it answers to `names` too, and only clients with the `token`."""
        before = [Middleware(Guard, names=names)]
        if token is not None:
            before.append(Middleware(Door, token=token, page=self.gallery.page("door")))
        before.append(Middleware(Faults))
        return Starlette(
            routes=[
                Route("/", self.gallery_page),
                Route("/game", self.game_page),
                Route("/drawing", self.drawing),
                Route("/play", self.board),
                Route("/tree", self._page("tree")),
                Route("/limits", self._page("limits")),
                Route("/class", self._page("class")),
                Route("/exercises", self._page("exercises")),
                Route("/static/{name}", self.file),
                Route("/api/trees", self.trees, methods=["POST"]),
                Route("/api/limits", self.limits, methods=["POST"]),
                Route("/api/levels", self.levels, methods=["POST"]),
                Route("/api/games", self.games),
                Route("/api/classes/{code}", self.classmates),
                Route("/api/classes/{code}/{name}", self.seen),
                *self.studies.routes(),
                Route("/api/sessions", self.open, methods=["POST"]),
                Route("/api/sessions/{key}", self.session, methods=["GET"]),
                Route("/api/sessions/{key}", self.forget, methods=["DELETE"]),
                Route("/api/sessions/{key}/events", self.events),
                Route("/api/sessions/{key}/saved", self.saved),
                Route("/api/sessions/{key}/exported", self.exported),
                Route("/api/sessions/{key}/node/{node}", self.past),
                Route("/api/sessions/{key}/explored/{node}", self.explored),
                Route("/api/sessions/{key}/value/{node}", self.value),
                Route("/api/sessions/{key}/alphabet", self.alphabet),
                Route("/api/sessions/{key}/draft", self.draft, methods=["POST"]),
                Route("/api/sessions/{key}/{action}", self.act, methods=["POST"]),
            ],
            middleware=before,
            exception_handlers=HANDLERS,
            lifespan=self._lifespan,
        )  # fmt: skip

    @contextlib.asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
        watching = asyncio.create_task(self.own_files.watch())
        yield
        watching.cancel()
        self.rooms.close()
        self.opponents.close()
        self.thinker.close()  # here: there may be no room for a thread more

    # Files ---------------------------------------------------------------------------------------

    @cached_property
    def files(self) -> dict[str, tuple[bytes, str]]:
        """The files of the pages, read when the first is asked for."""
        return page_files()

    async def gallery_page(self, request: Request) -> Response:
        """The page with every game."""
        return HTMLResponse(self.gallery.cards(), headers=FRESH)

    async def game_page(self, request: Request) -> Response:
        """The page of one game."""
        spec = request.query_params.get("g", "")
        return HTMLResponse(await asyncio.to_thread(self.gallery.game_page, spec), headers=FRESH)

    async def drawing(self, request: Request) -> Response:
        """A position of a game as it is drawn."""
        spec = request.query_params.get("g", "")
        drawn = await asyncio.to_thread(self.gallery.drawing, spec)
        return Response(drawn, media_type="image/svg+xml", headers=FRESH)

    def _value(self, spec: str) -> str:
        """The database's value of a game's start, in words; nothing without a database."""
        for game in self.opponents.solved:
            if self.catalogue.spec(game) == spec:
                analysis = self.opponents.advisor(game).advise(game, game.start())
                return analysis_words(game, analysis)
        return ""

    def _page(self, name: str) -> Callable[[Request], Awaitable[Response]]:
        """The endpoint of a page that is the same for everybody."""

        async def page(request: Request) -> Response:
            return HTMLResponse(self.gallery.page(name), headers=FRESH)

        return page

    async def board(self, request: Request) -> Response:
        """The board, on which somebody or something will soon be thought about."""
        self.opponents.get_ready()
        return await self._page("play")(request)

    async def file(self, request: Request) -> Response:
        """One of the files read when the server started: no path of a client's is ever opened."""
        name = request.path_params["name"]
        if name not in self.files:
            raise HTTPException(404, "there is no such file")
        content, kind = self.files[name]
        return Response(content, media_type=kind, headers=FRESH)

    # Sessions ------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        """The list of games."""
        known = [(by_of(game), self.catalogue.spec(game)) for game in self.opponents.solved]
        offered: Games = {
            "games": self.catalogue.as_json(),
            "solved": {kind: [spec for by, spec in known if by == kind] for kind in BY},
            "explored": self.explorer.games,
            "by": self.by,
        }
        return JSON(offered)

    async def open(self, request: Request) -> Response:
        """A new session in a room of its own."""
        fields = await fields_of(request, *BEGINNING)
        session = self._begun(fields)
        spec, advisor = self.catalogue.spec(session.game), self.opponents.advisor(session.game)
        together = fields.object_or_none("together")
        pair, key = (None, None) if together is None else pair_of(together)
        if pair is not None and any(player.name != "human" for player in session.players):
            raise UsageError("together two people play")
        room = Room(session, spec, advisor, self.thinker, address_of(request), pair)
        if (code := fields.text_or_none("class")) is not None:
            room.group, room.person = class_of(code), (fields.text_or_none("as") or "")[:LONGEST]
        self.rooms.add(room)
        if pair is None:
            self.opponents.warm_up(room.session.game)
        return JSON({**room.view(), "seat_key": key} if key else room.view(), 201)

    def _begun(self, fields: Fields) -> Session:
        """The session that a request describes."""
        if (text := fields.text_or_none("text")) is not None:
            fields = Fields(parsed(text))
        if (kept := fields.object_or_none("saved")) is not None:
            return restored(kept, game_of=self.catalogue.game, seat_of=self.opponents.player)
        game = self._game(fields)
        names = fields.texts("players", 2) or ["human", "human"]
        if len(names) != 2:
            raise UsageError("players should be two names")
        start = fields.text_or_none("start")
        session = Session(
            game,
            [self.opponents.player(name, game) for name in names],
            None if start is None else position_read(game, start),
            DRAWS,
        )
        read(session, " ".join(fields.texts("moves", MOST_MOVES)), MOST_MOVES)
        if (at := fields.number_or_none("at", MOST_MOVES)) is not None:
            nodes = {place: node for node, place in places(session.tree).items()}
            session.go(nodes.get(at, session.node))
        return session

    def _game(self, fields: Fields) -> Game:
        """The game asked for, valued as asked."""
        return valued(self.catalogue.game(fields.text("game")), fields.choice("by", BY))

    def _room(self, request: Request) -> Room:
        room = self.rooms.get(request.path_params["key"])
        if room is None:
            raise HTTPException(404, "there is no such session; it may have expired")
        return room

    async def session(self, request: Request) -> Response:
        """The session as it stands."""
        return JSON(self._room(request).view())

    async def forget(self, request: Request) -> Response:
        """End a session."""
        room = self._room(request)
        if room.pair is not None and room.pair.seat_of(request.headers.get("x-seat", "")) is None:
            raise UsageError("only the two who play may end their session")
        self.rooms.remove(room)
        return JSON({})

    async def act(self, request: Request) -> Response:
        """Do something in a session, and say how it stands then."""
        room, name = self._room(request), request.path_params["action"]
        asked = action_of(room, name, request.headers.get("x-seat", ""))
        if asked is None:
            raise HTTPException(404, f"there is no such action; there are {', '.join(ACTIONS)}")
        known, action = asked
        more = action(self.opponents, room, await fields_of(request, *known))
        return JSON({**room.change(), **(more or {})})

    async def saved(self, request: Request) -> Response:
        """The session as a file to keep."""
        room = self._room(request)
        content = saved(room.session) | {"game": room.spec}
        disposition = {"content-disposition": 'attachment; filename="zermelo-game.json"'}
        return JSON(content, headers=disposition)

    async def exported(self, request: Request) -> Response:
        """The session for people and other programs."""
        room = self._room(request)
        disposition = {"content-disposition": 'attachment; filename="zermelo-game.txt"'}
        return PlainTextResponse(exported(room.session, room.spec), headers=disposition)

    async def past(self, request: Request) -> Response:
        """The board at any position of the session's tree."""
        room, node = self._node(request)
        line = request.query_params.get("line", "").split()[:MOST_MOVES]
        view = past_view(room.session, node, values=room.values)
        return JSON({**view, "board": board_after(room.session, node, line)} if line else view)

    async def explored(self, request: Request) -> Response:
        """The moves at a position that were played, or that a book or database knows."""
        room, node = self._node(request)
        return JSON(self.explorer.explored(room.session, node, values=room.values))

    async def value(self, request: Request) -> Response:
        """The worth of a position in a sum of games under normal play."""
        room, node = self._node(request)
        return await self._thought(request, partial(summand, room.session, node))

    def _node(self, request: Request) -> tuple[Room, int]:
        room, text = self._room(request), request.path_params["node"]
        numeral = text.isascii() and text.isdecimal() and len(text) < 7
        if not numeral or int(text) not in room.session.tree:
            raise UsageError("the node should be a position of this game")
        return room, int(text)

    # Classes -------------------------------------------------------------------------------------

    async def classmates(self, request: Request) -> Response:
        """The boards of a class, for its teacher."""
        code = class_of(request.path_params["code"])
        return JSON([room.glance() for room in self.rooms if room.group == code])

    async def seen(self, request: Request) -> Response:
        """The board of one of a class as it is drawn."""
        code, name = class_of(request.path_params["code"]), request.path_params["name"]
        for room in self.rooms:
            if room.group == code and room.name == name:
                session = room.session
                drawn = await asyncio.to_thread(pictured, session.game, session.state, room.spec)
                return Response(drawn, media_type="image/svg+xml", headers=FRESH)
        raise HTTPException(404, "there is no such board in this class")

    # Setting up ----------------------------------------------------------------------------------

    async def alphabet(self, request: Request) -> Response:
        """Which letter of a position's text is which point of the board."""
        game = self._room(request).session.game
        return JSON(await asyncio.to_thread(spelling, game))

    async def draft(self, request: Request) -> Response:
        """The verdict on a text that may become a position."""
        room = self._room(request)
        fields = await fields_of(request, "state")
        return JSON(examined(room.session.game, fields.text("state")))

    # Trees ---------------------------------------------------------------------------------------

    async def trees(self, request: Request) -> Response:
        """A search of a position, recorded whole, and another one beside it if asked for."""
        options = "algorithm", "against", "depth", "least", "simulations"
        fields = await fields_of(request, "game", "by", "start", "moves", *options)
        session = self._begun(fields)
        proof = self.proofs.get(session.game)
        return await self._thought(request, searches(session, fields, proof))

    async def limits(self, request: Request) -> Response:
        """A game of minimax against itself at one limit."""
        fields = await fields_of(request, "game", "depth", "from")
        game = self.catalogue.game(fields.text("game"))
        return await self._thought(request, limited_game(game, fields, native=self.native))

    async def levels(self, request: Request) -> Response:
        """The mistakes of a level, by a database."""
        fields = await fields_of(request, "game", "by", "level")
        level = fields.number_or_none("level", 10)
        return await self._thought(request, self.measured.of(self._game(fields), level))

    async def _thought(self, request: Request, work: Callable[[], Any]) -> Response:
        """The result of some thinking, for as long as the client waits for it."""
        job = Job(work, owner=(address_of(request), ""))
        return JSON(await while_connected(request, job, self.thinker.think(job)))

    # Live ----------------------------------------------------------------------------------------

    async def events(self, request: Request) -> Response:
        """The room's events for as long as the page listens."""
        room = self._room(request)
        return StreamingResponse(
            room.stream(room.watch(request.query_params.get("seat", ""))),
            media_type="text/event-stream",
            headers={"cache-control": "no-store"},
        )
