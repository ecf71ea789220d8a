"""Crews do a solver's work: tasks on shares of the states. A task gets other tasks' results
as `Pending` objects, which the solver passes on without reading them.

A task depends only on its arguments, and only returns a result or replaces a whole file, so it can
run anywhere, and again after a machine fails. It is a module-level function with picklable
arguments. Data too large to pass on stay in an actor, an object that one member keeps; calls of its
methods run in the order of their starts. Shares too large for memory lie in files, see `Space`.
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
from contextlib import AbstractContextManager
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError, ZermeloError
from zermelo.native.arrays import Array
from zermelo.process.resources import physical_memory, usable_cores

Task = Callable[..., Any]
LOSSES: Final = 100  # machines lost in one run; more indicate another problem


class Lost(ZermeloError):  # noqa: N818 - a request, caught by the solver
    """The machine that kept an object has failed; make the object again."""


Pending = Any  # the future result of a task, or a part of it
Actor = Any  # an object that one member keeps; its `start` calls methods one after the other
Given = tuple[Any, ...]  # a task or method, and its arguments


class Call(NamedTuple):
    """A task or method call that is yet to start."""

    by: Actor  # the crew for a task, or the actor for a method
    given: Given
    place: float | None = None  # the share's place, 0 to 1: neighbours share a machine if possible
    size: int = 0  # approximate bytes of memory for passing its arguments and results


class Crew(AbstractContextManager["Crew"]):
    """Does as many tasks at a time as it has members: threads here, processes on a cluster.

    A crew of one runs each task when it is started, in the caller's thread.

    machines  the number of machines with members
    remote    whether members may fail and lose their actors' data; pending results may then exceed
              the memory
    room      bytes for the concurrent tasks of one machine, whose actors get the same amount
    news      a line about the crew for progress reports; may be empty
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
        """Start a task."""
        if self._pool is None:
            return task(*map(value_of, given))
        # A thread only waits for tasks ahead of it in the pool's queue, so none waits forever.
        future = self._pool.submit(lambda: task(*map(value_of, given)))
        self._under_way.add(future)
        future.add_done_callback(self._under_way.discard)
        return future

    def start_all(self, calls: Sequence[Call]) -> list[Sequence[Pending]]:
        """Start calls on neighbouring shares; each returns a pair. Return the pending pairs."""
        return self.exchange(calls, (), 2)[0]

    def exchange(
        self, senders: Sequence[Call], receivers: Sequence[int], heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[list[Pending]]]:
        """Start senders; each returns `heads` parts, then a packet with a piece for each receiver.

        Without `heads`, the packet is the whole result. `receivers` are approximate bytes, like
        `Call.size`. Returns the senders' parts, and each receiver's packets in the senders' order.
        """
        wholes = [call.by.start(*call.given) for call in senders]
        packets = [partial(_part, whole, heads) for whole in wholes] if heads else wholes
        received = [[partial(_piece, one, at) for one in packets] for at in range(len(receivers))]
        return [[partial(_part, whole, at) for at in range(heads)] for whole in wholes], received

    def pass_on(
        self, actors: Sequence[Actor], send: Given, receive: Given, heads: int = 0
    ) -> tuple[list[Sequence[Pending]], list[Any]]:
        """Let actors send packets to one another, by two methods. Returns the senders' parts, like
        `exchange`, and the receivers' results.
        """
        senders = [Call(actor, send) for actor in actors]
        parts, sent = self.exchange(senders, [1] * len(actors), heads)
        pairs = zip(actors, sent, strict=True)
        return parts, self.get(actor.start(*receive, *packets) for actor, packets in pairs)

    def keep(self, make: Task, *given: Any) -> Actor:
        """Let one member make an object and keep it; return the actor."""
        return _Kept(self, self.start(make, *given))

    def let_go(self) -> None:
        """Drop all kept objects."""

    def get(self, pending: Iterable[Pending]) -> list[Any]:
        """The results, in order; all tasks stop before an error is raised. May raise `Lost`."""
        started = list(pending)
        try:
            return [value_of(one) for one in started]
        except BaseException:
            self._stop()
            raise

    def _stop(self) -> None:
        """Cancel tasks that have not begun, and wait for the others."""
        under_way = list(self._under_way)
        for future in under_way:
            future.cancel()
        wait(under_way)

    def __exit__(self, *_: Any) -> None:
        self._stop()
        if self._pool is not None:
            self._pool.shutdown()


def _part(whole: Pending, number: int) -> Any:
    """One of the parts of a task's result."""
    return value_of(whole)[number]


def _piece(packet: Pending, number: int) -> Packet:
    """One piece of a pending packet, in a packet of its own."""
    piece: Packet = value_of(packet).part(number, number + 1)
    return piece


class _Kept:
    """An actor in this process; each call waits for the call before it."""

    def __init__(self, crew: Crew, made: Pending) -> None:
        self.crew, self.made, self.last = crew, made, made

    def start(self, method: str, *given: Any) -> Pending:
        """Start a call of a method, which waits for all earlier calls."""
        self.last = self.crew.start(_call, self.made, self.last, method, *given)
        return self.last


def value_of(given: Any) -> Any:
    """An argument as the task receives it."""
    if isinstance(given, partial):  # a value to be made here, like a file's content
        return given()
    return given.result() if isinstance(given, Future) else given


def _call(kept: Any, _before: Any, method: str, *given: Any) -> Any:
    return getattr(kept, method)(*given)


# Packets ----------------------------------------------------------------------------------------


class Packet(NamedTuple):
    """Pieces for several receivers, or from several senders, one after the other."""

    columns: tuple[Array, ...]  # arrays that are cut at the same places
    ends: Array  # int64 (pieces): where each piece ends

    @classmethod
    def of(cls, pieces: Sequence[tuple[Array, ...]]) -> Packet:
        """Join one or more pieces, each a tuple of columns."""
        ends = np.cumsum([len(piece[0]) for piece in pieces])
        return cls(tuple(map(np.concatenate, zip(*pieces, strict=True))), ends)

    @property
    def counts(self) -> Array:
        """The length of each piece."""
        return np.diff(self.ends, prepend=0)

    def part(self, first: int, end: int) -> Packet:
        """The pieces from number `first` to `end`."""
        begin = int(self.ends[first - 1]) if first else 0
        ends = self.ends[first:end]
        return Packet(tuple(each[begin : int(ends[-1])] for each in self.columns), ends - begin)

    def pieces(self) -> list[tuple[Array, ...]]:
        """All pieces, each a tuple of columns."""
        cuts = list(itertools.pairwise([0, *self.ends.tolist()]))
        columns = ([column[begin:end] for begin, end in cuts] for column in self.columns)
        return list(zip(*columns, strict=True))


def by_receiver(packets: Sequence[Packet]) -> Packet:
    """Join packets for the same receivers; order their pieces by receiver, then by packet."""
    if len(packets) == 1:
        return packets[0]
    rows = zip(*(packet.pieces() for packet in packets), strict=True)
    return Packet.of(list(itertools.chain.from_iterable(rows)))


# The machine --------------------------------------------------------------------------------------

Item = TypeVar("Item")
Result = TypeVar("Result")
MIB: Final = 1 << 20
FEW: Final = 1 << 14  # plain code handles this many items in less time than compiling takes
TABLES: Final = 3  # tables that share the memory: a tier, the tier it leads to, recently used ones


class Space:
    """Makes arrays: in memory up to `memory` bytes in total, then in unnamed, memory-mapped files.
    The system frees these with the array or the process, and writes their pages out if memory is
    short.
    """

    def __init__(self, memory: int) -> None:
        self.memory = memory
        # Sizes by array number, because any thread may free an array, even two at the same time.
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

    def array(
        self, shape: int | tuple[int, ...], kind: Any = np.int64, value: int | None = None
    ) -> Array:
        """An array filled with one value, or with arbitrary content."""
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
        if value is not None:
            made.fill(value)
        return made


def _map_pages(size: int) -> Array:
    """Memory in a temporary file of `size` bytes; raises `UsageError` if the disk is full."""
    folder = tempfile.gettempdir()
    with tempfile.TemporaryFile(dir=folder, buffering=0) as file:
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            raise UsageError(
                f"a share of a tier does not fit into memory, and {folder} has no room for "
                f"{-(-size // MIB):,} MiB for it: {error.strerror}; allow more memory, or set "
                f"TMPDIR to a directory with more room"
            ) from None
        return np.frombuffer(mmap.mmap(file.fileno(), size), np.uint8)


class Kernels:
    """Runs kernels, compiled if `native`; compiled ones release the interpreter's lock."""

    def __init__(self, *, native: bool) -> None:
        self.native, self._compiler = native, threading.Lock()
        self.begin()

    def __reduce__(self) -> Any:
        return kernels_here, (self.native,)

    def begin(self) -> None:
        """Start again with plain code, because keys of another kind may need new kernels."""
        self._plain = FEW
        self._prepared: dict[Any, Callable[..., Any]] = {}
        self.compiling = 0.0  # seconds spent compiling so far in this process

    def run_for(self, count: int, kernel: Any, *arguments: Any) -> Any:
        """The result of a kernel over `count` items; the first few items run in plain code."""
        if self._plain < count:
            return self.run(kernel, *arguments)
        self._plain -= count
        return kernel(*arguments)

    def run(self, kernel: Any, *arguments: Any) -> Any:
        """A kernel's result; the time to compile it is counted separately."""
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
    """The kernels for tasks sent to this process."""
    return Kernels(native=native)


def _kinds(arguments: tuple[Any, ...]) -> tuple[Any, ...]:
    """The types of arguments, and their games: compiled code depends on these."""
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


class Machine(AbstractContextManager["Machine"]):
    """The threads, crew, memory and kernels that a solver uses; a context manager.

    threads  the number of threads, by default one per usable core
    memory   bytes for the solver's arrays, by default half of the machine's memory
    crew     does the tasks, by default on these threads
    shares   the number of shares to cut each tier into; None lets the crew decide
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
        for name, number in ("threads", threads), ("shares", shares):
            if number is not None and number < 1:
                raise ParameterError(f"{name} should be 1 or more, not {number}")
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
        """Call `function` on items in threads; return the results. Errors wait for other calls."""
        return self._here.get([self._here.start(function, item) for item in items])

    def require(self, needed: int) -> None:
        """Raise `UsageError` if `needed` bytes exceed a table's share of the memory."""
        if needed > self.memory // TABLES:
            raise UsageError(
                f"{self.memory // MIB:,} MiB of memory are too little: a single table takes "
                f"{needed // MIB:,} MiB, and {TABLES} of them share the memory; allow "
                f"{TABLES * needed // MIB + 1:,} MiB, or "
                "define the game's `tier`, so that it is solved part by part"
            )

    def __exit__(self, *_: Any) -> None:
        self._here.__exit__()
