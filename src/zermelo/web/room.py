"""A session on the server, with its pages and its thinking."""

import asyncio
import secrets
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from zermelo.blame import own_fault
from zermelo.board.session import hint_words, session_view
from zermelo.errors import Stopped
from zermelo.naming import player_name, progress_words
from zermelo.play.advice import Advisor
from zermelo.play.agenda import Agenda, Task
from zermelo.play.pair import Pair, public
from zermelo.play.session import Session
from zermelo.play.thinking import Job
from zermelo.search.clock import Snapshot
from zermelo.web.pages import draw_state
from zermelo.web.requests import Busy, encode_json
from zermelo.web.roomview import ClockView, Glance, Here, PairView, Thinking
from zermelo.web.thinking import Result, SharedThinker

MOST_WATCHERS: Final = 8  # pages that can show a session; in a game for two, pages of each player
MOST_SPECTATORS: Final = 60  # spectators of a session for two
KEEP_ALIVE: Final = 15.0  # seconds between comments that keep a silent stream open


class Events:
    """The events to send to one page; a slow page gets only the latest event of each kind."""

    def __init__(self) -> None:
        self._waiting: dict[str, str] = {}
        self._there = asyncio.Event()

    def put(self, kind: str, content: str) -> None:
        """Add an event, with its content as JSON."""
        self._waiting.pop(kind, None)
        self._waiting[kind] = content
        self._there.set()

    async def get(self) -> tuple[str, str]:
        """Wait for the next event; return its kind and its content."""
        await self._there.wait()
        kind = next(iter(self._waiting))
        content = self._waiting.pop(kind)
        if not self._waiting:
            self._there.clear()
        return kind, content


class Room:
    """A session with the pages that show it and the computer's thinking.

    The room thinks only while a page shows it, and every change stops the current search. Rules may
    be slow, so only threads of `clerks` use the session, one at a time. All other code runs in the
    event loop.
    """

    def __init__(
        self,
        session: Session,
        spec: str,  # the name by which pages ask for the game
        advisor: Advisor | None,
        thinker: SharedThinker,  # runs the searches
        clerks: SharedThinker,  # run other work that needs the rules
        address: str = "",  # of the user who opened it; each address gets a share of the time
        pair: Pair | None = None,  # the people, if the room is for two
        title: str = "",  # the game's name for its players to read
    ) -> None:
        self.pair = pair
        self._timer: asyncio.TimerHandle | None = None  # ends the game when time is up
        self.key, self.spec, self.title = secrets.token_urlsafe(18), spec, title
        self.owner = address, self.key
        self.session, self._thinker, self._clerks = session, thinker, clerks
        self._lock = threading.Lock()  # guards the session and its agenda
        self.agenda = Agenda(session, advisor)
        self.agenda.reviews = pair is None
        self._valued = False  # whether values were requested
        self.used = time.monotonic()
        self.name = secrets.token_hex(6)  # with this name, a teacher can watch but not play
        self.group = self.person = ""  # the code of a class, and the student's name
        self.added: int | None = None  # the node of the latest added variation
        self._revision = 0
        self._watchers: dict[Events, str] = {}  # a page's events → its player's public name, or ""
        self._changed = asyncio.Event()
        self._job: Job | None = None
        self._running: set[asyncio.Task[Any]] = set()  # keeps tasks alive until they end
        self._thinking: asyncio.Task[None] | None = None
        self._show()

    # Views and actions ----------------------------------------------------------------------------

    @property
    def values(self) -> bool:
        """Whether pages show the values of the game's positions."""
        return self.agenda.scope == "game"

    @values.setter
    def values(self, on: bool) -> None:
        self._valued = on
        self.agenda.scope = "game" if on else "nothing"

    def _show(self) -> None:
        """Encode the session as JSON, which answers all requests until the next change."""
        agenda, session, hint = self.agenda, self.session, self.agenda.hint
        here: Here = {
            **session_view(session, values=self.values, hint=hint),
            "key": self.key,
            "game": self.spec,
            "title": self.title,
            "revision": self._revision,
            "values": self.values,
            "paused": agenda.paused,
            "resting": agenda.resting,
            "deeper": agenda.deeper,
            "hint": hint_words(session, hint) or ("looking for a good move" * agenda.hinted),
            "added": self.added,
        }
        self._shown = encode_json(here)
        to_move = f"{player_name(session.game, session.player)} to move"
        self.ply, self.status = session.ply, here["outcome"] or to_move
        self.over, self.size = here["over"], session.size
        people = {seat for seat, player in enumerate(session.players) if player.name == "human"}
        moves = (row for row in here["tree"] if row["player"] in people)
        own = [row for row in moves if row["accuracy"] is not None]
        self.mistakes = sum(row["fault"] is not None for row in own) if own else None

    def view(self, **more: object) -> str:
        """A `RoomView` as JSON, with `more` fields."""
        return f"{self._shown[:-1]},{encode_json({'pair': self._pair(), **more})[1:]}"

    def drawing(self) -> bytes:
        """The current board as SVG."""
        return draw_state(self.session.game, self.session.state, self.spec)

    def glance(self) -> Glance:
        """A summary of the session for a teacher."""
        return {
            "name": self.name,
            "revision": self._revision,
            "person": self.person,
            "title": self.title,
            "ply": self.ply,
            "status": self.status,
            "mistakes": self.mistakes,
            "watched": self.watched,
            "seen": int(time.monotonic() - self.used),
        }

    def _pair(self) -> PairView | None:
        if self.pair is None:
            return None
        pair, there = self.pair, [*self._watchers.values()]
        clock: ClockView | None = None
        if pair.clock is not None:
            now = pair.now()
            clock = {
                "left": (pair.clock.seconds_left(0, now), pair.clock.seconds_left(1, now)),
                "running": pair.clock.running,
                "base": pair.clock.base,
                "increment": pair.clock.increment,
                "each_move": pair.clock.each_move,
            }
        return {
            "seats": pair.seats,
            "present": [seat in there for seat in pair.seats],
            "watching": sum(name not in pair.seats for name in there),
            "offer": pair.offer and {"kind": pair.offer[0], "by": pair.offer[1]},
            "score": [*pair.score],
            "clock": clock,
        }

    async def ask(self, work: Callable[[], Result], asker: str = "") -> Result:
        """Do `work` on the session, under its lock; the time counts for `asker` or the owner."""

        def work_alone() -> Result:
            with self._lock:
                return work()

        return await self._clerks.do(asker or self.owner[0], work_alone)

    async def change(self, act: Callable[[], Result], asker: str = "") -> Result:
        """Change the session: do `act`, stop the current job, tell all pages; return the result."""

        def act_and_show() -> Result:
            result = act()
            self._revision += 1
            self._show()
            return result

        before = self._revision
        try:
            result = await self.ask(act_and_show, asker)
        finally:
            if self._revision != before:  # also if the rules fail in `_show`
                if self._job is not None:
                    self._job.stop()  # `_think` asks the agenda for the next task
                self._changed.set()
        self.used = time.monotonic()
        self._wind()
        self.tell("state", self.view())
        return result

    def _wind(self) -> None:
        """Set the timer for the moment when the player to move runs out of time."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        pair = self.pair
        if pair is None or pair.clock is None or pair.clock.running is None:
            return

        def look() -> None:
            looking = asyncio.create_task(self.change(lambda: pair.look(self.session)))
            self._running.add(looking)
            looking.add_done_callback(self._running.discard)

        left = pair.clock.seconds_left(pair.clock.running, pair.now())
        self._timer = asyncio.get_running_loop().call_later(left + 0.01, look)

    def replace(self, session: Session, advisor: Advisor) -> None:
        """Replace the session, as part of a change."""
        before, self.session = self.agenda, session
        self.agenda = Agenda(session, advisor)
        self.agenda.resting, self.values = before.resting, self._valued
        self.agenda.reviews = before.reviews

    def tell(self, kind: str, content: object) -> None:
        """Send the pages an event; a string is sent unchanged, as encoded JSON."""
        for events in self._watchers:
            events.put(kind, content if isinstance(content, str) else encode_json(content))

    @property
    def watched(self) -> bool:
        """Whether any page shows this session."""
        return bool(self._watchers)

    def watch(self, key: str = "") -> Events:
        """Add a page, return its events; `Busy` if its player or all spectators have too many."""
        name = public(key) if self.pair and self.pair.seat_of(key) is not None else ""
        others = [*self._watchers.values()]
        most = MOST_SPECTATORS if self.pair and not name else MOST_WATCHERS
        if (others.count(name) if name else len(others)) >= most:
            raise Busy(f"at most {most} pages can show a session at once")
        events = Events()
        self._watchers[events] = name
        self._tell_presence()
        events.put("state", self.view())
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think())
        return events

    async def stream(self, events: Events) -> AsyncIterator[str]:
        """Yield `events` as server-sent events, until the room closes or the page leaves."""
        try:
            while True:
                try:
                    kind, content = await asyncio.wait_for(events.get(), KEEP_ALIVE)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                yield f"event: {kind}\ndata: {content}\n\n"
                if kind == "closed":
                    return
        finally:
            self.leave(events)

    def leave(self, events: Events) -> None:
        """Remove a page; after the last page, stop thinking."""
        self._watchers.pop(events, None)
        self._tell_presence()
        self.used = time.monotonic()
        if not self._watchers and self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Close the room for all pages."""
        if self._timer is not None:
            self._timer.cancel()
        self.tell("closed", {})
        for events in list(self._watchers):
            self.leave(events)

    def _tell_presence(self) -> None:
        """In a game for two, tell the pages which players are present."""
        if (pair := self._pair()) is not None:
            self.tell("presence", pair)

    # Thinking ------------------------------------------------------------------------------------

    async def _think(self) -> None:
        """Do the agenda's tasks, until the last page leaves."""
        while True:
            try:
                await self._think_on()
            except Exception as error:  # the rules fail to show the position
                self._fail(error, "showing the game")
                await self._changed.wait()

    async def _think_on(self) -> None:
        """Do the next task; if there is none, wait for a change."""
        self._changed.clear()
        self.agenda.most_seconds = self._thinker.look(self.owner)
        task, revision = await self.ask(lambda: (self.agenda.next(), self._revision))
        if revision != self._revision:
            return
        if task is None:
            self.tell("idle", {"revision": revision})
            await self._changed.wait()
            return
        loop, urgent = asyncio.get_running_loop(), task.kind != "value"

        def report(snapshot: Snapshot) -> None:
            loop.call_soon_threadsafe(self._report, revision, task, snapshot)

        def finish() -> None:
            if revision != self._revision:  # the session has changed
                raise Stopped
            task.finish(result)

        self._job = Job(task.find, report, owner=self.owner, urgent=urgent, whole=task.whole)
        try:
            result = await self._thinker.think(self._job)
            if task.kind != "move" or result is not None:  # None: still pondering
                await self.change(finish)
        except Stopped:
            return
        except Exception as error:  # the session outlives failing players or rules
            self.agenda.halt()
            mover = player_name(self.session.game, task.player)
            self._fail(error, f"{mover} thinks" if task.kind == "move" else "valuing")
            await self.change(lambda: None)
        finally:
            self._job = None

    def _fail(self, error: Exception, doing: str) -> None:
        """Show an error on the pages, with the line of a user's file that raised it, if any."""
        fault = own_fault(error) or type(error).__name__
        self.tell("fault", {"error": f"{fault}, while {doing}"})

    def _report(self, revision: int, task: Task, snapshot: Snapshot) -> None:
        """Send the pages the progress of a search, unless the search is outdated."""
        if revision == self._revision:
            thinking: Thinking = {
                "revision": revision,
                "kind": task.kind,
                "node": task.node,
                "depth": snapshot.depth,
                "nodes": snapshot.nodes,
                "rate": snapshot.nodes / max(snapshot.seconds, 1e-3),
                "value": progress_words(self.session.game, task.player, snapshot.value),
                "line": list(snapshot.line),
            }
            self.tell("thinking", thinking)
