"""The lattice of kinds: what the compiler knows about values. `None` is a kind not known yet.

An int's range determines its width. A value known while compiling, like a parameter of the
game or a function, is `Static` and costs nothing at run time.
"""

from __future__ import annotations

import enum
import struct
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from zermelo.contract.rules import Parameters
from zermelo.native.compiler.faults import Unreached, Unsupported

__all__ = [
    "BOOL", "FLOAT", "FORMS", "LENGTH", "NONE", "NUMBER", "STATIC_DATA", "SYMBOL", "TABLES", "WORD",
    "Array", "Bound", "Cell", "Container", "Int", "Iteration", "Maybe", "Plain", "Row",
    "Spread", "State", "Static", "Struct", "Tuple", "Unreached", "Unsupported", "Unsure", "Value",
    "POINTER", "SINGLE", "STEP", "array_kind", "as_signed", "every_kind", "field_names",
    "float_text", "int_memory", "int_of_bits", "is_known", "is_range", "is_record", "is_symbol",
    "iteration", "known_bool", "known_int", "lift", "parts_of", "python_value", "range_of",
    "static", "tuple_of", "width_of", "word_of",
]  # fmt: skip


@dataclass(frozen=True)
class Int:
    """An int from `low` to `high`; `owner` is its IntEnum, None for a plain int."""

    low: int
    high: int
    owner: Any = None
    is_word: bool = False  # whether it takes a word of memory even if it needs less

    @property
    def is_known(self) -> bool:
        """Whether this kind has only one int."""
        return self.low == self.high


@dataclass(frozen=True)
class Plain:
    """A kind without parameters; its `words` describe it in messages.

    A number may be an int or a float; at run time, it is a float and a flag for "is an int". A
    symbol is a string or a member of an Enum; at run time, it is a number in a table.
    """

    words: str


@dataclass(frozen=True)
class Maybe:
    """None or a value of the kind `of`."""

    of: Any


@dataclass(frozen=True)
class Tuple:
    """A tuple of known length; `owner` is its class, `range`, or None for a plain tuple."""

    items: tuple[Any, ...]
    owner: Any = None


class Cell:
    """The kind of a container's items; the cells of containers that may be the same are unified."""

    current: Any = None  # the function whose code is being written

    def __init__(self, kind: Any = None) -> None:
        self.parent: Cell | None = None
        self.kind = kind
        self.growth = 0
        self.readers: set[Any] = set()  # the functions whose code depends on this kind

    def find(self) -> Cell:
        """The cell that represents all cells unified with this one."""
        cell = self
        while cell.parent is not None:
            cell = cell.parent
        cell.readers.add(Cell.current)
        return cell


@dataclass(frozen=True, eq=False)
class Container:
    """A list, tuple, set, frozenset or dict in memory; its `length` is None if unknown."""

    form: str
    cell: Cell
    length: int | None = None
    factory: Any = None  # the factory of a defaultdict; `Counter` for a Counter, else None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Container)
            and (self.form, self.length) == (other.form, other.length)
            and self.factory is other.factory
            and self.cell.find() is other.cell.find()
        )

    def __hash__(self) -> int:
        return hash(self.form)

    def __reduce__(self) -> Any:
        return Container, (self.form, Cell(self.item))  # reading a container needs only these

    @property
    def item(self) -> Any:
        """The kind of the items; for a dict, a `Tuple` of key and value."""
        return self.cell.find().kind


@dataclass(frozen=True)
class Row:
    """A tuple or frozenset in a state: `length` items, or up to `room` if the length changes."""

    item: Any
    length: int | None
    room: int
    form: str = "tuple"


@dataclass(frozen=True)
class State:
    """A state of the game in memory, laid out as its contract says."""

    layout: Any


@dataclass(frozen=True)
class Struct:
    """Named numbers side by side in memory, like those a search shares with its observer.

    Each of `fields` is a name, the kind of the number, and an offset.
    """

    fields: tuple[tuple[str, Any, int], ...]
    size: int


@dataclass(frozen=True)
class Array:
    """An array in C order of items of one kind: ints, floats, `SINGLE`s, bools or a `Struct`."""

    item: Any
    dimensions: int


class Static:
    """A value known while compiling: a function, class, table, text, iterator, or None."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Static):
            return False
        if self.value is other.value:
            return True
        comparable = (str, tuple, frozenset, enum.Enum)
        same = type(self.value) is type(other.value) and isinstance(self.value, comparable)
        return bool(same and self.value == other.value)

    def __hash__(self) -> int:
        return hash(type(self.value))


class Value:
    """A value: its kind, and its names in the code.

    The `code` of a `Tuple` is the list of its items, of a `Maybe` the flag and the value, of a
    NUMBER the flag and the float, of an `Array` the pointer and lengths, else one LLVM operand.
    """

    __slots__ = ("code", "kind")

    def __init__(self, kind: Any, code: Any = None) -> None:
        self.kind, self.code = kind, code

    @property
    def known(self) -> Any:
        """The Python value of a `Static`; None for other kinds."""
        return self.kind.value if isinstance(self.kind, Static) else None


class Bound:
    """A method, or the name of a container's method, and the value it belongs to."""

    def __init__(self, function: Any, owner: Value) -> None:
        self.function, self.owner = function, owner


@dataclass(eq=False)
class Iteration:
    """Something to loop over: `write(body)` writes the loop with `body(item)` in it."""

    write: Callable[..., None]
    most: int = 1 << 31  # the greatest number of items
    passes_order: bool = False  # whether `write` has a parameter `free`, see `Loops.iterate`
    at: Any = None  # computes the item at an index of an endless iterator; None if it ends
    again: bool = False  # whether the loop can be repeated
    passes: bool = False  # whether it is a group of groupby, valid until the next group


class Unsure:
    """A variable that may be one of several functions, iterators or objects."""

    def __init__(self, name: str) -> None:
        self.name = name


class Spread:
    """`*value` among items or arguments, with an unknown number of items."""

    def __init__(self, value: Value) -> None:
        self.value = value


BOOL: Final = Plain("a bool")
FLOAT: Final = Plain("a float")
NUMBER: Final = Plain("an int or a float")
POINTER: Final = Struct((), 0)
SYMBOL: Final = Plain("a text")
SINGLE: Final = Plain("a float of 32 bits")  # only in memory: loaded and stored as a FLOAT
NONE: Final = Static(None)
WORD: Final = Int(-(1 << 63), (1 << 63) - 1)
STEP: Final = 1 << 10  # the largest step of counters: 2**52 of them fit between 2**62 and 2**63
LENGTH: Final = Int(0, 1 << 31)
STATIC_DATA: Final = (str, tuple, list, dict, set, frozenset, enum.Enum, type(None))
TABLES: Final = (tuple, list, dict, set, frozenset)
FORMS: Final[dict[str, Any]] = {owner.__name__: owner for owner in TABLES}


def static(value: Any) -> Value:
    """A value known while compiling."""
    return Value(Static(value))


def iteration(*given: Any, **options: Any) -> Value:
    """Something to loop over, see `Iteration`."""
    return static(Iteration(*given, **options))


def known_int(value: int) -> Value:
    """An int known while compiling."""
    owner = type(value) if isinstance(value, enum.IntEnum) else None
    return Value(Int(int(value), int(value), owner))


def known_bool(value: object) -> Value:
    """A bool known while compiling."""
    return Value(BOOL, "true" if value else "false")


def tuple_of(items: list[Value], owner: Any = None) -> Value:
    """A tuple of these values."""
    return Value(Tuple(tuple(item.kind for item in items), owner), items)


def range_of(first: Value, last: Value, step: Value) -> Value:
    """A range; its ends and step are ints."""
    return tuple_of([first, last, step], range)


def is_record(owner: Any) -> bool:
    """Whether a class is a named tuple or dataclass, but not a game."""
    is_one = isinstance(owner, type) and (hasattr(owner, "_fields") or is_dataclass(owner))
    return is_one and not issubclass(owner, Parameters)


def field_names(owner: Any) -> tuple[str, ...]:
    """The field names of a named tuple's class or a dataclass."""
    names = getattr(owner, "_fields", None)
    return names if names is not None else tuple(field.name for field in fields(owner))


def is_symbol(value: Any) -> bool:
    """Whether a value is a text, or a member of an Enum that is not an int."""
    return isinstance(value, (str, enum.Enum)) and not isinstance(value, int)


def is_range(value: Value) -> bool:
    """Whether a value is a range."""
    return isinstance(value.kind, Tuple) and value.kind.owner is range


def lift(value: Any) -> Value:
    """Convert a Python value to a `Value`."""
    if isinstance(value, bool):
        return known_bool(value)
    if isinstance(value, int):
        return known_int(value)
    if isinstance(value, float):
        return Value(FLOAT, float_text(value))
    if is_record(type(value)):
        owner = type(value)
        return tuple_of([lift(getattr(value, name)) for name in field_names(owner)], owner)
    if type(value) is range:
        return range_of(*map(known_int, (value.start, value.stop, value.step)))
    if type(value) is tuple and len(value) <= 4 and not any(isinstance(x, TABLES) for x in value):
        return tuple_of([lift(item) for item in value])
    return static(value)


def is_known(value: Value) -> bool:
    """Whether a value is known while compiling."""
    kind = value.kind
    if isinstance(kind, Static):
        return isinstance(kind.value, STATIC_DATA)
    if isinstance(kind, Int):
        return kind.is_known
    if kind == BOOL:
        return value.code in ("true", "false")
    if kind == FLOAT:
        return value.code.startswith("0x")
    return (
        isinstance(kind, Tuple) and kind.owner in (None, range) and all(map(is_known, value.code))
    )


def python_value(value: Value) -> Any:
    """The Python value that a known value stands for."""
    kind = value.kind
    if isinstance(kind, Int):
        return kind.owner(kind.low) if kind.owner is not None else kind.low
    if kind == BOOL:
        return value.code == "true"
    if kind == FLOAT:
        return struct.unpack(">d", bytes.fromhex(value.code[2:]))[0]
    if isinstance(kind, Static):
        return kind.value
    items = [python_value(item) for item in value.code]
    return range(*items) if kind.owner is range else tuple(items)


def float_text(value: float) -> str:
    """A float as exact text for LLVM."""
    return "0x" + struct.pack(">d", value).hex().upper()


# The parts of a value, as they lie in memory and are passed one after the other -------------------


def parts_of(kind: Any) -> tuple[Any, ...] | None:
    """The kinds of a value's parts; None if it has no parts."""
    if isinstance(kind, Tuple):
        return kind.items
    if isinstance(kind, Maybe):
        return BOOL, kind.of
    if isinstance(kind, Array):
        return POINTER, *[WORD] * kind.dimensions
    return (BOOL, FLOAT) if kind == NUMBER else None


def array_kind(view: memoryview) -> Array:
    """The kind of an array of numbers, by the format of its view."""
    item: Any = {"f": SINGLE, "d": FLOAT, "?": BOOL}.get(view.format)
    if item is None and view.format.lower() not in "bhilqn":
        raise Unsupported(f"a memoryview of format {view.format}")
    return Array(item or int_of_bits(8 * view.itemsize, view.format.islower()), view.ndim)


def int_of_bits(bits: int, signed: bool = True) -> Int:
    """The kind of all ints of `bits` bits, one of them the sign if `signed`."""
    half = 1 << bits - 1
    return Int(-half, half - 1) if signed else Int(0, 2 * half - 1)


def every_kind(kind: Any) -> Iterator[Any]:
    """A kind and, recursively, its parts' kinds in order; for a row, its items' kind."""
    yield kind
    for part in (kind.item,) if isinstance(kind, Row) else parts_of(kind) or ():
        yield from every_kind(part)


def width_of(low: int, high: int) -> int:
    """The bits of a signed word for ints of this range: 64, 128, 256, …"""
    need, width = max(low, ~low, high, ~high).bit_length() + 1, 64
    while width < need:
        width *= 2
    return width


def as_signed(number: int, width: int) -> int:
    """The lowest bits of a number, read as a signed word."""
    number &= (1 << width) - 1
    return number - (1 << width) if number >> width - 1 else number


def word_of(kind: Int) -> tuple[int, bool]:
    """The width of an int at run time, and whether it has a sign."""
    if kind.low >= 0 and 1 << 63 <= kind.high < 1 << 64:
        return 64, False
    return width_of(kind.low, kind.high), True


def int_memory(kind: Int, small: bool) -> str:
    """The LLVM type that stores ints of this kind."""
    if kind.is_known:
        return "{}"
    if (width := word_of(kind)[0]) > 64:
        return f"[{width // 64} x i64]"
    if small and not kind.is_word:
        for short in (8, 16, 32):
            signed = -(1 << short - 1) <= kind.low and kind.high < 1 << short - 1
            if signed or (kind.low >= 0 and kind.high < 1 << short):
                return f"i{short}"
    return "i64"
