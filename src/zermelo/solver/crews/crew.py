"""A crew does the work of a solver, which gives it tasks on shares of the states.

A solver cuts the states into shares. It starts tasks on them and passes the result of one task on
to others unseen: `Pending` stands for it. A task knows only its arguments, and its only effects are
its result or a file replaced as a whole: so it may run anywhere, and once more after its machine is
lost. Tasks are functions of a module, and their arguments can be pickled. Data too large to pass
from task to task stay in an actor, an object that one member keeps and whose methods are called in
the order in which they were started.

`Crew` is that of one process, `zermelo.solver.crews.raycrew.Ray` that of a cluster. A `Machine` has
the crew, its memory, and kernels compiled or plain. The arrays of a share that is larger than its
part of the memory lie in files, see `Space`.
"""

from __future__ import annotations

import itertools
import math
import mmap
import os
import tempfile
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, Self, TypeVar

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError, ZermeloError
from zermelo.native.arrays import Array
from zermelo.process.resources import physical_memory, usable_cores

Task = Callable[..., Any]
LOSSES: Final = 100  # of machines in one run, after which something else is wrong


class Lost(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """The machine that kept something is lost: it has to be made again."""


Pending = Any  # the result of a task, or one part of it, once it is done


class Actor(Protocol):
    """An object that one member of a crew holds."""

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""


class Deferred(NamedTuple):
    """An argument that is made where it is needed, by `task`: what a file holds, for example."""

    task: Task
    given: tuple[Any, ...]


class Call(NamedTuple):
    """A task or a method call, not started yet.

    by     the crew that does a task, or the actor whose method is called
    given  the task or the method, and its arguments
    place  of a task: where on the way through all shares, from 0 to 1, that is which it works on;
           what is near each other is done on the same machine, if it is there
    size   bytes of memory that it takes, about, to pass on what is given to a task and returned
    """

    by: Crew | Actor
    given: tuple[Any, ...]
    place: float | None = None
    size: int = 0


class Crew:
    """Does tasks, as many side by side as it has members: here threads of this process.

    With one member all is done as it is started, in the thread of the caller. Pending results may
    be given to other tasks, which get what was returned.

    machines  on how many machines the members are
    remote    whether they are other processes: those may be lost with what their actors keep, and
              what is pending need not fit into memory
    room      bytes that tasks of one machine may take at a time, where actors have as many
    news      a line about the crew at work for progress reports, or nothing
    """

    machines, remote, room, news = 1, False, math.inf, ""

    def __init__(self, members: int) -> None:
        self.members = members
        self._pool = ThreadPoolExecutor(members) if members > 1 else None
        self._under_way: set[Future[Any]] = set()

    def put(self, value: Any) -> Pending:
        """Keep a value for many tasks, so that it is sent only once."""
        return value

    def start(self, task: Task, *given: Any) -> Pending:
        """Have a task done."""
        # A thread that waits for another task is behind it in the pool's queue: none waits forever.
        if self._pool is None:
            done: Future[Any] = Future()
            done.set_result(_run(task, given))
            return done
        future = self._pool.submit(_run, task, given)
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def start_all(self, calls: Sequence[Call], parts: int) -> list[Sequence[Pending]]:
        """Start calls on neighbouring shares, each of which returns a tuple of so many parts."""
        return self.exchange(calls, (), parts)[0]

    def exchange(
        self, senders: Sequence[Call], receivers: Sequence[int], heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]]]:
        """Start all senders; each makes `heads` parts of its own, then one for each receiver.

        Returns the own parts by senders, and for each receiver what it is to be given: its parts,
        in the order of the senders.

        receivers  bytes that each takes, see `Call`
        """
        wholes = [call.by.start(*call.given) for call in senders]
        parts = range(heads + len(receivers))
        sent = [[_Part(whole, number) for number in parts] for whole in wholes]
        received = [[parts[heads + at] for parts in sent] for at in range(len(receivers))]
        return [parts[:heads] for parts in sent], received

    def keep(self, make: Task, *given: Any) -> Actor:
        """Have one member make an object and keep it: an actor."""
        return _Kept(self, self.start(make, *given))

    def let_go(self) -> None:
        """Have nothing kept any more."""

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order.

        When a task raises, or on Ctrl-C, nothing is under way any more once that is raised here.
        Raises `Lost` for what a lost actor should have returned.
        """
        started = list(pending)
        try:
            return [value_of(one) for one in started]
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        """Drop what has not begun, and wait for the rest."""
        under_way = list(self._under_way)
        for future in under_way:
            future.cancel()
        wait(under_way)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: Any) -> None:
        self._stop()
        if self._pool is not None:
            self._pool.shutdown()


class _Part:
    """One of the parts that a task returns."""

    def __init__(self, whole: Future[Any], number: int) -> None:
        self.whole, self.number = whole, number

    def result(self) -> Any:
        return self.whole.result()[self.number]


class _Kept:
    """An object kept in this process: each call waits for the one before."""

    def __init__(self, crew: Crew, made: Pending) -> None:
        self.crew, self.made, self.last = crew, made, made

    def start(self, method: str, *given: Any) -> Pending:
        """Call a method, after all that were started before."""
        self.last = self.crew.start(_call, self.made, self.last, method, *given)
        return self.last


def _run(task: Task, given: tuple[Any, ...]) -> Any:
    return task(*map(value_of, given))


def value_of(given: Any) -> Any:
    """An argument as a task gets it."""
    if isinstance(given, Deferred):
        return given.task(*given.given)
    return given.result() if isinstance(given, Future | _Part) else given


def _call(kept: Any, _before: Any, method: str, *given: Any) -> Any:
    return getattr(kept, method)(*given)


# The machine --------------------------------------------------------------------------------------

Item = TypeVar("Item")
Result = TypeVar("Result")
MIB: Final = 1 << 20
FEW: Final = 1 << 14  # items that are done plain in less time than compiling takes
TABLES: Final = 3  # that share the memory: a tier, the tier it leads to, and those kept at hand


class Space:
    """Makes arrays: in memory as long as all of them take no more than `memory` bytes, else files.

    The files have no name: their place on the disk is free again when the array or the process
    ends, however that happens. Their pages are mapped, so that the system writes them and takes
    their memory back whenever it is short; that costs little as long as they are used in order.
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        # By numbers: an array may end in any thread, and no size is lost when two do at once.
        self._held, self._spilled = dict[int, int](), dict[int, int]()
        self._numbers = itertools.count()

    @property
    def held(self) -> int:
        """Bytes in memory."""
        return sum(list(self._held.values()))

    @property
    def spilled(self) -> int:
        """Bytes in files."""
        return sum(list(self._spilled.values()))

    def array(self, shape: int | tuple[int, ...], kind: Any = np.int64) -> Array:
        """An array of any content."""
        sizes = (shape,) if isinstance(shape, int) else shape
        needed = math.prod(sizes) * np.dtype(kind).itemsize
        made: Array
        if self.held + needed > self.memory and needed:
            made, kept = _map_pages(needed).view(kind).reshape(sizes), self._spilled
        else:
            made, kept = np.empty(sizes, kind), self._held
        number = next(self._numbers)
        kept[number] = needed
        weakref.finalize(made if made.base is None else made.base, kept.pop, number)
        return made

    def filled_array(self, shape: int | tuple[int, ...], value: int, kind: Any) -> Array:
        """An array of one value."""
        made = self.array(shape, kind)
        made.fill(value)
        return made


def _map_pages(size: int) -> Array:
    """Bytes in a file; `UsageError` when the disk is full, which later would end the process."""
    folder = tempfile.gettempdir()
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            raise UsageError(
                f"a share of a tier does not fit into memory, and {folder} has no room for "
                f"{-(-size // MIB):,} MiB of it: {error.strerror}; allow more memory, or let "
                "TMPDIR name a directory with more room"
            ) from None
        return np.frombuffer(mmap.mmap(file.fileno(), size), np.uint8)


class Kernels:
    """Runs kernels, compiled or plain; tasks of a crew are given it, wherever they are done.

    native     whether kernels run compiled; they then release the interpreter's lock
    compiling  seconds spent compiling so far, in this process
    """

    def __init__(self, *, native: bool) -> None:
        self.native = native
        self.compiling = 0.0
        self._plain = FEW
        self._prepared: dict[Any, Callable[..., Any]] = {}
        self._compiler = threading.Lock()

    def __reduce__(self) -> Any:
        return kernels_here, (self.native,)

    def begin(self) -> None:
        """Start counting again: kernels may be compiled once more, for keys of another kind."""
        self._plain = FEW
        self._prepared.clear()
        self.compiling = 0.0

    def run_for(self, count: int, kernel: Any, *arguments: Any) -> Any:
        """The result of a kernel that goes through so many items: plain for the first few."""
        if self._plain < count:
            return self.run(kernel, *arguments)
        self._plain -= count
        return kernel(*arguments)

    def run(self, kernel: Any, *arguments: Any) -> Any:
        """A kernel's result; compiling it, the first time, is timed apart."""
        return self.prepare(kernel, *arguments)(*arguments)

    def prepare(self, kernel: Any, *arguments: Any) -> Callable[..., Any]:
        """The function that `run` calls, compiled for these arguments."""
        if not self.native:
            return kernel  # type: ignore[no-any-return]
        kinds = kernel, _kinds(arguments)
        call = self._prepared.get(kinds)
        if call is None:
            with self._compiler:
                began = time.perf_counter()
                call = kernel.prepare(*arguments)
                if kinds not in self._prepared:
                    self.compiling += time.perf_counter() - began
                self._prepared[kinds] = call
        return call


@cache
def kernels_here(native: bool) -> Kernels:
    """The kernels of tasks that were sent to this process."""
    return Kernels(native=native)


def _kinds(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments, and the games among them: compiled code depends on these."""
    return tuple(
        (given.dtype, given.ndim, given.flags.c_contiguous, given.flags.writeable)
        if isinstance(given, np.ndarray)
        else (type(given), _kinds(given))
        if isinstance(given, tuple)
        else given
        if isinstance(given, Game)
        else type(given)
        for given in arguments
    )


class Machine:
    """Crew, memory and kernels; a context manager.

    threads      by default as many as this process may use cores
    memory       bytes that a solver's arrays may take, by default half of the machine's
    kernels      runs kernels, compiled or plain
    crew         does tasks: on as many threads, or elsewhere
    shares       into how many the states are cut, None for what suits the crew
    """

    def __init__(
        self,
        threads: int | None = None,
        memory: int | None = None,
        *,
        native: bool = True,
        crew: Crew | None = None,
        shares: int | None = None,
    ) -> None:
        if threads is not None and threads < 1:
            raise ParameterError(f"threads should be 1 or more, not {threads}")
        if shares is not None and shares < 1:
            raise ParameterError(f"shares should be 1 or more, not {shares}")
        if memory is not None and memory < MIB:
            raise ParameterError(f"memory should be at least 1 MiB, not {memory} bytes")
        self.threads = threads or usable_cores()
        self.memory = memory or physical_memory() // 2
        self.kernels = Kernels(native=native)
        self.shares = shares
        self._here = Crew(self.threads)
        self.crew: Crew = crew or self._here
        self.crew.room = self.memory // 2

    def map(self, function: Callable[[Item], Result], items: Iterable[Item]) -> list[Result]:
        """The results in order; when one call fails, or on Ctrl-C, all have ended first."""
        return self._here.get([self._here.start(function, item) for item in items])

    def require(self, needed: int) -> None:
        """Raise `UsageError` when so many bytes are more than a table's share of the memory."""
        if needed > self.memory // TABLES:
            raise UsageError(
                f"{self.memory // MIB:,} MiB of memory are too few: one table alone takes "
                f"{needed // MIB:,} MiB, and {TABLES} of them share the memory; allow "
                f"{TABLES * needed // MIB + 1:,} MiB, or "
                "give the game a `tier` by which it is solved part by part"
            )

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, *_: Any) -> None:
        self._here.__exit__()
