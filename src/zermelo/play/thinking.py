"""Thinking in the background: jobs on threads, their progress, an end at any time."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import math
import threading
import weakref
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from zermelo.errors import Stopped, kept
from zermelo.search.limits import Snapshot

Owner = tuple[str, str]


class Job:
    """One piece of thinking: `find` is called once, on a thread of a `Thinker`.

    report  called on that thread with every snapshot of the job's searches
    owner   for whom it is: an address, and a session of theirs, where many share a thinker
    urgent  whether a person waits for it

    The thread has the context of the job's creator: ipykernel finds there which cell its output
    belongs to.
    """

    def __init__(
        self,
        find: Callable[[], Any],
        report: Callable[[Snapshot], object] | None = None,
        *,
        owner: Owner = ("", ""),
        urgent: bool = True,
    ) -> None:
        self.owner, self.urgent = owner, urgent
        self.stopped = False
        self.snapshot: Snapshot | None = None  # the latest
        self._find: Callable[[], Any] | None = find
        self._report = report
        self._outcome: Future[Any] = Future()
        self._context = contextvars.copy_context()

    def stop(self) -> None:
        """Have its search end within a twentieth of a second; what it finds counts for nothing."""
        self.stopped = True

    def result(self) -> Any:
        """Wait for the result; raises the job's error, `Stopped` when it was stopped."""
        try:
            return self._outcome.result()
        finally:
            del self  # the error holds this frame: it would hold itself

    def then(self, heed: Callable[[Job], object]) -> None:
        """Have `heed` called with this job in the running event loop once it has ended."""
        loop, context = asyncio.get_running_loop(), self._context
        this = weakref.ref(self)  # whose outcome holds this function

        def tell(_: Future[Any]) -> None:
            job = this()
            assert job is not None, "a job is there until it has ended"
            with contextlib.suppress(RuntimeError):  # the loop is closed, nobody is there
                loop.call_soon_threadsafe(heed, job, context=context)

        self._outcome.add_done_callback(tell)

    def heed(self, snapshot: Snapshot) -> None:
        """Take note of how far a search has come; raises `Stopped` when nobody waits for it."""
        if self.stopped:
            raise Stopped
        self.snapshot = snapshot
        if self._report is not None:
            self._report(snapshot)

    def run(self) -> None:
        """Do it, on the thread that this is called on; keep nothing of it but the outcome."""
        find, self._find = self._find, None
        try:
            if self.stopped or find is None:
                raise Stopped
            result = self._context.copy().run(find)
            if self.stopped:
                raise Stopped
        except BaseException as error:  # of any kind: the waiting thread gets it
            self._outcome.set_exception(kept(error))
        else:
            self._outcome.set_result(result)
        self._report = None


class Thinker:
    """The threads on which jobs are done, `workers` at once, the others in their turn.

    A thread ends when there is nothing to do, and never keeps a program from ending.
    """

    def __init__(self, workers: int = 1) -> None:
        self.workers = workers
        self._lock = threading.Lock()
        self._waiting: list[Job] = []
        self._jobs: set[Job] = set()  # those that wait counted
        self._threads: set[threading.Thread] = set()

    @property
    def running(self) -> int:
        """How many jobs are being thought about or wait for a thread."""
        return len(self._jobs)

    def begin(self, job: Job) -> None:
        """Do a job as soon as a thread is free."""
        with self._lock:
            self._admit(job)
            if len(self._threads) < self.workers:
                self._start()

    # The next three are called under the lock: no thread sees them half done.

    def _admit(self, job: Job) -> None:
        """Have a job wait for its turn."""
        self._jobs.add(job)
        self._waiting.append(job)

    def _take(self) -> Job | None:
        """The next of those that wait, which begins now: the first to come; None if none may."""
        return self._waiting.pop(0) if self._waiting else None

    def _dismiss(self, job: Job) -> None:
        """Forget a job that has ended."""
        self._jobs.discard(job)

    def _start(self) -> None:
        """Have one more thread at work."""
        thread = threading.Thread(target=self._work, name="zermelo-thinking", daemon=True)
        self._threads.add(thread)
        thread.start()

    def allowed(self, job: Job) -> float:
        """The seconds that a search of this job may take now: any number."""
        return math.inf

    def close(self) -> None:
        """Stop everything, and wait for its end."""
        with self._lock:
            threads = list(self._threads)
            for job in self._jobs:
                job.stop()
        for thread in threads:
            thread.join()

    def _work(self) -> None:
        """Do what waits, until nothing does."""
        while (job := self._next()) is not None:
            self._do(job)
            del job  # which would keep its search while there is nothing to do

    def _do(self, job: Job) -> None:
        _thread.job, _thread.thinker = job, self
        job.run()
        _thread.job = None
        with self._lock:
            self._dismiss(job)

    def _next(self) -> Job | None:
        with self._lock:
            job = self._take()
            if job is None:
                self._threads.discard(threading.current_thread())
            return job


_thread = threading.local()  # the job that a thread of a thinker does


def report_progress(snapshot: Snapshot) -> None:
    """The progress to give to every search that a job makes.

    Tells the job how far the search has come; raises `Stopped` when the job was stopped, or has
    taken longer than its thinker allows.
    """
    if snapshot.seconds > _thread.thinker.allowed(_thread.job):
        raise Stopped
    _thread.job.heed(snapshot)
