"""The limits of a search, and the clock that enforces them.

Kernels run on another thread, which the caller watches. In a browser, which has no threads, kernels
run on the caller's thread and ask the clock from time to time.
"""

import time
from collections.abc import Callable, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import Any, Final, Self

from zermelo.contract import arguments
from zermelo.contract.analysis import Analysis, known_analysis
from zermelo.contract.arguments import option, options_of
from zermelo.contract.game import Game
from zermelo.errors import Stopped, without_frame
from zermelo.native import IN_BROWSER, runs_native
from zermelo.native.kernel import Stopwatch, asking, timed_by
from zermelo.search.counters import ENTRIES, HITS, NO_LIMIT, NODE_LIMIT, NODES, Counts, new_counts
from zermelo.search.threads import Job

asker: ContextVar[str] = ContextVar("asker", default="")  # the user of a shared server, or ""


@dataclass(frozen=True)
class Limits:
    """The limits of a search, None for no limit; raises `ParameterError` for an invalid one.

    `seconds` doesn't count compiling; `nodes` may be exceeded by one state's number of moves.
    """

    depth: int | None = option(None, "look at most this many plies ahead", arguments.DEPTH)
    seconds: float | None = option(None, "think at most this long", arguments.SECONDS)
    nodes: int | None = option(None, "visit at most this many nodes", arguments.NODES)

    def __post_init__(self) -> None:
        for name, declared in options_of(self).items():
            if declared.allowed is not None and getattr(self, name) is not None:
                declared.allowed.check(name, getattr(self, name))

    @property
    def deepening(self) -> bool:
        """Whether to search depth after depth, because time or nodes may run out at any depth."""
        return self.depth is None or self.seconds is not None or self.nodes is not None

    def or_seconds(self, seconds: float) -> Self:
        """These limits or, if none is set, a time limit of `seconds`."""
        return replace(self, seconds=seconds) if self == NO_LIMITS else self

    def within(self, seconds: float) -> Self:
        """These limits, with at most `seconds`."""
        least = seconds if self.seconds is None else min(seconds, self.seconds)
        return replace(self, seconds=least)


NO_LIMITS: Final = Limits()
DEFAULT_SECONDS: Final = 5.0  # the time limit of a search without other limits


@dataclass(frozen=True)
class Snapshot:
    """The progress of a search: its current depth, and the latest value and line."""

    depth: int
    nodes: int
    value: float | None
    seconds: float
    line: tuple[str, ...] = ()
    note: str = ""  # the progress in words, for a search without depths
    remoteness: int | None = None  # plies to the end, if `value` is proven to be a win or loss


Progress = Callable[[Snapshot], None]


GLANCE = 0.05  # seconds between two checks of a running kernel
FIRST_STEP = 100  # nodes before a search without threads first asks the clock
STEP = 0.02  # approximate seconds between later questions to the clock
WIDE: Final = 1_000  # the fewest moves that take noticeable time to report
SAMPLE: Final = 50  # moves whose report is timed, to estimate the time for all moves
RESERVE = 0.004  # seconds reserved for waking up, stopping the kernel and reporting


class Clock:
    """Enforces limits of time and nodes on one search, for all kernels that it runs in turn.

    While a kernel runs, `progress` is called every twentieth of a second. `began` is a time of
    `time.perf_counter`, by default now.
    """

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        *,
        native: bool,
        progress: Progress | None = None,
        counts: Counts | None = None,
        began: float | None = None,
    ) -> None:
        self.counts: Counts = new_counts(native=native) if counts is None else counts
        seconds = limits.seconds
        self._nodes = NO_LIMIT if limits.nodes is None else limits.nodes
        self.counts[NODE_LIMIT] = self._allowed = self._nodes
        self._is_here = False  # whether a kernel runs on the caller's thread, and asks the clock
        self._fault: BaseException | None = None  # an error to raise after this kernel
        self.stopped = False
        self.depth = 0
        self.value: float | None = None
        self.line: tuple[str, ...] = ()
        self.remoteness: int | None = None
        self.native, self._progress = native, progress
        self.reports = progress is not None  # whether anyone receives reports
        self._watch = Stopwatch(began)
        self._most = None if seconds is None else seconds - min(RESERVE, seconds / 10)

    def seconds(self) -> float:
        """The time since the clock was created, not counting compiling."""
        return self._watch.seconds()

    def nodes(self) -> int:
        """States visited so far."""
        return int(self.counts[NODES])

    def run(self, kernel: Any, *arguments: Any) -> Any:
        """Run the kernel with these arguments and the counters, and return its result.

        Raises `Stopped` if a limit or a lack of memory ends it, and `KeyboardInterrupt` after
        Ctrl-C has stopped it.
        """
        arguments = (*arguments, self.counts)
        if self.native:
            self.compile(kernel, *arguments)
        try:
            return self.watch(kernel.native if self.native else kernel, *arguments)
        except MemoryError:
            raise Stopped from None

    def is_interrupted(self, work: Callable[..., object], *arguments: Any) -> bool:
        """Run `work` to its end or until a limit; return whether Ctrl-C ended it."""
        try:
            work(*arguments)
        except Stopped:
            return False
        except KeyboardInterrupt:
            return True
        return False

    def analysis(self, game: Game, state: Any, **found: Any) -> Analysis:
        """The analysis of `state`: the results `found`, and the cost of the search."""
        native = self.native and runs_native(game)
        return known_analysis(game, state, **self.cost() | {"native": native} | found)

    def cost(self) -> dict[str, Any]:
        """The cost of the search so far, as fields of an analysis."""
        entries, hits = int(self.counts[ENTRIES]), int(self.counts[HITS])
        spent: dict[str, Any] = {"nodes": self.nodes(), "seconds": self.seconds()}
        return spent | {"table_entries": entries, "table_hits": hits}

    def compile(self, kernel: Any, *arguments: Any) -> None:
        """Compile `kernel` for these arguments; this does not count towards the time limit."""
        with self._watch.pause():
            self.watch(kernel.prepare, *arguments)

    def watch(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Run `function` on its own thread and return its result; raises the errors of `run`."""
        if IN_BROWSER:
            return self.watch_here(function, *arguments)
        if self._late():
            raise Stopped

        def call_timed() -> Any:
            with timed_by(self._watch.pause):  # the clock doesn't count compiling
                return function(*arguments)

        job = Job(call_timed)
        try:
            job.start()
        except BaseException:  # the call may have begun despite the error
            self.stop()
            raise
        try:
            while not job.is_over(self._patience()):
                self._look()
        except BaseException:
            self.stop()
            job.is_over()
            raise
        return job.result()

    def watch_here(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """Like `watch`, but on this thread, which asks from time to time whether to go on."""
        if self._late():
            raise Stopped
        self._is_here, self._step, self._since = True, FIRST_STEP, time.perf_counter()
        self._glanced = self._since
        with asking(self._may_go_on):
            try:
                self._allow_more()
                result = function(*arguments)
            except Stopped:
                raise self._fault or Stopped from None
            else:
                if self._fault is not None:
                    raise self._fault
            finally:
                self._is_here, self._fault = False, None
                self.counts[NODE_LIMIT] = 0 if self.stopped else self._allowed
        return result

    def _may_go_on(self) -> bool:
        """Whether a search that reached its node limit may go on; if so, raise this limit."""
        now = time.perf_counter()
        self._step = max(1, round(self._step * min(STEP / max(now - self._since, 1e-6), 8)))
        self._since = now
        try:
            if now - self._glanced >= GLANCE or self._late():
                self._glanced = now
                self._look()
        except BaseException as error:  # compiled code cannot pass errors on
            self._fault = without_frame(error)
            self.stop()
        return self._allow_more()

    def _allow_more(self) -> bool:
        """Whether the search may go on; if so, let it visit nodes for about STEP seconds."""
        if self.stopped or self.nodes() >= self._allowed:
            return False
        self.counts[NODE_LIMIT] = min(self._allowed, self.nodes() + self._step)
        return True

    def leave_time(self, report: Callable[[Any], object], moves: Sequence[Any]) -> None:
        """Reserve time for a slow report on many moves: at most half of the limit."""
        if self._most is None or len(moves) < WIDE:
            return
        began = time.perf_counter()
        for move in moves[:SAMPLE]:
            report(move)
        seconds = 3 * (time.perf_counter() - began) * len(moves) / SAMPLE  # threefold, for overhead
        self._most -= min(seconds, self._most / 2)

    def _patience(self) -> float:
        """The seconds to wait for the next check, at most until shortly after the time limit."""
        if self._most is None or self.stopped or self._watch.stopped:
            return GLANCE
        return min(GLANCE, max(0.0005, self._most - self.seconds()))

    def _look(self) -> None:
        if self.stopped:  # the kernel will stop within moments
            return
        if self._progress is not None:
            spent, known = (self.nodes(), self.value, self.seconds()), self.remoteness
            self._progress(Snapshot(self.depth, *spent, self.line, remoteness=known))
        if self._late():
            self.stop()

    def allow(self, nodes: int) -> None:
        """Let the kernels visit `nodes` more states, unless the limits allow fewer."""
        self.counts[NODE_LIMIT] = self._allowed = min(self._nodes, self.nodes() + nodes)
        if self._is_here:
            self._allow_more()
        if self.stopped:  # the watching thread may have called `stop` meanwhile
            self.counts[NODE_LIMIT] = 0

    def give_away(self, nodes: int) -> None:
        """Reserve `nodes` of this search's node limit for other threads."""
        self._nodes -= nodes
        self.allow(NO_LIMIT)

    @property
    def spent(self) -> bool:
        """Whether the search has reached its own limits, not just the nodes of `allow`."""
        return self.stopped or self.nodes() >= self._nodes

    def stop(self) -> None:
        """Stop the running kernel and any later ones."""
        self.stopped = True
        self.counts[NODE_LIMIT] = 0

    def _late(self) -> bool:
        return self._most is not None and not self._watch.stopped and self.seconds() >= self._most
