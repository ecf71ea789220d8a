"""Keys with the places of bits, read as a manifest documents them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def sparse_key(packing: dict[str, Any], items: list[int]) -> int:
    """The key of the state with these ints; −1 if it has none."""
    key = shift = 0
    for item, most, size in zip(items, packing["most"], packing["size"], strict=True):
        bits = enumerate(reversed(f"{item:b}"), 1)
        numbers = [place for place, bit in bits if bit == "1"] if most else [item]
        room = max(most, 1)
        if len(numbers) > room or max(numbers, default=0) >= 1 << size:
            return -1
        for place, number in enumerate(numbers):
            key += number << shift + place * size
        shift += room * size
    return key


def sparse_items(packing: dict[str, Any], key: int) -> Iterator[int]:
    """The ints of the state with this key."""
    for most, size in zip(packing["most"], packing["size"], strict=True):
        item = 0
        for _ in range(max(most, 1)):
            key, number = key >> size, key & (1 << size) - 1
            item |= (1 << number >> 1) if most else number
        yield item
