"""Helpers for rules: ints as sets of bits, tuples with changed items, hashes and tables."""

import dataclasses
from collections.abc import Iterator
from enum import Enum
from functools import cached_property
from hashlib import blake2b
from typing import Any, Final

Items = tuple[int, ...]
_BITS32 = (1 << 32) - 1
_BITS63 = (1 << 63) - 1
REST: Final = 0x1E3779B97F4A7C15  # an odd factor for the hash of the items that follow in a tuple
NOTHING: Final = 0x2545F4914F6CDD1D  # stands for None in a hash


def replaced(items: Items, index: int, item: int) -> Items:
    """Copy a tuple of ints with one item changed; usable in compiled rules.

    items  the tuple
    index  the item's index, from 0
    item   the new int

    >>> replaced((1, 3, 5), 1, 0)
    (1, 0, 5)
    """
    return (*items[:index], item, *items[index + 1 :])


def mixed(number: int) -> int:
    """Scramble a 63-bit int one-to-one; usable in compiled rules.

    The steps are those of MurmurHash's finalizer (Appleby 2011).
    """
    number &= _BITS63
    number = product(number ^ number >> 32, 0x4CF5AD432745937F)
    number = product(number ^ number >> 29, 0x2127599BF4325C37)
    return number ^ number >> 32


def product(first: int, second: int) -> int:
    """The product of two ints modulo 2⁶³; in compiled code, `*` must not overflow."""
    return first * second & _BITS63


def hashed(items: Any) -> int:
    """A 63-bit hash of an int or a nested tuple of ints, like a state.

    The tuple may also contain None, frozensets and records, even records that Python cannot hash.
    """
    if isinstance(items, int):
        return hashed_int(items)
    number = len(items) if type(items) is tuple else 0  # so that (0,) and (0, 0) differ
    if dataclasses.is_dataclass(items):
        items = tuple(getattr(items, field.name) for field in dataclasses.fields(items))
    if isinstance(items, tuple):
        for item in reversed(items):
            number = mixed(hashed(item) ^ product(number, REST))
        return number
    if isinstance(items, frozenset):
        return mixed(sum(mixed(hashed(item)) for item in items) + len(items))
    return mixed(NOTHING) if items is None else digest(items)


def hashed_int(item: int) -> int:
    """The hash of an int, computed from 63 bits at a time."""
    number, rest = mixed(item), item >> 63
    while rest not in (0, -1):
        number, rest = mixed(number ^ REST ^ rest & _BITS63), rest >> 63
    return number


def digest(value: Any) -> int:
    """A 63-bit number for a value; equal values have equal numbers."""
    hashed = blake2b(repr(_canonical(value)).encode(), digest_size=8).digest()
    return int.from_bytes(hashed, "big") >> 1


def _canonical(value: Any) -> Any:
    """A stand-in whose `repr` is the same in every process; lists stand for special types."""
    if isinstance(value, tuple):
        return tuple(map(_canonical, value))
    if isinstance(value, frozenset):
        return [sorted(repr(_canonical(item)) for item in value)]
    if isinstance(value, (int, float)):
        return int(value) if isinstance(value, int) or value.is_integer() else float(value)
    if isinstance(value, str):
        return value[:]  # a subclass becomes a plain str
    if value is None or isinstance(value, bytes):
        return value
    name = type(value).__qualname__
    if isinstance(value, Enum):
        return [name, value.name]
    if dataclasses.is_dataclass(value):
        fields = dataclasses.fields(value)
        return [name, [_canonical(getattr(value, each.name)) for each in fields]]
    parts = tuple(vars(value).items()) if hasattr(value, "__dict__") else None
    return [name, repr(value) if parts is None else _canonical(parts)]


def cells(board: int) -> Iterator[int]:
    """The indices of the bits set in `board`, from the lowest; usable in compiled rules.

    board  an int, not negative

    Raises `ValueError` for a negative board.

    >>> list(cells(0b1011))
    [0, 1, 3]
    """
    if board < 0:
        raise ValueError("the cells of a negative int have no end")
    while board:
        cell = board & -board
        yield cell.bit_length() - 1
        board ^= cell


def cell_at(board: int, place: int) -> int:
    """The index of the bit at `place` among the bits set in `board`, without scanning them.

    board  an int, not negative
    place  the bit's number, from 0

    Raises `ValueError` if `board` has too few bits.

    >>> cell_at(0b1011, 2)
    3
    """
    first, width = 0, 32
    while True:  # is the bit among the lowest 32 bits of the rest?
        part = board & _BITS32
        count = part.bit_count()
        if place < count:
            break
        place, first, board = place - count, first + width, board >> width
        if board == 0:
            raise ValueError("there are fewer bits than that")
    while width > 1:
        width //= 2
        lower = part & (1 << width) - 1
        count = lower.bit_count()
        if place < count:
            part = lower
        else:
            place, first, part = place - count, first + width, part >> width
    return first


class table(cached_property[memoryview]):  # noqa: N801 - a decorator, like `property`
    """A cached property that is a memoryview of ints from 0 to 2³¹ − 1, of any length.

    Rules index it like a tuple. A tuple becomes a constant in machine code; a table stays in one
    place for all kernels of the game, and is computed when the first one is compiled.

    >>> class Squares:
    ...     @table
    ...     def squares(self):
    ...         return memoryview(array("i", [n * n for n in range(1000)]))
    >>> from array import array
    >>> Squares().squares[30]
    900
    """

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        value = super().__get__(instance, owner)
        if instance is not None and (value.format not in ("i", "B") or value.ndim != 1):
            raise TypeError(f"{self.attrname} should be a memoryview of ints or bytes")
        return value
