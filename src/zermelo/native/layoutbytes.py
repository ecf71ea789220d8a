"""States as bytes: what compiled code reads and writes, laid out as LLVM lays out structs."""

from __future__ import annotations

import ctypes
import functools
import struct
from collections.abc import Callable
from typing import Any

from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    SYMBOL,
    Container,
    Int,
    Maybe,
    Row,
    State,
    Static,
    Tuple,
    field_names,
    int_memory,
)

Put = Callable[[bytearray, int, Any, Any], None]
Get = Callable[[Any, int, Any], Any]


class OutsideError(Exception):
    """A value is outside the layout."""


@functools.lru_cache(maxsize=4096)
def size_and_alignment(layout: Any) -> tuple[int, int]:
    """The bytes that a part of a state takes, and to which multiple of them it is moved."""
    if isinstance(layout, Int):
        memory = int_memory(layout, True)
        if memory == "{}":
            return 0, 1
        if memory.startswith("["):
            return 8 * int(memory[1:].split(" ")[0]), 8
        return int(memory[1:]) // 8, int(memory[1:]) // 8
    if layout == BOOL:
        return 1, 1
    if layout == FLOAT or isinstance(layout, Container):
        return 8, 8
    if layout == SYMBOL:
        return 4, 4
    if isinstance(layout, Static):
        return 0, 1
    if isinstance(layout, State):
        return size_and_alignment(layout.layout)
    if isinstance(layout, Row):
        size, alignment = size_and_alignment(layout.item)
        whole = size * max(layout.room, 1)
        if layout.length is not None:
            return whole, alignment
        return _rounded(8 + whole, 8), 8
    places = offsets(layout)
    alignment = max((size_and_alignment(part)[1] for part in parts(layout)), default=1)
    return _rounded(places[-1], alignment), alignment


def parts(layout: Any) -> list[Any]:
    """The parts of a struct: a tuple's items, or the flag and the value of what may be None."""
    return [BOOL, layout.of] if isinstance(layout, Maybe) else list(layout.items)


@functools.lru_cache(maxsize=4096)
def offsets(layout: Any) -> tuple[int, ...]:
    """The offsets of the parts of a struct, and then the end of the last."""
    places, end = [], 0
    for part in parts(layout):
        size, alignment = size_and_alignment(part)
        end = _rounded(end, alignment)
        places.append(end)
        end += size
    return (*places, end)


def _rounded(number: int, multiple: int) -> int:
    return -(-number // multiple) * multiple


@functools.lru_cache(maxsize=1024)
def writer(layout: Any) -> Put:
    """A function that writes a value into bytes: `put(bytes, offset, value, symbols)`.

    It raises `OutsideError` for a value that the layout has no room for.
    """
    if isinstance(layout, Int):
        return _int_writer(layout)
    if layout == BOOL:
        return _put_bool
    if layout == FLOAT:
        return lambda room, at, value, _: struct.pack_into("d", room, at, value)
    if layout == SYMBOL:
        return lambda room, at, value, symbols: struct.pack_into(
            "i", room, at, symbols.setdefault(value, len(symbols))
        )
    if isinstance(layout, Maybe):
        inner, place = writer(layout.of), offsets(layout)[1]

        def put_maybe(room: bytearray, at: int, value: Any, symbols: Any) -> None:
            room[at] = value is not None
            if value is not None:
                inner(room, at + place, value, symbols)

        return put_maybe
    return _row_writer(layout) if isinstance(layout, Row) else _tuple_writer(layout)


def _put_bool(room: bytearray, at: int, value: Any, _: Any) -> None:
    if value is not True and value is not False:
        raise OutsideError
    room[at] = value


def _int_writer(layout: Int) -> Put:
    size = size_and_alignment(layout)[0]
    low, high = layout.low, layout.high

    def put(room: bytearray, at: int, value: Any, _: Any) -> None:
        try:
            if not low <= value <= high:
                raise OutsideError
            room[at : at + size] = (int(value) & (1 << 8 * size) - 1).to_bytes(size, "little")
        except TypeError:
            raise OutsideError from None

    return put


def _tuple_writer(layout: Tuple) -> Put:
    inner = [*zip(map(writer, layout.items), offsets(layout), strict=False)]
    names = field_names(layout.owner) if layout.owner is not None else None

    def put(room: bytearray, at: int, value: Any, symbols: Any) -> None:
        if names is not None and not isinstance(value, tuple):
            value = [getattr(value, name) for name in names]
        if len(value) != len(inner):
            raise OutsideError
        for (write, place), item in zip(inner, value, strict=True):
            write(room, at + place, item, symbols)

    return put


def _row_writer(layout: Row) -> Put:
    write, size = writer(layout.item), size_and_alignment(layout.item)[0]
    begin = 0 if layout.length is not None else 8

    def put(room: bytearray, at: int, value: Any, symbols: Any) -> None:
        if len(value) > layout.room or (layout.length is not None and len(value) != layout.length):
            raise OutsideError
        if begin:
            struct.pack_into("q", room, at, len(value))
        for i, item in enumerate(value):
            write(room, at + begin + i * size, item, symbols)

    return put


@functools.lru_cache(maxsize=1024)
def reader(layout: Any) -> Get:
    """A function that reads a value from bytes: `get(bytes, offset, names of symbols)`."""
    if isinstance(layout, Int):
        return _int_reader(layout)
    if layout == BOOL:
        return lambda room, at, _: room[at] != 0
    if layout == FLOAT:
        return lambda room, at, _: struct.unpack_from("d", room, at)[0]
    if layout == SYMBOL:
        return lambda room, at, names: names[struct.unpack_from("i", room, at)[0]]
    if isinstance(layout, Maybe):
        inner, place = reader(layout.of), offsets(layout)[1]
        return lambda room, at, names: inner(room, at + place, names) if room[at] else None
    if isinstance(layout, Row):
        return _row_reader(layout)
    if isinstance(layout, State):
        return reader(layout.layout)
    if isinstance(layout, Static):
        return lambda room, at, _: layout.value
    if isinstance(layout, Container):
        read = container_reader(layout)
        return lambda room, at, names: read(struct.unpack_from("Q", room, at)[0], names)
    reads = [*zip(map(reader, layout.items), offsets(layout), strict=False)]
    make: Any = tuple if layout.owner is None else lambda items: layout.owner(*items)
    return lambda room, at, names: make([read(room, at + place, names) for read, place in reads])


def _int_reader(layout: Int) -> Get:
    size, signed = size_and_alignment(layout)[0], layout.low < 0
    owner = layout.owner
    if layout.is_known:
        return lambda room, at, _: layout.low if owner is None else owner(layout.low)
    if owner is None:
        return lambda room, at, _: int.from_bytes(room[at : at + size], "little", signed=signed)
    return lambda room, at, _: owner(int.from_bytes(room[at : at + size], "little", signed=signed))


def _row_reader(layout: Row) -> Get:
    read, size = reader(layout.item), size_and_alignment(layout.item)[0]
    make = frozenset if layout.form == "frozenset" else tuple

    def get(room: Any, at: int, names: Any) -> Any:
        count, begin = layout.length, at
        if count is None:
            count, begin = struct.unpack_from("q", room, at)[0], at + 8
        return make([read(room, begin + i * size, names) for i in range(count)])

    return get


FORMS = {"list": list, "tuple": tuple, "set": set, "frozenset": frozenset, "dict": dict}


def container_reader(kind: Container) -> Callable[[int, Any], Any]:
    """A function that reads a container of compiled code: `get(address, names of symbols)`."""
    make: Any = FORMS[kind.form]
    if kind.item is None:
        return lambda address, names: make()
    read, size = reader(kind.item), size_and_alignment(kind.item)[0]

    def get(address: int, names: Any) -> Any:
        data, count = struct.unpack("QQ", ctypes.string_at(address, 16))
        room = ctypes.string_at(data, count * size) if count and size else b""
        return make([read(room, i * size, names) for i in range(count)])

    return get
