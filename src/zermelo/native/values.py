"""Python's values as bytes, laid out like LLVM's structs: arguments, results and states."""

from __future__ import annotations

import ctypes
import functools
import struct
from array import array
from collections.abc import Callable, Iterable
from itertools import groupby
from operator import gt, lt
from typing import Any, NamedTuple

from zermelo.contract.game import Game
from zermelo.native.arrays import Record, address_of
from zermelo.native.compiler.kinds import *

Put = Callable[[bytearray, int, Any, Any], Any]
Get = Callable[[Any, int, Any], Any]


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
        bits = width_of(min(value, 0), max(value, 0))
        return Int(-(1 << bits - 1), (1 << bits - 1) - 1)
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, Record):
        fields = [(name, "i8", 8 * index) for index, name in enumerate(value.names)]
        return Struct(tuple(fields), 8 * len(fields))
    if isinstance(value, tuple):
        items = tuple(kind_of(item, game, layout) for item in value)
        return Tuple(items, type(value) if hasattr(value, "_fields") else None)
    if isinstance(value, ctypes.Array):
        return Array(_structure(value._type_), 1)
    if not isinstance(value, (array, memoryview)) and not hasattr(value, "dtype"):
        return Static(value)
    kind = array_kind(memoryview(value))  # a number of numpy has no dimensions
    return kind if kind.dimensions else {"f": FLOAT, "b": BOOL}.get(kind.item[0], WORD)


def _structure(kind: Any) -> Struct:
    """The fields of ctypes records."""
    named = []
    for name, part in kind._fields_:
        place, letter = getattr(kind, name), "f" if part is ctypes.c_double else "i"
        named.append((name, f"{letter}{place.size}", place.offset))
    return Struct(tuple(named), ctypes.sizeof(kind))


# Layout ------------------------------------------------------------------------------------------


def size_and_alignment(kind: Any) -> tuple[int, int]:
    """The size of a value in bytes, and its alignment."""
    if isinstance(kind, Int):
        memory = int_memory(kind, True)
        if memory.startswith("["):
            return 8 * int(memory[1:].split(" ")[0]), 8
        size = 0 if memory == "{}" else int(memory[1:]) // 8
        return size, max(size, 1)
    if kind == BOOL:
        return 1, 1
    if kind in (FLOAT, SYMBOL) or isinstance(kind, (Container, Struct)):
        return 8, 8
    if kind is None or isinstance(kind, Static):
        return 0, 1
    if isinstance(kind, State):
        return size_and_alignment(kind.layout)
    if isinstance(kind, Row):
        size, alignment = size_and_alignment(kind.item)
        whole = size * max(kind.room, 1)
        return (whole, alignment) if kind.length is not None else (_round_up(8 + whole, 8), 8)
    alignment = max((size_and_alignment(part)[1] for part in parts_of(kind) or ()), default=1)
    return _round_up(offsets(kind)[-1], alignment), alignment


def offsets(kind: Any) -> tuple[int, ...]:
    """The offsets of a struct's parts, and the end of the last."""
    places, end = [], 0
    for part in parts_of(kind) or ():
        size, alignment = size_and_alignment(part)
        places.append(_round_up(end, alignment))
        end = places[-1] + size
    return (*places, end)


def _round_up(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


# Bytes --------------------------------------------------------------------------------------------


class Codec(NamedTuple):
    """Writes values of a kind as bytes, and reads them.

    put  `put(bytes, offset, value, symbols)`; raises `OutsideError` for a value that does not
         fit. For arrays and records it writes the address, and the caller keeps them alive
    get  `get(bytes, offset, names of symbols)`; returns the value
    """

    put: Put
    get: Get


def codec(kind: Any) -> Codec:
    """The codec for values of a kind; arguments are only written, containers only read."""
    if isinstance(kind, Int):
        return _int_codec(kind)
    if kind == BOOL:
        return Codec(_put_bool, lambda room, at, _: room[at] != 0)
    if kind == FLOAT:
        return Codec(
            lambda room, at, value, _: struct.pack_into("d", room, at, value),
            lambda room, at, _: struct.unpack_from("d", room, at)[0],
        )
    if kind == NUMBER:
        return Codec(_put_number, _get_number)
    if kind == SYMBOL:
        return Codec(
            _put_symbol, lambda room, at, names: names[struct.unpack_from("q", room, at)[0]]
        )
    if isinstance(kind, State):
        return codec(kind.layout)
    if isinstance(kind, Static):
        return Codec(lambda room, at, value, _: None, lambda room, at, _: kind.value)
    if isinstance(kind, (Array, Struct)):
        return Codec(_put_array if isinstance(kind, Array) else _put_record, _refuse)
    if isinstance(kind, Maybe):
        return _maybe_codec(kind)
    if isinstance(kind, Row):
        return _row_codec(kind)
    return _container_codec(kind) if isinstance(kind, Container) else _tuple_codec(kind)


def _refuse(*_: Any) -> None:
    raise TypeError("containers cannot be arguments, and arrays cannot be results")


def _put_number(room: bytearray, at: int, value: Any, _: Any) -> None:
    is_int = isinstance(value, int)
    if is_int and abs(value) > 1 << 53:
        raise OutsideError
    struct.pack_into("?7xd", room, at, is_int, value)


def _get_number(room: Any, at: int, _: Any) -> Any:
    is_int, number = struct.unpack_from("?7xd", room, at)
    return int(number) if is_int else number


def _put_symbol(room: bytearray, at: int, value: Any, symbols: Any) -> None:
    if value not in symbols:
        raise OutsideError
    struct.pack_into("q", room, at, symbols[value])


def _put_bool(room: bytearray, at: int, value: Any, _: Any) -> None:
    if not isinstance(value, bool) and not hasattr(value, "dtype"):
        raise OutsideError
    room[at] = bool(value)


def _put_record(room: bytearray, at: int, record: Record, _: Any) -> None:
    struct.pack_into("Q", room, at, record.address)


def _put_array(room: bytearray, at: int, value: Any, _: Any) -> None:
    view = memoryview(value)
    if not view.c_contiguous:
        raise ValueError("a kernel's array must be contiguous")
    struct.pack_into(f"Q{view.ndim}Q", room, at, address_of(view), *(view.shape or ()))


def _int_codec(kind: Int) -> Codec:
    size, low, high, owner = size_and_alignment(kind)[0], kind.low, kind.high, kind.owner

    def put(room: bytearray, at: int, value: Any, _: Any) -> None:
        try:
            if not low <= value <= high:
                raise OutsideError
            room[at : at + size] = (int(value) & (1 << 8 * size) - 1).to_bytes(size, "little")
        except TypeError:
            raise OutsideError from None

    def get(room: Any, at: int, _: Any) -> Any:
        number = int.from_bytes(room[at : at + size], "little", signed=low < 0) if size else low
        return number if owner is None else owner(number)

    return Codec(put, get)


def _letter(kind: Any) -> str:
    """The letter for an int in formats of `struct`; empty for wide ints and IntEnum members."""
    if not isinstance(kind, Int) or kind.owner is not None:
        return ""
    letter = {1: "b", 2: "h", 4: "i", 8: "q"}.get(size_and_alignment(kind)[0], "")
    return letter if kind.low < 0 else letter.upper()


def _ints_codec(kinds: tuple[Int, ...], places: Iterable[int]) -> Codec:
    """A codec for several ints that have letters, at these offsets from the first int;
    separate codecs would take four times as long.
    """
    form, end = "=", 0
    for kind, place in zip(kinds, places, strict=True):
        form, end = f"{form}{place - end}x{_letter(kind)}", place + size_and_alignment(kind)[0]
    ints, lows, highs = struct.Struct(form), [k.low for k in kinds], [k.high for k in kinds]
    if {*kinds} == {WORD}:  # packing checks these limits
        lows = highs = []

    def put(room: bytearray, at: int, values: Any, _: Any) -> None:
        try:
            if any(map(lt, values, lows)) or any(map(gt, values, highs)):
                raise OutsideError
            ints.pack_into(room, at, *values)
        except (TypeError, struct.error):
            raise OutsideError from None

    return Codec(put, lambda room, at, _: ints.unpack_from(room, at))


def _maybe_codec(kind: Maybe) -> Codec:
    (write, read), place = codec(kind.of), offsets(kind)[1]

    def put(room: bytearray, at: int, value: Any, symbols: Any) -> None:
        room[at] = value is not None
        if value is not None:
            write(room, at + place, value, symbols)

    return Codec(put, lambda room, at, names: read(room, at + place, names) if room[at] else None)


def _tuple_codec(kind: Tuple) -> Codec:
    names = field_names(kind.owner) if kind.owner is not None else None
    items, places = kind.items, offsets(kind)
    parts: list[tuple[Any, Codec, int]] = []
    for are_ints, run in groupby(range(len(items)), lambda index: bool(_letter(items[index]))):
        first, *others = run
        if are_ints:
            these = slice(first, first + 1 + len(others))
            inner = _ints_codec(items[these], [end - places[first] for end in places[these]])
            parts.append((these, inner, places[first]))
        else:
            parts += [(index, codec(items[index]), places[index]) for index in (first, *others)]

    def put(room: bytearray, at: int, value: Any, symbols: Any) -> None:
        if names is not None and not isinstance(value, tuple):
            value = [getattr(value, name) for name in names]
        if len(value) != len(items):
            raise OutsideError
        for these, (write, _), place in parts:
            write(room, at + place, value[these], symbols)

    def get(room: Any, at: int, symbols: Any) -> Any:
        found: list[Any] = []
        for these, (_, read), place in parts:
            value = read(room, at + place, symbols)
            found += value if isinstance(these, slice) else (value,)
        return tuple(found) if kind.owner is None else kind.owner(*found)

    return Codec(put, get)


def _row_codec(kind: Row) -> Codec:
    head, make = 8 if kind.length is None else 0, FORMS[kind.form]

    @functools.cache
    def items(count: int) -> Codec:
        return _tuple_codec(Tuple((kind.item,) * count))

    def put(room: bytearray, at: int, value: Any, symbols: Any) -> None:
        if len(value) > kind.room or (kind.length is not None and len(value) != kind.length):
            raise OutsideError
        if head:
            struct.pack_into("q", room, at, len(value))
        items(len(value)).put(room, at + head, (*value,), symbols)

    def get(room: Any, at: int, names: Any) -> Any:
        count = struct.unpack_from("q", room, at)[0] if kind.length is None else kind.length
        return make(items(count).get(room, at + head, names))

    return Codec(put, get)


def _container_codec(kind: Container) -> Codec:
    """A codec that only reads; memory holds the address of the container's header."""
    make: Any = FORMS[kind.form]
    if kind.item is None:
        return Codec(_refuse, lambda room, at, names: make())
    (_, read), size = codec(kind.item), size_and_alignment(kind.item)[0]

    def get(room: Any, at: int, names: Any) -> Any:
        header = struct.unpack_from("Q", room, at)[0]
        data, count = struct.unpack("QQ", ctypes.string_at(header, 16))
        items = ctypes.string_at(data, count * size) if count and size else b""
        return make([read(items, i * size, names) for i in range(count)])

    return Codec(_refuse, get)
