"""Work outside the event loop: sessions share a few threads, and their time."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from time import perf_counter
from typing import Any, Final, TypeVar

from starlette.requests import ClientDisconnect, Request

from zermelo.play.thinking import Job, Owner, Thinker
from zermelo.process.resources import usable_cores

MOST_SECONDS: Final = 30.0  # of one search
CROWD_SECONDS: Final = 2.0  # within which all should be answered when many wait
LOOK: Final = 0.2  # seconds between checks that a client is still connected
LEAST_SECONDS: Final = 0.06
WORKERS: Final = max(2, usable_cores())
CLERKS: Final = 4  # threads for short work by the rules
Result = TypeVar("Result")


def address_of(request: Request) -> str:
    """The client's address, by which the time is shared."""
    return request.client.host if request.client else ""


async def while_connected(request: Request, job: Job, result: Awaitable[Any]) -> Any:
    """The result of a job for a request; the job stops if the client disconnects."""
    finding = asyncio.ensure_future(result)
    while not finding.done():
        await asyncio.wait({finding}, timeout=LOOK)
        if not finding.done() and await request.is_disconnected():
            job.stop()
            finding.cancel()
            raise ClientDisconnect
    return finding.result()


class SharedThinker(Thinker):
    """The threads of all sessions; time is shared by address, then by session.

    Jobs that a person waits for come first, and interrupt others, which continue later. A new user
    begins with as much used time as the user with the least.

    clock  returns the time in seconds
    each   the most threads of one address at once, by default all
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
        self._begun: dict[Job, float] = {}  # when each running job began
        self._had: dict[str | Owner, float] = {}  # the used seconds of addresses and sessions

    def look(self, owner: Owner) -> float:
        """The seconds that one search of a position may take now."""
        return self._share(owner, len(self._jobs) + 1)

    def allowed_seconds(self, job: Job) -> float:
        """The seconds that a search may take now: fewer if others wait."""
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
        """The used time of the user with the least."""
        return min((had for name, had in self._had.items() if type(name) is kind), default=0.0)

    def _take(self) -> Job | None:
        thinking = Counter(job.owner[0] for job in self._begun)
        waiting = [job for job in self._waiting if thinking[job.owner[0]] < self._each]

        def rank(job: Job) -> tuple[bool, int, float, float]:
            address = job.owner[0]
            return not job.urgent, thinking[address], self._had[address], self._had[job.owner]

        job = min(waiting, key=rank, default=None)  # of equal ones the first
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
        """Run a job and return its result; raises its error, or `Stopped`."""
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
            del job  # its error refers to this frame: avoid a cycle

    async def do(self, asker: str, work: Callable[[], Result]) -> Result:
        """Run short work for an address, even if nobody waits for it, and return its result."""
        doing = asyncio.ensure_future(self.think(Job(work, owner=(asker, ""))))
        doing.add_done_callback(
            lambda done: done.cancelled() or done.exception()
        )  # retrieved, so that asyncio does not log it
        result: Result = await asyncio.shield(doing)
        return result


def _names(job: Job) -> tuple[str, Owner]:
    """The owners of a job's time: an address and one of its sessions."""
    return job.owner[0], job.owner
