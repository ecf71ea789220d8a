"""Background computation: jobs on threads, with progress, that can be stopped at any time."""

from __future__ import annotations

import asyncio
import contextlib
import contextvars
import math
import threading
import weakref
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from time import perf_counter
from typing import Any

from zermelo.errors import Stopped, without_frame
from zermelo.search.clock import Snapshot

Owner = tuple[str, str]


class Job:
    """A computation: `find` is called once, on a thread of a `Thinker`, in the context of the job's
    creator, so that ipykernel sends output to the right cell.
    """

    def __init__(
        self,
        find: Callable[[], Any],
        report: Callable[[Snapshot], object] | None = None,  # called with each search's progress
        *,
        owner: Owner = ("", ""),  # the client's address and session, if clients share a thinker
        urgent: bool = True,  # whether a person waits for the result
        whole: bool = False,  # whether searches are never cut short, to be reproducible
    ) -> None:
        self.owner, self.urgent, self.whole = owner, urgent, whole
        self.charged = owner[0], owner  # the address and the session to charge for its time
        self.stopped = False
        self.snapshot: Snapshot | None = None  # latest progress of a search
        self._find: Callable[[], Any] | None = find
        self._report = report
        self._outcome: Future[Any] = Future()
        self._context = contextvars.copy_context()

    def stop(self) -> None:
        """Stop the search within a twentieth of a second, and discard its result."""
        self.stopped = True

    def result(self) -> Any:
        """Wait for the result; raises the job's error, or `Stopped`."""
        try:
            return self._outcome.result()
        finally:
            del self  # the error refers to this frame: avoid a cycle of references

    def then(self, heed: Callable[[Job], object]) -> None:
        """Call `heed` with this job in the running event loop when the job ends."""
        loop, context = asyncio.get_running_loop(), self._context
        this = weakref.ref(self)  # weak, because the outcome refers to `tell`

        def tell(_: Future[Any]) -> None:
            job = this()
            assert job is not None, "a job lives until it has ended"
            with contextlib.suppress(RuntimeError):  # the loop may be closed
                loop.call_soon_threadsafe(heed, job, context=context)

        self._outcome.add_done_callback(tell)

    def heed(self, snapshot: Snapshot) -> None:
        """Store a search's progress, and report it; raises `Stopped` if the job was stopped."""
        if self.stopped:
            raise Stopped
        self.snapshot = snapshot
        if self._report is not None:
            self._report(snapshot)

    def run(self) -> None:
        """Run the job on the current thread, store its outcome, and drop its functions."""
        find, self._find = self._find, None
        try:
            if self.stopped or find is None:
                raise Stopped
            result = self._context.copy().run(find)
            if self.stopped:
                raise Stopped
        except BaseException as error:  # `result` raises it in the waiting thread
            self._outcome.set_exception(without_frame(error))
        else:
            self._outcome.set_result(result)
        self._report = None


class Thinker:
    """Runs jobs on at most `workers` threads, which never keep a program from ending. Clients share
    time equally by address, then by session, and urgent jobs come first. A new address or session
    starts with the least used time of all others. One address has at most `each` threads at the
    same time, by default all.
    """

    def __init__(
        self,
        workers: int = 1,
        clock: Callable[[], float] = perf_counter,
        *,
        each: int | None = None,
    ) -> None:
        self.workers, self._clock, self._each = workers, clock, each or workers
        self._lock = threading.Lock()
        self._waiting: list[Job] = []
        self._jobs: set[Job] = set()  # running and waiting jobs
        self._begun: dict[Job, float] = {}  # running job → time of its start
        self._had: dict[str | Owner, float] = {}  # address or session → used seconds
        self._threads: set[threading.Thread] = set()

    @property
    def running(self) -> int:
        """The number of jobs that run or wait."""
        return len(self._jobs)

    def begin(self, job: Job) -> None:
        """Run a job as soon as a thread is free."""
        with self._lock:
            for name in job.charged:
                alike = (had for other, had in self._had.items() if type(other) is type(name))
                self._had.setdefault(name, min(alike, default=0.0))
            self._jobs.add(job)
            self._waiting.append(job)
            if len(self._threads) < self.workers:
                self._start()

    def _take(self) -> Job | None:
        """Remove the next job from the queue and return it; None if no job may run."""
        thinking = Counter(job.owner[0] for job in self._begun)
        waiting = [job for job in self._waiting if thinking[job.owner[0]] < self._each]

        def rank(job: Job) -> tuple[bool, int, float, float]:
            address = job.owner[0]
            return not job.urgent, thinking[address], self._had[address], self._had[job.owner]

        job = min(waiting, key=rank, default=None)  # the first one among equals
        if job is not None:
            self._waiting.remove(job)
            self._begun[job] = self._clock()
        return job

    def _start(self) -> None:
        thread = threading.Thread(target=self._work, name="zermelo-thinking", daemon=True)
        self._threads.add(thread)
        thread.start()

    def allowed_seconds(self, job: Job) -> float:
        """The seconds that a search of this job may take; subclasses can set a limit."""
        return math.inf

    def close(self) -> None:
        """Stop all jobs, and wait for their threads."""
        with self._lock:
            threads = list(self._threads)
            for job in self._jobs:
                job.stop()
        for thread in threads:
            thread.join()

    def _work(self) -> None:
        """Run jobs until none is left."""
        while self._do_next():
            pass

    def _do_next(self) -> bool:
        """Run the next job on this thread; without one, give up the thread and return False."""
        with self._lock:
            job = self._take()
            if job is None:
                self._threads.discard(threading.current_thread())
                return False
        _thread.job, _thread.thinker = job, self
        job.run()
        _thread.job = None
        with self._lock:
            self._jobs.discard(job)
            spent = self._clock() - self._begun.pop(job)
            for name in job.charged:
                self._had[name] += spent
            there = {name for other in self._jobs for name in other.charged}
            self._had = {name: had for name, had in self._had.items() if name in there}
        return True


_thread = threading.local()  # the job and the thinker of each thread


def report_progress(snapshot: Snapshot) -> None:
    """Report a search's progress to this thread's job; `Stopped` if the job is stopped or slow."""
    job: Job = _thread.job
    if not job.whole and snapshot.seconds > _thread.thinker.allowed_seconds(job):
        raise Stopped
    job.heed(snapshot)
