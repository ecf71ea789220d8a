"""Arguments and results of compiled kernels: Python's values as words of 64 bits, and back."""

from __future__ import annotations

import ctypes
import struct
from array import array
from collections.abc import Callable
from typing import Any

from zermelo.contract.game import Game
from zermelo.native.compiler.kinds import (
    BOOL,
    FLOAT,
    WORD,
    Array,
    Container,
    Int,
    Maybe,
    State,
    Static,
    Struct,
    Symbol,
    Tuple,
    is_record,
    width_of,
    word_of,
)
from zermelo.native.layoutbytes import container_reader, reader, size_and_alignment, writer
from zermelo.native.words import Record, address_of

MASK = (1 << 64) - 1
Pack = Callable[[Any, list[int], list[Any]], None]
Unpack = Callable[[Any, Any], Any]


def kind_of(value: Any, game: Any, layout: Any) -> Any:
    """The kind of an argument; states are those of `game`, laid out as `layout` says."""
    if isinstance(value, Game):
        return Static(value)
    if game is not None and is_record(type(value)) and type(value) is type(game.start()):
        return State(layout)
    if isinstance(value, bool):
        return BOOL
    if isinstance(value, int):
        return WORD if WORD.low <= value <= WORD.high else _wide(value)
    if isinstance(value, float):
        return FLOAT
    if isinstance(value, Record):
        fields = [(name, "i8", 8 * index) for index, name in enumerate(value.names)]
        return Struct(tuple(fields), 8 * len(fields))
    if isinstance(value, tuple):
        if game is not None and type(value) is type(game.start()):
            return State(layout)
        items = tuple(kind_of(item, game, layout) for item in value)
        return Tuple(items, type(value) if hasattr(value, "_fields") else None)
    if isinstance(value, (array, memoryview)):
        return Array("i8", 1)
    if hasattr(value, "dtype"):
        return _numpy_kind(value)
    return Static(value)


def _wide(value: int) -> Int:
    bits = width_of(min(value, 0), max(value, 0))
    return Int(-(1 << bits - 1), (1 << bits - 1) - 1)


def _numpy_kind(value: Any) -> Any:
    item = _number_or_struct(value.dtype)
    if getattr(value, "ndim", 0):
        return Array(item, value.ndim)
    if isinstance(item, Struct):
        return item
    return {"f": FLOAT, "b": BOOL}.get(item[0], WORD)


def _number_or_struct(kind: Any) -> Any:
    if kind.fields is None:
        return f"{kind.kind}{kind.itemsize}"
    fields = [
        (name, f"{kind.fields[name][0].kind}{kind.fields[name][0].itemsize}", kind.fields[name][1])
        for name in kind.names
    ]
    return Struct(tuple(fields), kind.itemsize)


def packer(kind: Any, symbols: dict[Any, int]) -> Pack:
    """A function that appends the words of an argument to a list.

    What has to live as long as the call does is appended to the last argument.
    """
    if isinstance(kind, Static):
        return lambda value, words, kept: None
    if isinstance(kind, Int):
        count = word_of(kind)[0] // 64
        if count == 1:
            return lambda value, words, kept: words.append(int(value))
        return lambda value, words, kept: words.extend(
            int(value) >> 64 * i & MASK for i in range(count)
        )
    if kind == BOOL:
        return lambda value, words, kept: words.append(int(value))
    if kind == FLOAT:
        return lambda value, words, kept: words.append(
            struct.unpack("q", struct.pack("d", value))[0]
        )
    if isinstance(kind, State):
        return _state_packer(kind.layout, symbols)
    if isinstance(kind, Struct):
        return lambda value, words, kept: words.append(address_in_memory(value))
    if isinstance(kind, Array):
        return _pack_array
    inner = [packer(item, symbols) for item in kind.items]

    def pack_tuple(value: Any, words: list[int], kept: list[Any]) -> None:
        for pack, item in zip(inner, value, strict=True):
            pack(item, words, kept)

    return pack_tuple


def _state_packer(layout: Any, symbols: dict[Any, int]) -> Pack:
    write, size = writer(layout), size_and_alignment(layout)[0]

    def pack(value: Any, words: list[int], kept: list[Any]) -> None:
        room = bytearray(size + 16)
        write(room, 0, value, symbols)
        held = (ctypes.c_char * len(room)).from_buffer(room)
        kept.append(held)
        words.append(ctypes.addressof(held))

    return pack


def _pack_array(value: Any, words: list[int], kept: list[Any]) -> None:
    if hasattr(value, "dtype"):
        if not value.flags.c_contiguous:
            raise ValueError("an array of a kernel has to be contiguous")
        words.append(value.ctypes.data)
        words.extend(value.shape)
    else:
        words.append(address_of(value))
        words.append(len(value))


def address_in_memory(value: Any) -> int:
    """Where a record lies."""
    if isinstance(value, Record):
        return value.address
    return int(value.__array_interface__["data"][0])


def unpacker(kind: Any) -> tuple[Unpack, int, list[Any]]:
    """A function that makes a result from its words and from the states' bytes.

    Returned are it, the number of words, and the layouts of the states, in their order.
    """
    layouts: list[Any] = []
    position = 0

    def build(kind: Any) -> Unpack:
        nonlocal position
        if isinstance(kind, State):
            layouts.append(kind.layout)
            number, read = len(layouts) - 1, reader(kind.layout)
            return lambda words, context: read(context.rooms[number], 0, context.names)
        if isinstance(kind, Tuple):
            inner = [build(item) for item in kind.items]
            if kind.owner is not None and kind.owner is not range:
                return lambda words, context: kind.owner(*[get(words, context) for get in inner])
            return lambda words, context: tuple([get(words, context) for get in inner])
        if isinstance(kind, Static):
            return lambda words, context: kind.value
        if isinstance(kind, Int) and kind.is_known:
            return lambda words, context: kind.low
        at = position
        if isinstance(kind, Maybe):
            position += 1
            some = build(kind.of)
            return lambda words, context: some(words, context) if words[at] & 1 else None
        if isinstance(kind, Int):
            width, signed = word_of(kind)
            position += width // 64
            if width == 64:
                return (
                    (lambda words, context: words[at])
                    if signed
                    else lambda words, context: words[at] & MASK
                )
            return lambda words, context: int.from_bytes(
                bytes(memoryview(words).cast("B")[8 * at : 8 * at + width // 8]),
                "little",
                signed=True,
            )
        position += 1
        if isinstance(kind, Container):
            items = container_reader(kind)
            return lambda words, context: items(words[at], context.names)
        if kind == BOOL:
            return lambda words, context: bool(words[at] & 1)
        if kind == FLOAT:
            return lambda words, context: struct.unpack("d", struct.pack("q", words[at]))[0]
        if isinstance(kind, Symbol):
            return lambda words, context: context.names[words[at]]
        raise TypeError(f"a kernel returns {kind}")

    get = build(kind)
    return get, position, layouts
