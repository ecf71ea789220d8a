"""Searches beside the event loop: a few threads, progress on the way, an end at any time."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final

from zermelo.errors import Stopped
from zermelo.search.limits import Snapshot

MOST_SECONDS: Final = 30.0  # that any one search may take,
CROWD_SECONDS: Final = 2.0  # and within which all are answered when many wait, as far as possible
LEAST_SECONDS: Final = 0.06
WORKERS: Final = max(2, os.cpu_count() or 1)

Report = Callable[[Snapshot], None]


class Job:
    """One piece of thinking: `work` is called on a thread, `report` in the event loop, with each
    snapshot of the searches that `work` makes with `watched` as their progress."""

    def __init__(self, work: Callable[[], Any], report: Report) -> None:
        self.work, self.report = work, report
        self.stopped = False

    def stop(self) -> None:
        """Have the search end within a twentieth of a second; its result counts for nothing."""
        self.stopped = True


class Thinker:
    """The threads on which all sessions think, each in its turn."""

    def __init__(self, workers: int = WORKERS) -> None:
        self._pool = ThreadPoolExecutor(workers, thread_name_prefix="zermelo-thinking")
        self._workers = workers
        self._jobs: set[Job] = set()

    @property
    def running(self) -> int:
        """How many jobs are being thought about or wait for a thread."""
        return len(self._jobs)

    async def think(self, job: Job) -> Any:
        """What the job's work returns; raises what it raises, `Stopped` when it was stopped."""
        loop = asyncio.get_running_loop()
        future = loop.run_in_executor(self._pool, self._run, job, loop)
        self._jobs.add(job)
        future.add_done_callback(partial(self._done, job))
        try:
            return await asyncio.shield(future)
        except asyncio.CancelledError:
            job.stop()
            raise

    def _done(self, job: Job, future: asyncio.Future[Any]) -> None:
        self._jobs.discard(job)
        if not future.cancelled():
            future.exception()  # seen, whether or not anyone still waits for the result

    def allowed(self) -> float:
        """The seconds that a search may take now: fewer when others wait."""
        if len(self._jobs) <= self._workers:
            return MOST_SECONDS
        return max(LEAST_SECONDS, CROWD_SECONDS * self._workers / len(self._jobs))

    def close(self) -> None:
        """Stop everything."""
        for job in self._jobs:
            job.stop()
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _run(self, job: Job, loop: asyncio.AbstractEventLoop) -> Any:
        """The job's work, on a thread of the pool."""
        if job.stopped:
            raise Stopped
        _thread.job, _thread.thinker, _thread.loop = job, self, loop
        result = job.work()
        if job.stopped:
            raise Stopped
        return result


_thread = threading.local()  # the job that a thread of the pool works on


def watched(snapshot: Snapshot) -> None:
    """The progress of every search made by a job: reports it, ends it when it is stopped."""
    job, thinker = _thread.job, _thread.thinker
    if job.stopped or snapshot.seconds > thinker.allowed():
        raise Stopped
    _thread.loop.call_soon_threadsafe(job.report, snapshot)
