"""Work beside the event loop: sessions share a few threads, and their time when many think."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, Request

from zermelo.play.thinking import Job, Owner, Thinker
from zermelo.process.resources import usable_cores

MOST_SECONDS: Final = 30.0  # that any one search may take,
CROWD_SECONDS: Final = 2.0  # and within which all are answered when many wait, as far as possible
LOOK: Final = 0.2  # seconds after which to look again whether a client is still there
LEAST_SECONDS: Final = 0.06
WORKERS: Final = max(2, usable_cores())
CLERKS: Final = 4  # threads for what requests ask of the rules, which is short
Result = TypeVar("Result")


def address_of(request: Request) -> str:
    """The user who asks, for sharing the time."""
    return request.client.host if request.client else ""


async def while_connected(request: Request, job: Job, result: Awaitable[Any]) -> Any:
    """A job for a request; it stops if the client has gone, and then has no result."""
    finding = asyncio.ensure_future(result)
    while not finding.done():
        await asyncio.wait({finding}, timeout=LOOK)
        if not finding.done() and await request.is_disconnected():
            job.stop()
            finding.cancel()
            raise ClientDisconnect
    return finding.result()


class SharedThinker(Thinker):
    """The threads on which all sessions think: time is shared by address, then by session.

    What a person waits for comes before what pages think ahead, and ends that, to be gone on with
    later. A new user counts as having had as much time as the user with the least.

    clock  says the seconds
    each   the threads that one address may have at once, by default all of them
    """

    def __init__(
        self,
        workers: int = WORKERS,
        clock: Callable[[], float] = perf_counter,
        *,
        each: int | None = None,
    ) -> None:
        super().__init__(workers)
        self._clock, self._each = clock, each or workers
        self._begun: dict[Job, float] = {}  # those that are being thought about
        self._had: dict[str | Owner, float] = {}  # seconds that addresses and sessions have had

    def look(self, owner: Owner) -> float:
        """The seconds that one look at a position may take now, of which there may be many."""
        return self._share(owner, len(self._jobs) + 1)

    def allowed(self, job: Job) -> float:
        """The seconds that a search may take now: fewer when others wait."""
        with self._lock:
            if not job.urgent and any(other.urgent for other in self._waiting):
                return LEAST_SECONDS
        return self._share(job.owner, len(self._jobs))

    def _share(self, owner: Owner, running: int) -> float:
        if running <= self.workers:
            return MOST_SECONDS
        with self._lock:
            addresses = Counter(job.owner[0] for job in self._jobs)
        addresses[owner[0]] = max(1, addresses[owner[0]])
        parts = len(addresses) * addresses[owner[0]]
        return max(LEAST_SECONDS, CROWD_SECONDS * self.workers / parts)

    def _admit(self, job: Job) -> None:
        for name in _names(job):
            self._had.setdefault(name, self._least(type(name)))
        super()._admit(job)

    def _least(self, kind: type) -> float:
        """The time of the user who has had the least."""
        return min((had for name, had in self._had.items() if type(name) is kind), default=0.0)

    def _take(self) -> Job | None:
        thinking = Counter(job.owner[0] for job in self._begun)
        waiting = [job for job in self._waiting if thinking[job.owner[0]] < self._each]

        def rank(job: Job) -> tuple[bool, int, float, float]:
            address = job.owner[0]
            return not job.urgent, thinking[address], self._had[address], self._had[job.owner]

        job = min(waiting, key=rank, default=None)  # of equal ones the first that came
        if job is None:
            return None
        self._waiting.remove(job)
        self._begun[job] = self._clock()
        return job

    def _dismiss(self, job: Job) -> None:
        super()._dismiss(job)
        spent = self._clock() - self._begun.pop(job)
        for name in _names(job):
            self._had[name] += spent
        there = {name for other in self._jobs for name in _names(other)}
        self._had = {name: had for name, had in self._had.items() if name in there}

    async def think(self, job: Job) -> Any:
        """The result of the job; raises the job's error, `Stopped` when it was stopped."""
        ended = asyncio.Event()
        job.then(lambda _: ended.set())
        self.begin(job)
        try:
            await ended.wait()
        except asyncio.CancelledError:
            job.stop()
            raise
        try:
            return job.result()
        finally:
            del job  # its error holds this frame: it would hold itself

    async def do(self, asker: str, work: Callable[[], Result]) -> Result:
        """The result of short work for an address; it is done even if nobody waits for it."""
        doing = asyncio.ensure_future(self.think(Job(work, owner=(asker, ""))))
        doing.add_done_callback(lambda done: done.cancelled() or done.exception())  # is known
        result: Result = await asyncio.shield(doing)
        return result


def _names(job: Job) -> tuple[str, Owner]:
    """Those who have had the time of a job: an address, and a session of theirs."""
    return job.owner[0], job.owner
