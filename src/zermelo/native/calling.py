"""Calls of machine code: the context that a call takes, and the results that it leaves there.

In a browser, the same code calls a WebAssembly module.
"""

from __future__ import annotations

import ctypes
import enum
import mmap
import sys
import threading
from dataclasses import fields
from typing import Any, Final, NamedTuple

from zermelo.native.arrays import address_of
from zermelo.native.compiler.kinds import (
    NONE,
    Cell,
    Container,
    Int,
    Maybe,
    Plain,
    Row,
    State,
    Tuple,
)
from zermelo.native.compiler.prelude import BLAME_STATE
from zermelo.native.kernel import IN_BROWSER
from zermelo.native.values import codec, size_and_alignment
from zermelo.process.resources import has_address_limit, physical_memory

PLAIN: Final = {kind.__name__: kind for kind in (Plain, Int, Maybe, Tuple, Row)}


def as_data(value: Any) -> Any:
    """A kind, class, text or member of an Enum as JSON; raises `ValueError` for anything else."""
    if isinstance(value, enum.Enum):
        return {"member": value.name, "class": _class_as_data(type(value))}
    if value is None or isinstance(value, (int, str)):
        return value
    if isinstance(value, tuple):
        return {"items": [*map(as_data, value)]}
    if isinstance(value, type):
        return {"class": _class_as_data(value)}
    if value == NONE:
        return ["None"]
    if isinstance(value, State):
        return ["State"]
    if isinstance(value, Container):
        return ["Container", value.form, as_data(value.item)]
    if type(value) not in PLAIN.values():
        raise ValueError(f"{value} as data")
    parts = (as_data(getattr(value, field.name)) for field in fields(value))
    return [type(value).__name__, *parts]


def from_data(data: Any, layout: Any = None) -> Any:
    """The value that this JSON describes; states are laid out as `layout` says.

    Raises `ValueError` for a class or member that does not exist.
    """
    if isinstance(data, dict):
        if "items" in data:
            return tuple(from_data(item, layout) for item in data["items"])
        owner = _class_from_data(data["class"])
        found = getattr(owner, data["member"], None) if "member" in data else owner
        if not isinstance(found, (type, enum.Enum)):
            raise ValueError(f"no member {data['member']}")
        return found
    if not isinstance(data, list):
        return data
    name, *parts = data
    if name in ("None", "State"):
        return NONE if name == "None" else State(layout)
    inner = [from_data(part, layout) for part in parts]
    if name == "Container":
        cell = Cell()
        form, cell.kind = inner
        return Container(form, cell)
    return PLAIN[name](*inner)


def _class_as_data(owner: type) -> list[str]:
    data = [owner.__module__, owner.__qualname__]
    if _class_from_data(data) is not owner:
        raise ValueError(f"{owner} as data")
    return data


def _class_from_data(data: list[str]) -> type:
    found: Any = sys.modules.get(data[0])
    for part in data[1].split("."):
        found = getattr(found, part, None)
    if not isinstance(found, type):
        raise ValueError(f"no class {data[1]}")
    return found


SMALL: Final = 1 << (24 if IN_BROWSER else 28)
# Bytes that one call may allocate. A page takes memory only while a call uses it; but addresses
# are reserved for each thread, so there are fewer where the system limits addresses.
ARENA: Final = (
    SMALL
    if IN_BROWSER or has_address_limit()
    else max(SMALL, min(physical_memory() // 4, 1 << 33) & -mmap.PAGESIZE)
)
KEPT: Final = 1 << 24  # bytes that stay allocated for the next call
MARGIN: Final = 1 << 18  # bytes at the end of the stack that calls leave free


class Context(threading.local):
    """One thread's resources for calls: the arena, and how deep its stack may get."""

    def __init__(self) -> None:
        flags = mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | getattr(mmap, "MAP_NORESERVE", 0)
        try:
            self.arena = mmap.mmap(-1, ARENA, flags=flags)
        except OSError:  # a system that does not overcommit memory
            self.arena = mmap.mmap(-1, SMALL, flags=flags)
        self.base = ctypes.addressof(ctypes.c_char.from_buffer(self.arena))
        self.deepest = least_address_of_stack()
        self.free = self.base  # calls within calls start behind this

    def give_back(self) -> None:
        """Return all pages to the system but those that the next call is likely to use."""
        begin = -(-(self.free - self.base + KEPT) // mmap.PAGESIZE) * mmap.PAGESIZE
        if begin < len(self.arena) and hasattr(self.arena, "madvise"):
            self.arena.madvise(mmap.MADV_DONTNEED, begin)


def least_address_of_stack() -> int:
    """The lowest address that this thread's stack may reach; 0 if the system does not say."""
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
    """Facts for the caller of a kernel's machine code.

    result   the kind of its result
    rules    by the numbers that errors carry, from 1
    raised   the exceptions that its code raises, by their numbers
    symbols  the numbers of texts and of members of an Enum
    tables   the names of the game's tables that it reads in place
    """

    result: Any
    rules: list[str]
    raised: dict[int, type[BaseException]]
    symbols: dict[Any, int]
    tables: list[str]

    def as_data(self) -> dict[str, Any]:
        """The facts for JSON; raises `ValueError` for classes defined in functions."""
        raised = {str(number): as_data(owner) for number, owner in self.raised.items()}
        symbols = [*map(as_data, self.symbols)]
        return self._asdict() | {
            "result": as_data(self.result), "raised": raised, "symbols": symbols
        }  # fmt: skip

    @classmethod
    def from_data(cls, data: dict[str, Any], layout: Any) -> Facts:
        """Read what `as_data` returned; raises `ValueError` for a class that does not exist."""
        raised = {int(number): from_data(name) for number, name in data["raised"].items()}
        symbols = {from_data(symbol): number for number, symbol in enumerate(data["symbols"])}
        result = from_data(data["result"], layout)
        return cls(result, data["rules"], raised, symbols, data["tables"])


class Code:
    """The machine code of a kernel, for arguments of given kinds.

    machine  has the code as its `entry`
    layout   that of the game's states
    """

    def __init__(self, machine: Any, kinds: list[Any], layout: Any, facts: Facts) -> None:
        self.machine, self.layout, self.facts = machine, layout, facts
        given = Tuple(tuple(kinds))
        self.write, self.read = codec(given).put, codec(facts.result).get
        sizes = [size_and_alignment(kind)[0] for kind in (given, layout, facts.result)]
        self.size, self.state_size, self.result_size = sizes

    def pack(self, arguments: tuple[Any, ...]) -> bytearray:
        """The arguments as bytes; raises `OutsideError` for one that does not fit."""
        room = bytearray(self.size + 16)
        self.write(room, 0, arguments, self.facts.symbols)
        return room


class Called:
    """One call of machine code."""

    def __init__(self, code: Code) -> None:
        self.code = code
        self.context = (ctypes.c_int64 * ((BLAME_STATE + code.state_size) // 8 + 4))()
        self.room = bytearray(code.result_size + 16)

    @property
    def names(self) -> list[Any]:
        """The symbols by their numbers."""
        return list(self.code.facts.symbols)

    def succeeds(self, arguments: bytearray) -> bool:
        """Make the call; whether it finished without an error."""
        here, context, before = _context, self.context, _context.free
        most = min(ARENA, len(here.arena))
        context[2], context[3], context[4] = before, here.base + most, here.deepest
        try:
            places = [address_of(room) for room in (context, arguments, self.room)]
            status = self.code.machine.entry(*places)
        finally:
            here.free = before
            here.give_back()
        return bool(status == 0)

    def result(self) -> Any:
        """Return the kernel's result."""
        return self.code.read(self.room, 0, self.names)

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
        """The rule that failed, empty for a kernel's own error."""
        number = self.context[5]
        return self.code.facts.rules[number - 1] if number else ""

    def ask_python(self, game: Any) -> list[Any] | None:
        """Repeat the rule that failed in Python; return its states, or raise its error."""
        room = bytes(memoryview(self.context).cast("B"))[BLAME_STATE:]
        rule: Any = getattr(game, self.rule)
        given = self.context[8 : 8 + rule.__code__.co_argcount - 2]
        answer = rule(codec(self.code.layout).get(room, 0, self.names), *given)
        if hasattr(answer, "__next__"):
            answer = list(answer)
        states = answer if type(answer) is list else [answer]
        return [item for item in states if type(item) is type(game.start())] or None
