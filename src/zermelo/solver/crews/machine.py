"""The machine as a solver may use it: threads, memory, and kernels compiled or plain.

The arrays of a share that is larger than its part of the memory lie in files, see `Space`.
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
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Final, TypeVar

import numpy as np

from zermelo.contract.game import Game
from zermelo.errors import ParameterError, UsageError
from zermelo.native.arrays import Array
from zermelo.process.resources import physical_memory, usable_cores
from zermelo.solver.crews.crew import Crew

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

    def filled(self, shape: int | tuple[int, ...], value: int, kind: Any) -> Array:
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
        return self.prepared(kernel, *arguments)(*arguments)

    def prepared(self, kernel: Any, *arguments: Any) -> Callable[..., Any]:
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

    def run(self, kernel: Any, *arguments: Any) -> Any:
        """A kernel's result."""
        return self.kernels.run(kernel, *arguments)

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
