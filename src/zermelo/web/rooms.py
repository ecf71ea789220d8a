"""Sessions on the server: each in a room of its own, behind a key that can't be guessed."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from zermelo.errors import Stopped, UsageError
from zermelo.game import ONGOING
from zermelo.play.advice import Advisor
from zermelo.play.judgement import judged
from zermelo.play.players import Search
from zermelo.play.session import Session
from zermelo.search.limits import Snapshot
from zermelo.show.sessionview import session_view
from zermelo.show.words import player_name, value_words
from zermelo.web.thinking import Job, Thinker

MOST_ROOMS: Final = 500
MOST_WATCHERS: Final = 8  # pages that show one session
IDLE_SECONDS: Final = 6 * 3600.0  # that a room is kept when nobody watches
QUEUE: Final = 100  # events that a slow page may be behind

Event = tuple[str, dict[str, Any]]


class Busy(UsageError):  # noqa: N818 - a limit, not an error
    """More was asked for than this server gives at once."""


@dataclass
class Work:
    """What a room thinks about: what is to be found out, and what is done with it."""

    doing: str
    find: Callable[[], Any]
    finish: Callable[[Any], None]


class Room:
    """One session, who watches it, and the thinking that it needs.

    Nothing is thought about while nobody watches, and nothing that has become pointless: every
    change stops the search under way. All methods belong to the event loop.
    """

    def __init__(self, session: Session, advisor: Advisor, thinker: Thinker) -> None:
        self.key = secrets.token_urlsafe(18)
        self.session, self._advisor, self._thinker = session, advisor, thinker
        self.used = time.monotonic()
        self.values = self.paused = False
        self.thought: dict[str, Any] | None = None  # what the latest mover thought
        self._hint: tuple[Any, tuple[str, ...]] | None = (
            None  # a state, and its best moves if known
        )
        self._revision = 0
        self._watchers: set[asyncio.Queue[Event]] = set()
        self._changed = asyncio.Event()
        self._job: Job | None = None
        self._thinking: asyncio.Task[None] | None = None

    # What pages see and do -----------------------------------------------------------------------

    def view(self) -> dict[str, Any]:
        """The session as JSON, with what concerns this room."""
        hint = self._hint[1] if self._hint and self._hint[0] == self.session.state else ()
        view = session_view(self.session, judged(self.session), values=self.values, hint=hint)
        return view | {
            "key": self.key,
            "revision": self._revision,
            "values": self.values,
            "paused": self.paused,
            "hint": list(hint),
            "thought": self.thought,
        }

    def change(self) -> dict[str, Any]:
        """Called after every change: what was being thought about is old; all pages are told."""
        self.used = time.monotonic()
        self._revision += 1
        if self._job is not None:
            self._job.stop()
        self._changed.set()
        view = self.view()
        self._tell("state", view)
        return view

    def ask_hint(self) -> None:
        """Have the best moves pointed out, now if they are known, else once they are."""
        advice = self.session.advice()
        self._hint = (self.session.state, advice.best_moves if advice else ())

    @property
    def watched(self) -> bool:
        """Whether any page shows this session."""
        return bool(self._watchers)

    def watch(self) -> asyncio.Queue[Event]:
        """The events for one more page, the state first; `Busy` when too many watch."""
        if len(self._watchers) >= MOST_WATCHERS:
            raise Busy(f"a session is shown by at most {MOST_WATCHERS} pages at once")
        events: asyncio.Queue[Event] = asyncio.Queue(QUEUE)
        events.put_nowait(("state", self.view()))
        self._watchers.add(events)
        if self._thinking is None or self._thinking.done():
            self._thinking = asyncio.create_task(self._think())
        return events

    def leave(self, events: asyncio.Queue[Event]) -> None:
        """One page less; with the last one all thinking ends."""
        self._watchers.discard(events)
        self.used = time.monotonic()
        if not self._watchers and self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    def close(self) -> None:
        """Let go of every page."""
        self._tell("closed", {})
        for events in list(self._watchers):
            self.leave(events)

    def _tell(self, kind: str, content: dict[str, Any]) -> None:
        """Send an event to all pages; one that does not read its events misses the oldest."""
        for events in self._watchers:
            if events.full():
                events.get_nowait()
            events.put_nowait((kind, content))

    # Thinking ------------------------------------------------------------------------------------

    async def _think(self) -> None:
        """Do what there is to do, one piece of work after the other."""
        while True:
            self._changed.clear()
            work = self._next_work()
            if work is None:
                self._tell("idle", {})
                await self._changed.wait()
                continue
            self._job = Job(work.find, partial(self._report, self._revision, work.doing))
            try:
                found = await self._thinker.think(self._job)
            except Stopped:
                continue
            except Exception as error:  # a player or rules that fail must not end the session
                self.paused, self.values, self._hint = True, False, None
                self._tell("fault", {"error": f"{type(error).__name__} while {work.doing}"})
            else:
                work.finish(found)
                self._job = None
            self.change()

    def _next_work(self) -> Work | None:
        """The most urgent thing to think about: a move, a hint, the values of what is shown."""
        session = self.session
        if not session.over and not session.persons_turn and not self.paused:
            return self._move()
        if self._hint and self._hint[0] == session.state and not self._hint[1] and not session.over:
            return self._advice(session.state)
        if self.values:
            for state in reversed(session.states):
                if session.advice(state) is None and session.game.outcome(state) == ONGOING:
                    return self._advice(state)
        return None

    def _move(self) -> Work:
        """The player to move chooses."""
        session, mover = self.session, self.session.mover()
        game, state = session.game, session.state

        def choose() -> tuple[int, dict[str, Any] | None]:
            move = mover.choose(game, state)
            return move, _thought(game, state, mover)

        def play(found: tuple[int, dict[str, Any] | None]) -> None:
            move, self.thought = found
            session.move(move)

        return Work(f"{player_name(game, session.player)} thinks", choose, play)

    def _advice(self, state: Any) -> Work:
        """The advisor says what a position is worth."""
        session, advisor = self.session, self._advisor

        def note(advice: Any) -> None:
            session.note(state, advice)
            if self._hint and self._hint[0] == state:
                self._hint = (state, advice.best_moves)

        return Work("valuing", partial(advisor.advise, session.game, state), note)

    def _report(self, revision: int, doing: str, snapshot: Snapshot) -> None:
        """Tell the pages how far a search has come, unless it is an old one."""
        if revision == self._revision:
            player = self.session.player
            self._tell("thinking", {"doing": doing, **_progress(self.session, player, snapshot)})


def _progress(session: Session, player: int, snapshot: Snapshot) -> dict[str, Any]:
    said = None
    if snapshot.value is not None:
        said = f"{snapshot.value:+.2f}".replace("-", "−")
    return {
        "player": player,
        "depth": snapshot.depth,
        "nodes": snapshot.nodes,
        "rate": snapshot.nodes / max(snapshot.seconds, 1e-3),
        "seconds": snapshot.seconds,
        "value": said,
        "line": list(snapshot.line),
    }


def _thought(game: Any, state: Any, mover: Any) -> dict[str, Any] | None:
    """What a searching player thought of the move it has just chosen."""
    if not isinstance(mover, Search):
        return None
    found = mover.analysis(game, state)  # which is known by now
    words = value_words(
        game,
        found.player,
        found.value,
        exact=found.exact,
        remoteness=found.remoteness,
        depth=found.depth,
    )
    return {
        "player": found.player,
        "depth": found.depth,
        "nodes": found.nodes,
        "rate": found.nodes / max(found.seconds, 1e-3),
        "seconds": found.seconds,
        "value": words,
        "line": list(found.line),
        "native": found.native,
    }


class Rooms:
    """All rooms of a server, by their keys."""

    def __init__(self, most: int = MOST_ROOMS) -> None:
        self._rooms: dict[str, Room] = {}
        self._most = most

    def add(self, room: Room) -> None:
        """Take in one more room; the one that was longest unwatched goes when there are too many.

        Raises `Busy` when all are being watched.
        """
        self._sweep()
        if len(self._rooms) >= self._most:
            unwatched = [other for other in self._rooms.values() if not other.watched]
            if not unwatched:
                raise Busy("too many games are being played here; try again later")
            self.remove(min(unwatched, key=lambda other: other.used))
        self._rooms[room.key] = room

    def get(self, key: str) -> Room | None:
        """The room with this key, if there is one."""
        return self._rooms.get(key)

    def remove(self, room: Room) -> None:
        """Forget a room."""
        room.close()
        del self._rooms[room.key]

    def close(self) -> None:
        """Forget all."""
        for room in list(self._rooms.values()):
            self.remove(room)

    def _sweep(self) -> None:
        """Forget the rooms that nobody has watched for long."""
        oldest = time.monotonic() - IDLE_SECONDS
        for room in [room for room in self._rooms.values() if not room.watched]:
            if room.used < oldest:
                self.remove(room)
