"""Searches beside the event loop: sessions share a few threads, and their time when many think."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any, Final

from starlette.requests import ClientDisconnect, Request

from zermelo.play.thinking import Job, Thinker
from zermelo.process.hardware import usable_cores

MOST_SECONDS: Final = 30.0  # that any one search may take,
CROWD_SECONDS: Final = 2.0  # and within which all are answered when many wait, as far as possible
LOOK: Final = 0.2  # seconds after which to look again whether a client is still there
LEAST_SECONDS: Final = 0.06
WORKERS: Final = max(2, usable_cores())


async def while_connected(request: Request, job: Job, found: Awaitable[Any]) -> Any:
    """What a job finds; it is stopped when whoever asked has gone, who hears nothing of it."""
    finding = asyncio.ensure_future(found)
    while not finding.done():
        await asyncio.wait({finding}, timeout=LOOK)
        if not finding.done() and await request.is_disconnected():
            job.stop()
            finding.cancel()
            raise ClientDisconnect
    return finding.result()


class SharedThinker(Thinker):
    """The threads on which all sessions think, each in its turn."""

    def __init__(self, workers: int = WORKERS) -> None:
        super().__init__(workers)

    def look(self) -> float:
        """The seconds that one look at a position may take now, of which there may be many."""
        return self.allowed()

    def allowed(self) -> float:
        """The seconds that a search may take now: fewer when others wait."""
        if self.running <= self.workers:
            return MOST_SECONDS
        return max(LEAST_SECONDS, CROWD_SECONDS * self.workers / self.running)

    async def think(self, job: Job) -> Any:
        """What the job finds; raises what finding raises, `Stopped` when it was stopped."""
        ended = asyncio.Event()
        job.then(lambda _: ended.set())
        self.begin(job)
        try:
            await ended.wait()
        except asyncio.CancelledError:
            job.stop()
            raise
        return job.result()
