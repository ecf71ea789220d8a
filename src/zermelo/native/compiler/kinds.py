"""The lattice of kinds: what is known of a value while compiling. Its bottom is `None`.

An int has a range, and from that its width. A value known while compiling, like a parameter of the
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
    "Array", "Binary", "Bound", "Cell", "Container", "Int", "Iteration", "Maybe", "Plain", "Row",
    "Spread", "State", "Static", "Struct", "Tuple", "Unreached", "Unsupported", "Unsure", "Value",
    "every_kind", "field_names", "float_text", "int_memory", "iteration", "is_known", "is_record",
    "is_symbol", "known_bool", "known_int", "lift", "parts_of", "put_together", "is_range",
    "python_value", "range_of", "as_signed", "static", "taken_apart", "tuple_of", "width_of",
    "word_of", "STEP",
]  # fmt: skip


@dataclass(frozen=True)
class Int:
    """An int from `low` to `high`; `owner` is its IntEnum, if it is a member of one."""

    low: int
    high: int
    owner: Any = None
    is_word: bool = False  # in memory, where less would do

    @property
    def is_known(self) -> bool:
        """Whether only one int is of this kind."""
        return self.low == self.high


@dataclass(frozen=True)
class Plain:
    """A kind of which there is nothing more to say; its words are for messages.

    A number may be an int or a float: at run time a float, and whether it stands for an int. A
    symbol is one of some strings or members of an Enum: at run time its number in a table.
    """

    words: str


@dataclass(frozen=True)
class Maybe:
    """None, or a value of the kind `of`."""

    of: Any


@dataclass(frozen=True)
class Tuple:
    """A tuple of known length; `owner` is its NamedTuple or dataclass, or `range`."""

    items: tuple[Any, ...]
    owner: Any = None


class Cell:
    """The kind of a container's items: a variable, unified where containers may be the same.

    readers  the functions whose code was written with what it was then
    """

    current: Any = None  # the function whose code is being written

    def __init__(self) -> None:
        self.parent: Cell | None = None
        self.kind: Any = None
        self.growth = 0
        self.readers: set[Any] = set()

    def find(self) -> Cell:
        """The cell that stands for all that were unified with this one."""
        cell = self
        while cell.parent is not None:
            cell = cell.parent
        cell.readers.add(Cell.current)
        return cell


@dataclass(frozen=True, eq=False)
class Container:
    """A list, tuple, set, frozenset or dict in memory; `length` where that is known.

    factory  of a defaultdict what makes its values, of a Counter that class
    """

    form: str
    cell: Cell
    length: int | None = None
    factory: Any = None

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Container)
            and (self.form, self.length) == (other.form, other.length)
            and self.factory is other.factory
            and self.cell.find() is other.cell.find()
        )

    def __hash__(self) -> int:
        return hash(self.form)

    @property
    def item(self) -> Any:
        """The kind of its items; of a dict, a `Tuple` of key and value."""
        return self.cell.find().kind


@dataclass(frozen=True)
class Row:
    """A tuple in a state: `length` items, or up to `room` where its length changes."""

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
    """Named numbers side by side in memory, like those that a search shares with its observer.

    fields  their names, each with the letter and bytes of the number ("i8", "f8") and its offset
    """

    fields: tuple[tuple[str, str, int], ...]
    size: int


@dataclass(frozen=True)
class Array:
    """An array of numbers or structs in C order; `item` is "i8", "f8" and so on, or a `Struct`."""

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
    """A value: its kind, and how the code names it.

    A `Tuple` has the list of its items for code, a `Maybe` the flag and the value, a NUMBER the
    flag and the float, an `Array` the pointer and its lengths; others have one operand of LLVM's.
    """

    __slots__ = ("code", "kind")

    def __init__(self, kind: Any, code: Any = None) -> None:
        self.kind, self.code = kind, code

    @property
    def known(self) -> Any:
        """The value of Python's that a `Static` has; None for other kinds."""
        return self.kind.value if isinstance(self.kind, Static) else None


class Bound:
    """A method and its owner, or the name of a method of containers and its owner."""

    def __init__(self, function: Any, owner: Value) -> None:
        self.function, self.owner = function, owner


class Iteration:
    """Something to loop over: `write(body)` writes the loop with `body(item)` in it.

    passes_order  whether it is written `write(body, free)`: it goes on if the order is free
    at            of one without an end: what gives the item of a number
    again         whether it may be gone through again, as the items of a dict
    passes        whether it is gone once the next one begins, as a group of groupby
    """

    def __init__(
        self,
        write: Callable[..., None],
        most: int = 1 << 31,
        *,
        passes_order: bool = False,
        at: Any = None,
        again: bool = False, passes: bool = False,
    ) -> None:  # fmt: skip
        self.write, self.most, self.passes_order, self.at = write, most, passes_order, at
        self.again, self.passes = again, passes


class Binary:
    """The text that `bin` makes of an int; only its ones can be counted."""

    def __init__(self, value: Value) -> None:
        self.value = value


class Unsure:
    """A variable that is one function, iterator or object here, and another there."""

    def __init__(self, name: str) -> None:
        self.name = name


class Spread:
    """`*value` among items or arguments, where it is not known how many items it has."""

    def __init__(self, value: Value) -> None:
        self.value = value


BOOL: Final = Plain("a bool")
FLOAT: Final = Plain("a float")
NUMBER: Final = Plain("an int or a float")
POINTER: Final = Struct((), 0)
SYMBOL: Final = Plain("a text")
NONE: Final = Static(None)
WORD: Final = Int(-(1 << 63), (1 << 63) - 1)
STEP: Final = 1 << 10  # of counters, which take 2**52 of them from 2**62 to more than a word
LENGTH: Final = Int(0, 1 << 31)
STATIC_DATA: Final = (str, tuple, list, dict, set, frozenset, enum.Enum, type(None))
TABLES: Final = (tuple, list, dict, set, frozenset)
FORMS: Final[dict[str, Any]] = {owner.__name__: owner for owner in TABLES}


def static(value: Any) -> Value:
    """A value known while compiling."""
    return Value(Static(value))


def iteration(write: Callable[..., None], most: int = 1 << 31, **options: Any) -> Value:
    """Something to loop over, see `Iteration`."""
    return static(Iteration(write, most, **options))


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
    """Whether it is a class of named tuples or a dataclass, other than a game's."""
    is_one = isinstance(owner, type) and (hasattr(owner, "_fields") or is_dataclass(owner))
    return is_one and not issubclass(owner, Parameters)


def field_names(owner: Any) -> tuple[str, ...]:
    """The fields of a named tuple's class or a dataclass."""
    names = getattr(owner, "_fields", None)
    return names if names is not None else tuple(field.name for field in fields(owner))


def is_symbol(value: Any) -> bool:
    """Whether it is a text or a member of an Enum that is no int."""
    return isinstance(value, (str, enum.Enum)) and not isinstance(value, int)


def is_range(value: Value) -> bool:
    """Whether it is a range."""
    return isinstance(value.kind, Tuple) and value.kind.owner is range


def lift(value: Any) -> Value:
    """A value of Python's as one of the compiler's."""
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
    """The value of Python's that a known one stands for."""
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
    """A float as LLVM reads it, exactly."""
    return "0x" + struct.pack(">d", value).hex().upper()


# The parts of a value, as they lie in memory and are passed one after the other -------------------


def parts_of(kind: Any) -> tuple[Any, ...] | None:
    """The kinds of a value's parts; None for one that is whole."""
    if isinstance(kind, Tuple):
        return kind.items
    if isinstance(kind, Maybe):
        return BOOL, kind.of
    if isinstance(kind, Array):
        return POINTER, *[WORD] * kind.dimensions
    return (BOOL, FLOAT) if kind == NUMBER else None


def taken_apart(value: Value) -> list[Value]:
    """The parts of a value; the one that a `Maybe` may lack then has no code."""
    kind = value.kind
    if isinstance(kind, Tuple):
        return list(value.code)
    first, rest = value.code
    if isinstance(kind, Maybe):
        return [Value(BOOL, first), rest if rest is not None else Value(kind.of)]
    if isinstance(kind, Array):
        return [Value(POINTER, first), *(Value(WORD, length) for length in rest)]
    return [Value(BOOL, first), Value(FLOAT, rest)]


def put_together(kind: Any, parts: list[Value]) -> Value:
    """The value that these are the parts of."""
    if isinstance(kind, Tuple):
        return Value(kind, parts)
    first, rest = parts[0].code, parts[1:]
    if isinstance(kind, Maybe):
        return Value(kind, (first, rest[0]))
    lengths = [part.code for part in rest]
    return Value(kind, (first, lengths if isinstance(kind, Array) else rest[0].code))


def every_kind(kind: Any) -> Iterator[Any]:
    """A kind, and those of its parts and theirs, in their order; of a row that of its items."""
    yield kind
    for part in (kind.item,) if isinstance(kind, Row) else parts_of(kind) or ():
        yield from every_kind(part)


def width_of(low: int, high: int) -> int:
    """The bits of a signed word for ints of this range: 64, 128, 256, …"""
    need, width = max(bits_of(low), bits_of(high)) + 1, 64
    while width < need:
        width *= 2
    return width


def as_signed(number: int, width: int) -> int:
    """The lowest bits of a number, read as a word with a sign."""
    number &= (1 << width) - 1
    return number - (1 << width) if number >> width - 1 else number


def bits_of(number: int) -> int:
    """The bits of a number without its sign."""
    return number.bit_length() if number >= 0 else (~number).bit_length()


def word_of(kind: Int) -> tuple[int, bool]:
    """The width of an int at run time, and whether it has a sign."""
    if kind.low >= 0 and 1 << 63 <= kind.high < 1 << 64:
        return 64, False
    return width_of(kind.low, kind.high), True


def int_memory(kind: Int, small: bool) -> str:
    """The type of LLVM's in which ints of this kind lie in memory."""
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
