"""Kernels: functions that run plain or compiled; their callbacks and clocks, but no compiler."""

import contextlib
import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any, Final, ParamSpec, Protocol, TypeAlias, TypeVar, cast

IN_BROWSER: Final = sys.platform == "emscripten"  # browsers have neither threads nor LLVM

Compiling = TypeVar("Compiling")
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result", covariant=True)


class Kernel(Protocol[Arguments, Result]):
    """A plain function that can be called directly, or compiled as `kernel.native(...)`."""

    __name__: str

    def __call__(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        """Run the function in plain Python."""

    def native(self, *args: Any) -> Any:
        """Run the function compiled, or plain, after one warning, if the rules cannot compile."""

    def prepare(self, *args: Any) -> Callable[..., Any]:
        """Compile the function for arguments of these types; return the function to call."""


def switched_off() -> bool:
    """Whether `ZERMELO_NATIVE=off` asks for plain runs, for debugging or coverage."""
    return os.environ.get("ZERMELO_NATIVE") == "off"


def runs_native(game: Any) -> bool:
    """Whether kernels run compiled for `game`, as far as is known."""
    if switched_off():
        return False
    return bool(_bridge().is_native(game))


def _bridge() -> Any:
    """The module that runs kernels, `running` or `wasm.browser`, imported on first use."""
    name = "zermelo.native.wasm.browser" if IN_BROWSER else "zermelo.native.running"
    return importlib.import_module(name)


def load() -> None:
    """Import the module that runs kernels now, to save time at its first use."""
    if not switched_off():
        _bridge()


def kernel(function: Callable[Arguments, Result]) -> Kernel[Arguments, Result]:
    """Mark `function` as one that can also run compiled, as `function.native(...)`.

    The function itself is returned, so plain calls cost nothing extra. Kernels that a kernel
    calls are compiled with it.

    function  a function of games, ints, floats, tuples and arrays

    >>> import zermelo
    >>> @zermelo.kernel
    ... def doubled(number):
    ...     return 2 * number
    >>> doubled(4), hasattr(doubled, "native")
    (8, True)
    """

    plain: Any = function

    def native(*arguments: Any) -> Any:
        return prepare(*arguments)(*arguments)

    def prepare(*arguments: Any) -> Any:
        return plain if switched_off() else _bridge().prepare(function, *arguments)

    function.native = native  # type: ignore[attr-defined]
    function.prepare = prepare  # type: ignore[attr-defined]
    return cast(Kernel[Arguments, Result], function)


def compile_quickly(level: int) -> Callable[[Compiling], Compiling]:
    """Mark a kernel for short calls: it compiles faster, but runs more slowly.

    At `level` 0, compiling takes a tenth of the time and running six times as long; at 1, a fifth
    and twice as long.
    """

    def mark(kernel: Compiling) -> Compiling:
        cast(Any, kernel).level = level
        return kernel

    return mark


def empty_table(key: Any, value: Any) -> dict[Any, Any]:
    """An empty table for keys and values of the same types as these examples."""
    return {}


# Python functions that kernels call --------------------------------------------------------------

Asked: TypeAlias = Callable[[int], int] | int  # the function, or its address in native runs


class Callback:
    """Lets kernels call `function`, which must not raise; keep this object alive while they run."""

    def __init__(self, function: Callable[[int], int]) -> None:
        self.function = function
        self._made: Any = None

    def place(self, *, native: bool) -> Asked:
        """The function or its address, for kernels to pass to `ask`."""
        if not native:
            return self.function
        import ctypes

        if self._made is None:
            self._made = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(self.function)
        return int(ctypes.cast(self._made, ctypes.c_void_p).value or 0)


def ask(place: Asked, number: int) -> int:
    """Call the function at `place`; compiled code takes Python's lock for the call."""
    return place(number)  # type: ignore[operator]


_asked: list[Callable[[], bool]] = []  # the hosts of `asking`; only the newest is called


@contextlib.contextmanager
def asking(host: Callable[[], bool]) -> Iterator[None]:
    """Let `host` decide within this block whether this process's searches go on.

    A plain or WebAssembly search calls `host` at its node limit. `host` must not raise exceptions;
    to let the search go on, it raises the limit and returns True.
    """
    _asked.append(host)
    try:
        yield
    finally:
        _asked.remove(host)


def may_go_on() -> bool:
    """Whether a search at its limit may go on: the newest host decides; without one, it may not."""
    return bool(_asked) and _asked[-1]()


Pause = Callable[[], contextlib.AbstractContextManager[None]]


_pause: ContextVar[Pause] = ContextVar("pause", default=contextlib.nullcontext)


@contextlib.contextmanager
def timed_by(pause: Pause) -> Iterator[None]:
    """Within this block, call `pause` to stop the clock while this thread compiles."""
    before = _pause.get()
    _pause.set(pause)
    try:
        yield
    finally:
        _pause.set(before)


def pause() -> contextlib.AbstractContextManager[None]:
    """Stop this thread's clock while something compiles in this block."""
    return _pause.get()()


class Stopwatch:
    """Measures seconds since `began`, by `time.perf_counter`, except those that pass in `pause`.

    A pause also stops the thread's outer stopwatch, as a move's time includes its search's time.
    """

    def __init__(self, began: float | None = None) -> None:
        self._began = time.perf_counter() if began is None else began
        self._stopped_at: float | None = None
        self._outer = _pause.get()

    @property
    def stopped(self) -> bool:
        """Whether the stopwatch is paused."""
        return self._stopped_at is not None

    def seconds(self) -> float:
        """The measured seconds so far, without pauses."""
        stopped_at = self._stopped_at  # read once, because another thread may clear it
        return (time.perf_counter() if stopped_at is None else stopped_at) - self._began

    @contextlib.contextmanager
    def pause(self) -> Iterator[None]:
        """Exclude the time in this block; nested pauses count once."""
        if self.stopped:
            yield
            return
        with self._outer():
            self._stopped_at = began = time.perf_counter()
            try:
                yield
            finally:
                self._began += time.perf_counter() - began
                self._stopped_at = None
