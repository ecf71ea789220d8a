"""Calls of machine code, which reads its arguments, writes its result and notes errors.

In a browser, this module calls WebAssembly in the same way.
"""

from __future__ import annotations

import base64
import ctypes
import mmap
import pickle
import threading
import time
from typing import Any, Final, NamedTuple

from zermelo.native.arrays import address_of
from zermelo.native.compiler.kinds import Tuple, Unsupported
from zermelo.native.compiler.prelude import BLAME_STATE
from zermelo.native.kernel import IN_BROWSER
from zermelo.native.values import codec
from zermelo.process.resources import has_address_limit, physical_memory


def as_text(value: Any) -> str:
    """Pickle facts for `from_text`; raises `Unsupported` for classes defined inside functions."""
    try:
        return base64.b64encode(pickle.dumps(value)).decode()
    except (pickle.PicklingError, AttributeError, TypeError):
        raise Unsupported("a class inside a function: define it outside") from None


def from_text(text: str) -> Any:
    """Unpickle the facts stored with machine code; the text is trusted like that code.

    Raises `ValueError` for a class or member that does not exist.
    """
    try:
        return pickle.loads(base64.b64decode(text))
    except (AttributeError, ImportError, pickle.UnpicklingError) as error:
        raise ValueError(str(error)) from None


SMALL: Final = 1 << (24 if IN_BROWSER else 28)
# Bytes that one call may allocate. Pages take up memory only while in use, but addresses are
# reserved for each thread, so `ARENA` is smaller where the system limits addresses.
ARENA: Final = (
    SMALL
    if IN_BROWSER or has_address_limit()
    else max(SMALL, min(physical_memory() // 4, 1 << 33) & -mmap.PAGESIZE)
)
KEPT: Final = 1 << 24  # bytes that stay allocated for the next call
SHORT: Final = 0.0005  # seconds; shorter calls cannot write more than `KEPT` bytes
MARGIN: Final = 1 << 18  # bytes at the end of the stack that calls leave free


class Context(threading.local):
    """One thread's resources for calls: the arena, and the limit of its stack."""

    def __init__(self) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        try:
            self.arena = mmap.mmap(-1, ARENA, flags=flags)
        except OSError:  # the system does not overcommit memory
            self.arena = mmap.mmap(-1, SMALL, flags=flags)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.arena))
        self.deepest = least_address_of_stack()
        self.running: Called | None = None  # the current call; nested calls use the arena after it

    def give_back(self, free: int) -> None:
        """Free the memory from the address `free` on, except `KEPT` bytes for the next call."""
        begin = -(-(free - self.base + KEPT) // mmap.PAGESIZE) * mmap.PAGESIZE
        if begin < len(self.arena) and hasattr(self.arena, "madvise"):
            self.arena.madvise(mmap.MADV_DONTNEED, begin)


def least_address_of_stack() -> int:
    """The lowest address that this thread's stack may reach; 0 if unknown."""
    try:
        library = ctypes.CDLL(None)
        library.pthread_self.restype = ctypes.c_void_p
        attributes = (ctypes.c_char * 256)()
        place, size = ctypes.c_void_p(), ctypes.c_size_t()
        if library.pthread_getattr_np(ctypes.c_void_p(library.pthread_self()), attributes):
            return 0
        library.pthread_attr_getstack(attributes, ctypes.byref(place), ctypes.byref(size))
        library.pthread_attr_destroy(attributes)
        return (place.value or 0) + MARGIN
    except (OSError, AttributeError):
        return 0


_context = Context()


class Facts(NamedTuple):
    """Facts for the caller of a kernel's machine code."""

    result: Any  # the kind of the kernel's result
    rules: list[str]  # the names of rules; errors refer to them by number, from 1
    raised: dict[int, type[BaseException]]  # the exception classes that the code raises, by number
    symbols: dict[Any, int]  # the numbers of strings and of members of an Enum
    tables: list[str]  # the names of the game's tables that the code reads in place


class Code:
    """The loaded machine code of a kernel, for arguments of given kinds."""

    def __init__(self, machine: Any, kinds: list[Any], layout: Any, facts: Facts) -> None:
        self.machine, self.facts = machine, facts
        self.given, self.result = codec(Tuple(tuple(kinds))), codec(facts.result)
        self.state = codec(layout)
        self.idle: list[Called] = []  # finished calls, for reuse of their memory

    def __call__(self, arguments: tuple[Any, ...]) -> Called:
        """Call the code; raises `OutsideError` for an argument that does not fit."""
        try:
            called = self.idle.pop()
        except IndexError:
            called = Called(self)
        called.code = self
        called.run(arguments)
        return called


class Called:
    """One call of machine code, after which the result or the error can be read."""

    def __init__(self, code: Code) -> None:
        self.code: Any = code
        self.names = [*code.facts.symbols]
        self.context = (ctypes.c_int64 * ((BLAME_STATE + code.state.size) // 8 + 4))()
        self.given, self.room = bytearray(code.given.size + 16), bytearray(code.result.size + 16)
        self.places = [address_of(room) for room in (self.context, self.given, self.room)]
        self.blank, self.succeeds = bytes(self.given), False

    def run(self, arguments: tuple[Any, ...]) -> None:
        """Make the call; set `succeeds` if it finishes without an error."""
        here, outer, began = _context, _context.running, time.perf_counter()
        free = here.base if outer is None else outer.context[2]
        end = here.base + min(ARENA, len(here.arena))
        self.given[:] = self.blank
        self.code.given.put(self.given, 0, arguments, self.code.facts.symbols)
        self.context[:6] = [0, 0, free, end, here.deepest, 0]
        here.running = self
        try:
            self.succeeds = self.code.machine.entry(*self.places) == 0
        finally:
            here.running = outer
            if time.perf_counter() - began > SHORT:
                here.give_back(free)

    def result(self) -> Any:
        """Return the kernel's result, and leave the memory to later calls."""
        code, self.code = self.code, None  # breaks a cycle, so that unused code is freed at once
        result = code.result.get(self.room, 0, self.names)
        code.idle.append(self)
        return result

    @property
    def error(self) -> int:
        """The number of the error, see `compiler.faults`."""
        return int(self.context[0])

    @property
    def line(self) -> int:
        """The line of the error."""
        return int(self.context[1])

    @property
    def rule(self) -> str:
        """The name of the failed rule; empty for a kernel's own error."""
        number = self.context[5]
        return self.code.facts.rules[number - 1] if number else ""

    def ask_python(self, game: Any) -> list[Any] | None:
        """Run the failed rule in Python: raise its error, or return its states, if any."""
        room = bytes(memoryview(self.context).cast("B"))[BLAME_STATE:]
        rule: Any = getattr(game, self.rule)
        given = self.context[8 : 8 + rule.__code__.co_argcount - 2]
        answer = rule(self.code.state.get(room, 0, self.names), *given)
        if hasattr(answer, "__next__"):
            answer = list(answer)
        states = answer if type(answer) is list else [answer]
        return [item for item in states if type(item) is type(game.start())] or None
