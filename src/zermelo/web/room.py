"""One session on the server: who watches it, and the thinking that it needs."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from zermelo.errors import Stopped, UsageError
from zermelo.game import LOSS, ONGOING, WIN
from zermelo.play.advice import Advice, Advisor
from zermelo.play.judgement import judged
from zermelo.play.players import Search
from zermelo.play.session import Session
from zermelo.search.limits import Snapshot
from zermelo.show.sessionview import session_view
from zermelo.show.words import found_words, player_name, value_words
from zermelo.show.worth import recommended
from zermelo.web.thinking import Job, Thinker

MOST_WATCHERS: Final = 8  # pages that show one session
ROUNDS: Final = (1.0, 2.0, 4.0, 8.0)  # seconds to value a state in, each time it is valued
QUEUE: Final = 100  # events that a slow page may be behind

Event = tuple[str, dict[str, Any]]


class Busy(UsageError):  # noqa: N818 - a limit, not an error
    """More was asked for than this server gives at once."""


@dataclass
class Work:
    """What a room thinks about: what is to be found out, and what is done with it.

    player  who is to move in the state that is thought about
    """

    doing: str
    player: int
    find: Callable[[], Any]
    finish: Callable[[Any], None]


class Room:
    """One session, who watches it, and the thinking that it needs.

    Nothing is thought about while nobody watches, and nothing that has become pointless: every
    change stops the search under way. All methods belong to the event loop.

    spec  what pages are to call the game
    """

    def __init__(self, session: Session, spec: str, advisor: Advisor, thinker: Thinker) -> None:
        self.key, self.spec = secrets.token_urlsafe(18), spec
        self.session, self._advisor, self._thinker = session, advisor, thinker
        self.used = time.monotonic()
        self.values = self.paused = False
        self.thought: dict[str, Any] | None = None  # what the latest mover thought
        self._hint: tuple[Any, tuple[str, ...]] | None = (
            None  # a state, and its best moves if known
        )
        self._rounds: Counter[Any] = Counter()  # how often a state was valued
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
            "game": self.spec,
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
        state, advice = self.session.state, self.session.advice()
        self._hint = (state, self._best(state, advice) if advice else ())

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
            self._job = Job(work.find, partial(self._report, self._revision, work))
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
        state = self._to_value() if self.values else None
        return None if state is None else self._advice(state)

    def _to_value(self) -> Any:
        """The state whose value to find out next: each one first; then the current one, deeper, as
        long as there is anything to find out, and the others once more if they are not proven."""
        session = self.session
        going = [s for s in reversed(session.states) if session.game.outcome(s) == ONGOING]
        for state in going:
            if session.advice(state) is None:
                return state
        for state in going:
            known, rounds = session.advice(state), self._rounds[state]
            if known and state == session.state and not known.complete and rounds < len(ROUNDS):
                return state
            if known and not known.exact and rounds < 2:
                return state
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

        doing = f"{player_name(game, session.player)} thinks"
        return Work(doing, session.player, choose, play)

    def _advice(self, state: Any) -> Work:
        """The advisor says what a position is worth."""
        session, advisor = self.session, self._advisor
        seconds = ROUNDS[min(self._rounds[state], len(ROUNDS) - 1)]

        def note(advice: Advice) -> None:
            self._rounds[state] += 1
            session.note(state, advice)
            if self._hint and self._hint[0] == state:
                self._hint = (state, self._best(state, advice))

        find = partial(advisor.advise, session.game, state, seconds)
        return Work("valuing", session.game.player(state), find, note)

    def _best(self, state: Any, advice: Advice) -> tuple[str, ...]:
        """The texts of the moves to point out in a position."""
        game = self.session.game
        return tuple(game.format_move(state, move) for move in recommended(game, state, advice))

    def _report(self, revision: int, work: Work, snapshot: Snapshot) -> None:
        """Tell the pages how far a search has come, unless it is an old one."""
        if revision == self._revision:
            progress = _progress(self.session.game, work.player, snapshot)
            self._tell("thinking", {"doing": work.doing, **progress})


def _progress(game: Any, player: int, snapshot: Snapshot) -> dict[str, Any]:
    said, value = None, snapshot.value
    if value in (WIN, LOSS):
        said = value_words(game, player, value, exact=True)
    elif value is not None:
        said = f"{value:+.2f} for {player_name(game, player)}".replace("-", "−")
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
    words = found_words(game, found)
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
