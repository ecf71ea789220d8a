"""Python's values as bytes, laid out like LLVM's structs: arguments, results and states."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, repeat
from operator import ge, le
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native.arrays import Record, address_of
from zermelo.native.compiler.kinds import *


class OutsideError(Exception):
    """A value does not fit the layout."""


def kind_of(value: Any, game: Any, layout: Any) -> Any:
    """The kind of an argument; states are those of `game`, laid out as `layout` says."""
    if isinstance(value, Game):
        return Static(value)
    may_be_state = isinstance(value, tuple) or is_record(type(value))
    if may_be_state and game is not None and type(value) is type(game.start()):
        return State(layout)
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return int_of_bits(width_of(min(value, 0), max(value, 0)))
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, Record):
        fields = [(name, WORD, 8 * index) for index, name in enumerate(value.names)]
        return Struct(tuple(fields), 8 * len(fields))
    if isinstance(value, tuple):
        items = tuple(kind_of(item, game, layout) for item in value)
        return Tuple(items, type(value) if hasattr(value, "_fields") else None)
    if isinstance(value, ctypes.Array):
        return Array(_structure(value._type_), 1)
    if not isinstance(value, (array, memoryview)) and not hasattr(value, "dtype"):
        return Static(value)
    kind = array_kind(memoryview(value))  # a scalar of numpy has no dimensions
    number = WORD if isinstance(kind.item, Int) else BOOL if kind.item == BOOL else FLOAT
    return kind if kind.dimensions else number


def _structure(kind: Any) -> Struct:
    """The `Struct` for a class of ctypes records."""
    named = []
    for name, part in kind._fields_:
        place = getattr(kind, name)
        number = FLOAT if part is ctypes.c_double else int_of_bits(8 * place.size)
        named.append((name, number, place.offset))
    return Struct(tuple(named), ctypes.sizeof(kind))


# Bytes --------------------------------------------------------------------------------------------

Flatten = Callable[[Any, Any], list[Any]]
Build = Callable[[Iterator[Any], Any], Any]


class Codec:
    """Writes values of a kind as bytes, and reads them.

    form     the format of all numbers in a value, as in `struct`, laid out as LLVM does
    count    how many numbers there are; a row that is not full ends with zeros
    flatten  `flatten(value, symbols)`: the numbers; raises `OutsideError` for a value that does not
             fit. For arrays and records it takes the address, and the caller keeps them alive
    build    `build(numbers, names of symbols)`: the value
    """

    def __init__(self, form: str, count: int, flatten: Flatten, build: Build) -> None:
        self.form, self.count, self.flatten, self.build = form, count, flatten, build
        self._struct = struct.Struct(form)
        self.size = self._struct.size

    def put(self, room: bytearray, at: int, value: Any, symbols: Any) -> None:
        """Write a value."""
        numbers = self.flatten(value, symbols)
        try:
            self._struct.pack_into(room, at, *numbers)
        except struct.error:
            raise OutsideError from None

    def get(self, room: Any, at: int, names: Any) -> Any:
        """Read a value."""
        return self.build(iter(self._struct.unpack_from(room, at)), names)


def codec(kind: Any) -> Codec:
    """The codec for values of a kind; it cannot read arrays or records, nor write containers."""
    if isinstance(kind, State):
        return codec(kind.layout)
    if isinstance(kind, Int):
        return _int_codec(kind)
    if isinstance(kind, Tuple):
        return _tuple_codec(kind)
    if isinstance(kind, Row):
        return _row_codec(kind)
    if isinstance(kind, Maybe):
        inner = codec(kind.of)
        nothing = [False] + [0] * inner.count

        def flatten(value: Any, symbols: Any) -> list[Any]:
            return nothing if value is None else [True, *inner.flatten(value, symbols)]

        def build(numbers: Iterator[Any], names: Any) -> Any:
            is_some, *rest = islice(numbers, len(nothing))
            return inner.build(iter(rest), names) if is_some else None

        return Codec(_align("?" + inner.form), len(nothing), flatten, build)
    if isinstance(kind, Container):
        return Codec("Q", 1, _refuse, _builder_of_container(kind))
    if isinstance(kind, Array):
        return Codec(f"Q{kind.dimensions}Q", 1 + kind.dimensions, _place_of_array, _refuse)
    if isinstance(kind, Struct):
        return Codec("Q", 1, lambda record, _: [record.address], _refuse)
    if kind in SIMPLE:
        return SIMPLE[kind]
    known = kind.value if isinstance(kind, Static) else None
    return Codec("", 0, lambda value, _: [], lambda numbers, _: known)


def _align(form: str) -> str:
    """The format of a struct, padded to begin and end at multiples of its widest number's size."""
    wide = ({*letters} & {*form} and f"0{letters[0]}" for letters in ("qQd", "iI", "hH"))
    end = next(filter(None, wide), "")
    return f"{end}{form}{end}"


def _refuse(*_: Any) -> Any:
    raise TypeError("containers cannot be arguments, and arrays cannot be results")


def _flat_number(value: Any, _: Any) -> list[Any]:
    is_int = isinstance(value, int)
    if is_int and abs(value) > 1 << 53:
        raise OutsideError
    return [is_int, value]


def _flat_symbol(value: Any, symbols: Any) -> list[Any]:
    if value not in symbols:
        raise OutsideError
    return [symbols[value]]


def _flat_bool(value: Any, _: Any) -> list[Any]:
    if not isinstance(value, bool) and not hasattr(value, "dtype"):
        raise OutsideError
    return [value]


def _built_number(numbers: Iterator[Any], _: Any) -> Any:
    is_int, number = islice(numbers, 2)
    return int(number) if is_int else number


SIMPLE: Final = {
    BOOL: Codec("?", 1, _flat_bool, lambda numbers, _: next(numbers)),
    FLOAT: Codec("d", 1, lambda value, _: [value], lambda numbers, _: next(numbers)),
    NUMBER: Codec(_align("?d"), 2, _flat_number, _built_number),
    SYMBOL: Codec("q", 1, _flat_symbol, lambda numbers, names: names[next(numbers)]),
}


def _place_of_array(value: Any, _: Any) -> list[Any]:
    view = memoryview(value)
    if not view.c_contiguous:
        raise ValueError("a kernel's array must be contiguous")
    return [address_of(view), *(view.shape or ())]


def _int_codec(kind: Int) -> Codec:
    memory, owner = int_memory(kind, True), kind.owner
    words = int(memory[1:].split(" ")[0]) if memory.startswith("[") else 0
    letter = {"{}": "", "i8": "b", "i16": "h", "i32": "i", "i64": "q"}.get(memory, f"{words}Q")
    form = letter if kind.low < 0 else letter.upper()

    low, high = kind.low, kind.high

    def flatten(value: Any, _: Any) -> list[Any]:
        try:
            if not low <= value <= high:
                raise OutsideError
        except TypeError:
            raise OutsideError from None
        if words:
            return [value >> 64 * i & (1 << 64) - 1 for i in range(words)]
        return [value] if form else []

    def build(numbers: Iterator[Any], _: Any) -> Any:
        number = next(numbers) if form else kind.low
        if words:
            number += sum(next(numbers) << 64 * i for i in range(1, words))
            number = as_signed(number, 64 * words) if kind.low < 0 else number
        return number if owner is None else owner(number)

    return Codec(form, words or len(form), flatten, build)


def _check_ints(values: Any, lows: Iterable[int], highs: Iterable[int]) -> None:
    try:
        if not (all(map(le, lows, values)) and all(map(ge, highs, values))):
            raise OutsideError
    except TypeError:
        raise OutsideError from None


def _is_plain(kind: Any) -> bool:
    """Whether values of this kind are ints of at most a word, and not of an IntEnum."""
    return isinstance(kind, Int) and kind.owner is None and len(codec(kind).form) == 1


def _tuple_codec(kind: Tuple) -> Codec:
    names = field_names(kind.owner) if kind.owner is not None else None
    items, are_plain = [*map(codec, kind.items)], all(map(_is_plain, kind.items))
    flats, builds = [item.flatten for item in items], [item.build for item in items]
    lows, highs = ([getattr(x, end, 0) for x in kind.items] for end in ("low", "high"))

    def flatten(value: Any, symbols: Any) -> list[Any]:
        if names is not None and not isinstance(value, tuple):
            value = [getattr(value, name) for name in names]
        if len(value) != len(items):
            raise OutsideError
        if are_plain:  # checks all ints at once, in a quarter of the time
            _check_ints(value, lows, highs)
            return [*value]
        numbers: list[Any] = []
        for flat, part in zip(flats, value, strict=True):
            numbers += flat(part, symbols)
        return numbers

    def build(numbers: Iterator[Any], symbols: Any) -> Any:
        if are_plain:
            found = [*islice(numbers, len(items))]
        else:
            found = [built(numbers, symbols) for built in builds]
        return tuple(found) if kind.owner is None else kind.owner(*found)

    form = _align("".join(item.form for item in items))
    return Codec(form, sum(item.count for item in items), flatten, build)


def _row_codec(kind: Row) -> Codec:
    item, room, varies = codec(kind.item), max(kind.room, 1), kind.length is None
    count, make, are_plain = room * item.count, FORMS[kind.form], _is_plain(kind.item)

    def flatten(value: Any, symbols: Any) -> list[Any]:
        size = len(value)
        if size > kind.room or (not varies and size < kind.room):
            raise OutsideError
        numbers = [size] if varies else []
        if are_plain:
            _check_ints(value, repeat(kind.item.low), repeat(kind.item.high))
            numbers += value
        else:
            for part in value:
                numbers += item.flatten(part, symbols)
        return numbers + [0] * ((room - size) * item.count)

    def build(numbers: Iterator[Any], names: Any) -> Any:
        size = next(numbers) if varies else kind.room
        rest = [*islice(numbers, count)]
        if are_plain:
            return make(rest[:size])
        parts = iter(rest)
        return make([item.build(parts, names) for _ in range(size)])

    form = f"{room}{item.form}" if len(item.form) == 1 else item.form * room
    return Codec(_align("q" * varies + form), varies + count, flatten, build)


def _builder_of_container(kind: Container) -> Build:
    """A reader of containers; the bytes of a container are the address of its header."""
    make: Any = FORMS[kind.form]
    item = codec(kind.item)

    def build(numbers: Iterator[Any], names: Any) -> Any:
        header = next(numbers)
        if kind.item is None:
            return make()
        data, count = struct.unpack("QQ", ctypes.string_at(header, 16))
        items = ctypes.string_at(data, count * item.size) if count and item.size else b""
        return make([item.get(items, i * item.size, names) for i in range(count)])

    return build
