"""One session on the server: who watches it, and the thinking that it needs."""

from __future__ import annotations

import asyncio
import json
import secrets
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, TypedDict

from zermelo.blame import own_fault
from zermelo.board.session import SessionView, session_view
from zermelo.contract.game import Game
from zermelo.errors import Stopped, UsageError
from zermelo.naming import analysis_words, player_name, progress_words
from zermelo.play.advice import Advisor
from zermelo.play.agenda import Agenda, Kind, Scope, Task
from zermelo.play.clock import Clock
from zermelo.play.pair import Kind as OfferKind
from zermelo.play.pair import Pair, public
from zermelo.play.player import Player
from zermelo.play.session import Session
from zermelo.play.thinking import Job
from zermelo.players.search import Search
from zermelo.search.limits import Snapshot
from zermelo.web.thinking import SharedThinker

MOST_WATCHERS: Final = 8  # pages that show one session,
MOST_SPECTATORS: Final = 60  # and one that two play together
QUEUE: Final = 100  # events that a slow page may be behind
KEEP_ALIVE: Final = 15.0  # seconds after which a silent stream says that it is still there

Event = tuple[str, Mapping[str, object]]  # its kind, and what pages read of it


class Found(TypedDict):
    """How far a search has come, or had come: nodes, nodes a second, and the value in words."""

    player: int
    depth: int
    nodes: int
    rate: float
    seconds: float
    value: str | None
    line: list[str]


class Thought(Found):
    """A player's thoughts about the move it has made."""

    native: bool


class Thinking(Found):
    """The present job: `kind` is the kind of a `Task`, `doing` describes it in words."""

    revision: int
    kind: str
    node: int
    ply: int
    doing: str


class Offer(TypedDict):
    """A proposal of one of the two to the other."""

    kind: OfferKind
    by: int


class ClockView(TypedDict):
    """The seconds left, whose time runs, and the clock's settings."""

    left: tuple[float, float]
    running: int | None
    base: float
    increment: float
    each_move: bool


class PairView(TypedDict):
    """The two at a board: their public names, null for an empty seat, and who is there now.

    score  of the games played so far, a draw counting a half
    """

    seats: list[str | None]
    present: list[bool]
    watching: int
    offer: Offer | None
    clock: ClockView | None
    score: list[float]


class Glance(TypedDict):
    """A session as a teacher sees it among those of a class.

    name     of the board, with which nothing can be done in the session
    person   the name that was given
    watched  whether its page is open
    """

    name: str
    revision: int
    person: str
    game: str
    ply: int
    status: str
    watched: bool


class RoomView(SessionView):
    """A session with what concerns the server; `added` is the node of the latest move beside it,
    `pair` the two who play together, where a link is for two."""

    key: str
    revision: int
    values: bool
    paused: bool
    resting: bool
    hint: list[str]
    added: int | None
    thought: Thought | None
    pair: PairView | None


class Busy(UsageError):  # noqa: N818 - a limit, not an error
    """More was asked for than this server gives at once."""


class Room:
    """One session, who watches it, and the thinking that it needs.

    Nothing is thought about while nobody watches, and nothing that has become pointless: every
    change stops the search under way. All methods belong to the event loop.

    spec     what pages are to call the game
    address  of the user who has opened it, who shares the time with others
    pair     two people at their own boards, if the room is for them
    """

    def __init__(
        self,
        session: Session,
        spec: str,
        advisor: Advisor | None,
        thinker: SharedThinker,
        address: str = "",
        pair: Pair | None = None,
    ) -> None:
        self.pair = pair
        self._timer: asyncio.TimerHandle | None = None  # until somebody's time is up
        self.key, self.spec = secrets.token_urlsafe(18), spec
        self.owner = address, self.key
        self.session, self._thinker = session, thinker
        self.agenda = Agenda(session, advisor)
        self._valued = False  # whether values are asked for
        self.used = time.monotonic()
        self.name = secrets.token_hex(6)  # for those who may look on
        self.group = self.person = ""  # the code of a class, and who of it plays here
        self.thought: Thought | None = None  # what the latest mover thought
        self.added: int | None = None  # the node of the latest move beside the game
        self._revision = 0
        self._watchers: dict[asyncio.Queue[Event], str] = {}  # with the public name of each
        self._changed = asyncio.Event()
        self._job: Job | None = None
        self._thinking: asyncio.Task[None] | None = None

    # Views and actions ----------------------------------------------------------------------------

    @property
    def values(self) -> bool:
        """Whether the positions of the game are valued, for all to see."""
        return self.agenda.scope is Scope.GAME

    @values.setter
    def values(self, on: bool) -> None:
        self._valued = on
        self.agenda.scope = Scope.GAME if on else Scope.NOTHING

    def view(self) -> RoomView:
        """The session as JSON, with what concerns this room."""
        agenda, hint = self.agenda, self.agenda.hint
        return {
            **session_view(self.session, values=self.values, hint=hint),
            "key": self.key,
            "game": self.spec,
            "revision": self._revision,
            "values": self.values,
            "paused": agenda.paused,
            "resting": agenda.resting,
            "hint": list(hint),
            "added": self.added,
            "thought": self.thought,
            "pair": self._pair(),
        }

    def glance(self) -> Glance:
        """How the session stands, for a teacher."""
        session = self.session
        to_move = f"{player_name(session.game, session.player)} to move"
        return {
            "name": self.name,
            "revision": self._revision,
            "person": self.person,
            "game": self.spec,
            "ply": session.ply,
            "status": session.outcome or to_move,
            "watched": self.watched,
        }

    def _pair(self) -> PairView | None:
        if self.pair is None:
            return None
        pair, there = self.pair, [*self._watchers.values()]
        return {
            "seats": pair.seats,
            "present": [seat in there for seat in pair.seats],
            "watching": sum(name not in pair.seats for name in there),
            "offer": pair.offer and {"kind": pair.offer[0], "by": pair.offer[1]},
            "score": [*pair.score],
            "clock": None if pair.clock is None else _seen(pair.clock, pair.now()),
        }

    def change(self) -> RoomView:
        """Called after every change: the present job is outdated, and all pages are notified."""
        self.used = time.monotonic()
        self._revision += 1
        if self._job is not None:
            self._job.stop()
        self._changed.set()
        self._wind()
        view = self.view()
        self._tell("state", view)
        return view

    def _wind(self) -> None:
        """Have the game end when the time of the player to move is up."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        clock = None if self.pair is None else self.pair.clock
        if self.pair is not None and clock is not None and clock.running is not None:
            left = clock.left(clock.running, self.pair.now())
            self._timer = asyncio.get_running_loop().call_later(left + 0.01, self._look)

    def _look(self) -> None:
        if self.pair is not None:
            self.pair.look(self.session)
            self.change()

    def renew(self, session: Session, advisor: Advisor, message: str) -> None:
        """Go on with another session in place of this one, and say why."""
        before, self.session = self.agenda, session
        self.agenda, self.thought = Agenda(session, advisor), None
        self.agenda.resting, self.values = before.resting, self._valued
        self.change()
        self._tell("notice", {"text": message})

    def tell_fault(self, error: str) -> None:
        """Tell the pages what is wrong."""
        self._tell("fault", {"error": error})

    @property
    def watched(self) -> bool:
        """Whether any page shows this session."""
        return bool(self._watchers)

    def watch(self, key: str = "") -> asyncio.Queue[Event]:
        """The events for one more page, the state first; `Busy` when too many watch.

        key  of the asker's seat: there is room for those who play
        """
        plays = self.pair is not None and self.pair.seat_of(key) is not None
        name = public(key) if plays else ""
        others = [*self._watchers.values()]
        alike = others.count(name) if plays else len(others)
        most = MOST_SPECTATORS if self.pair is not None and not plays else MOST_WATCHERS
        if alike >= most:
            raise Busy(f"a session is shown by at most {most} pages at once")
        events: asyncio.Queue[Event] = asyncio.Queue(QUEUE)
        self._watchers[events] = name
        self._tell_presence()
        events.put_nowait(("state", self.view()))
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think())
        return events

    async def stream(self, events: asyncio.Queue[Event]) -> AsyncIterator[str]:
        """Events as server-sent ones, until the room closes or the page goes away."""
        try:
            while True:
                try:
                    kind, content = await asyncio.wait_for(events.get(), KEEP_ALIVE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                yield f"event: {kind}\ndata: {json.dumps(content, separators=(',', ':'))}\n\n"
                if kind == "closed":
                    return
        finally:
            self.leave(events)

    def leave(self, events: asyncio.Queue[Event]) -> None:
        """One page less; with the last one all thinking ends."""
        self._watchers.pop(events, None)
        self._tell_presence()
        self.used = time.monotonic()
        if not self._watchers and self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Let go of every page."""
        if self._timer is not None:
            self._timer.cancel()
        self._tell("closed", {})
        for events in list(self._watchers):
            self.leave(events)

    def _tell_presence(self) -> None:
        """Tell the pages who is there, where two play."""
        if (pair := self._pair()) is not None:
            self._tell("presence", pair)

    def _tell(self, kind: str, content: Mapping[str, object]) -> None:
        """Send an event to all pages; one that does not read its events misses the oldest."""
        for events in self._watchers:
            if events.full():
                events.get_nowait()
            events.put_nowait((kind, content))

    # Thinking ------------------------------------------------------------------------------------

    async def _think(self) -> None:
        """Do what the agenda says, one task after the other, for as long as anybody watches."""
        while True:
            try:
                await self._think_on()
            except Exception as error:  # rules that fail even at showing where the game stands
                self._fail(error, "showing the game")
                await self._changed.wait()

    async def _think_on(self) -> None:
        """Do the next task, or wait until there is one."""
        self._changed.clear()
        self.agenda.most_seconds = self._thinker.look(self.owner)
        task = self.agenda.next()
        if task is None:
            self._tell("idle", {"revision": self._revision})
            await self._changed.wait()
            return
        self._job = self._job_of(task)
        try:
            result = await self._thinker.think(self._job)
        except Stopped:
            return
        except Exception as error:  # a player or rules that fail must not end the session
            self.agenda.halt()
            self._fail(error, self._doing(task))
        else:
            if task.kind is Kind.MOVE and result is None:  # the mover ponders on
                self._job = None
                return
            self._finish(task, result)
        self.change()

    def _fail(self, error: Exception, doing: str) -> None:
        """Tell the pages what has failed, and where if that is in a person's own file."""
        fault = own_fault(error) or type(error).__name__
        self.tell_fault(f"{fault}, while {doing}")

    def _job_of(self, task: Task) -> Job:
        """A job that does a task on a thread, and reports back to this event loop."""
        loop, revision = asyncio.get_running_loop(), self._revision

        def report(snapshot: Snapshot) -> None:
            loop.call_soon_threadsafe(self._report, revision, task, snapshot)

        return Job(task.find, report, owner=self.owner, urgent=task.kind is not Kind.VALUE)

    def _finish(self, task: Task, result: Any) -> None:
        """Take in a result; for a move, also the mover's thoughts."""
        self._job = None
        if task.kind is Kind.MOVE:
            game, mover = self.session.game, self.session.players[task.player]
            self.thought = _thought(game, task.state, mover)
        task.finish(result)

    def _doing(self, task: Task) -> str:
        """A task, in words."""
        if task.kind is Kind.MOVE:
            return f"{player_name(self.session.game, task.player)} thinks"
        return "valuing"

    def _report(self, revision: int, task: Task, snapshot: Snapshot) -> None:
        """Tell the pages how far a search has come, unless it is an old one."""
        if revision == self._revision:
            thinking: Thinking = {
                **_progress(self.session.game, task.player, snapshot),
                "revision": revision,
                "kind": task.kind.value,
                "node": task.node,
                "ply": self.session.tree[task.node].ply,
                "doing": self._doing(task),
            }
            self._tell("thinking", thinking)


def _seen(clock: Clock, now: float) -> ClockView:
    return {
        "left": (clock.left(0, now), clock.left(1, now)),
        "running": clock.running,
        "base": clock.base,
        "increment": clock.increment,
        "each_move": clock.each_move,
    }


def _progress(game: Game, player: int, snapshot: Snapshot) -> Found:
    return {
        "player": player,
        "depth": snapshot.depth,
        "nodes": snapshot.nodes,
        "rate": snapshot.nodes / max(snapshot.seconds, 1e-3),
        "seconds": snapshot.seconds,
        "value": progress_words(game, player, snapshot.value),
        "line": list(snapshot.line),
    }


def _thought(game: Game, state: Any, mover: Player) -> Thought | None:
    """A searching player's thoughts about the move it has just chosen."""
    if not isinstance(mover, Search):
        return None
    analysis = mover.analysis(game, state)  # which is known by now
    return {
        "player": analysis.player,
        "depth": analysis.depth,
        "nodes": analysis.nodes,
        "rate": analysis.nodes / max(analysis.seconds, 1e-3),
        "seconds": analysis.seconds,
        "value": analysis_words(game, analysis),
        "line": list(analysis.line_moves),
        "native": analysis.native,
    }
