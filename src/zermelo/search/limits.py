"""Time, node and Ctrl-C limits for anything that counts: kernels run on a thread, watched here."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from zermelo.errors import ParameterError, Stopped
from zermelo.search.counters import NODE_LIMIT, NODES, Counts, new_counts

GLANCE = 0.05  # seconds between two looks at a running kernel


@dataclass(frozen=True)
class Snapshot:
    """How far a search has come: the depth under way, and the value of the last one completed."""

    depth: int
    nodes: int
    value: float | None
    seconds: float


Progress = Callable[[Snapshot], None]


class Clock:
    """The limits of one search, shared by all the kernels it runs one after the other.

    seconds   stop when this long has passed; time spent compiling kernels does not count
    nodes     stop when the kernels together have visited this many states, or at most as many more
              as a state has moves
    progress  called every twentieth of a second while a kernel runs
    """

    def __init__(
        self,
        *,
        native: bool,
        seconds: float | None = None,
        nodes: int | None = None,
        progress: Progress | None = None,
    ) -> None:
        if seconds is not None and not seconds >= 0:
            raise ParameterError(f"seconds should be 0 or more, not {seconds}")
        if nodes is not None and nodes < 1:
            raise ParameterError(f"nodes should be 1 or more, not {nodes}")
        self.counts: Counts = new_counts(native=native)
        if nodes is not None:
            self.counts[NODE_LIMIT] = nodes
        self.depth = 0
        self.value: float | None = None
        self.native, self._progress = native, progress
        self._began = time.perf_counter()
        self._ends = None if seconds is None else self._began + seconds

    def seconds(self) -> float:
        """Time since the clock was made, less what compiling took."""
        return time.perf_counter() - self._began

    def nodes(self) -> int:
        """States visited so far."""
        return int(self.counts[NODES])

    def run(self, kernel: Any, *arguments: Any) -> Any:
        """The kernel's result for these arguments and the counters.

        Raises `Stopped` when a limit ends it, `KeyboardInterrupt` on Ctrl-C once it has stopped.
        """
        arguments = (*arguments, self.counts)
        if self.native:
            self._compile(kernel, arguments)
        return self._watched(kernel.native if self.native else kernel, arguments)

    def _compile(self, kernel: Any, arguments: tuple[Any, ...]) -> None:
        """Compile first, so that the time limit is the search's alone."""
        began, ends, self._ends = time.perf_counter(), self._ends, None
        self._watched(kernel.prepare, arguments)
        spent = time.perf_counter() - began
        self._began += spent
        if ends is not None:
            self._ends = ends + spent

    def _watched(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Any:
        work = _Work(function, arguments)
        with self._stopping(work):
            while not work.done.wait(GLANCE):
                self._look()
        return work.result()

    def _look(self) -> None:
        if self._progress is not None:
            self._progress(Snapshot(self.depth, self.nodes(), self.value, self.seconds()))
        if self._late():
            self.counts[NODE_LIMIT] = 0

    def _late(self) -> bool:
        return self._ends is not None and time.perf_counter() >= self._ends

    @contextlib.contextmanager
    def _stopping(self, work: _Work) -> Iterator[None]:
        """Never leave the kernel running behind a caller who was interrupted."""
        if self._late():
            raise Stopped
        work.start()
        try:
            yield
        except BaseException:
            self.counts[NODE_LIMIT] = 0
            work.done.wait()
            raise


class _Work(threading.Thread):
    """One call on its own thread; `result` returns or raises what the call did."""

    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        super().__init__(daemon=True)
        self.done = threading.Event()
        self._call = function, arguments
        self._value: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        function, arguments = self._call
        try:
            self._value = function(*arguments)
        except BaseException as error:
            self._error = error
        finally:
            self.done.set()

    def result(self) -> Any:
        self.join()
        if self._error is not None:
            raise self._error
        return self._value
