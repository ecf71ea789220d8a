"""States and keys by the packing that a manifest documents, in plain Python.

Nothing here is a solver's, or loads what a published page does without.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

Packing = dict[str, Any]


def ints_of(state: Iterable[Any]) -> Iterator[int]:
    """The ints of a state, those of its tuples among them."""
    for item in state:
        if isinstance(item, tuple):
            yield from ints_of(item)
        else:
            yield item


def shaped(example: Any, stored: Any) -> Any:
    """A state, or a tuple in it, as JSON has it, in the shape of `example`.

    Raises `ValueError` for another shape.
    """
    if isinstance(example, tuple) != isinstance(stored, list):
        raise ValueError(f"{stored} has not the shape of {example}")
    if not isinstance(example, tuple):
        return stored
    parts = [shaped(inner, item) for inner, item in zip(example, stored, strict=True)]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def state_of(packing: Packing, example: Any, key: int) -> Any:
    """The state with this key, in the shape of `example`."""
    if "most" in packing:
        return _fill(example, _sparse_ints(packing, key))
    ints = list(packing["lowest"])
    for item, first, largest, shift in _parts(packing):
        ints[item] += (key >> shift & largest) << first
    return _fill(example, iter(_flip_tied_bits(packing, ints)))


def _fill(example: Any, ints: Iterator[int]) -> Any:
    parts = [_fill(item, ints) if isinstance(item, tuple) else next(ints) for item in example]
    return type(example)(*parts) if hasattr(example, "_fields") else tuple(parts)


def key_of(packing: Packing, state: Any) -> int:
    """The key of a state; −1 if it has none."""
    ints = list(ints_of(state))
    if "most" in packing:
        return _sparse_key(packing, ints)
    changed = _flip_tied_bits(packing, ints)
    left = [number - low for number, low in zip(changed, packing["lowest"], strict=True)]
    key = 0
    for item, first, largest, shift in _parts(packing):
        bits = left[item] & largest << first
        left[item] -= bits
        key |= bits >> first << shift
    return -1 if any(left) else key


def _flip_tied_bits(packing: Packing, ints: list[int]) -> list[int]:
    """The ints with those bits changed that are tied to the one that leads."""
    lead = packing.get("lead", -1)
    if lead < 0 or ints[lead] & 1 == 0:
        return ints
    return [number ^ tied for number, tied in zip(ints, packing["tied"], strict=True)]


def _parts(packing: Packing) -> Iterator[tuple[int, int, int, int]]:
    """Bits side by side of an int: which int, the first bit, their mask, and where in the key."""
    count = len(packing["lowest"])
    item, first = packing.get("item", range(count)), packing.get("first", [0] * count)
    return zip(item, first, packing["largest"], packing["shift"], strict=True)


def _sparse_key(packing: Packing, ints: list[int]) -> int:
    """The key that holds the places of the bits that are set in these ints."""
    key = shift = 0
    for number, most, size in zip(ints, packing["most"], packing["size"], strict=True):
        bits = enumerate(reversed(f"{number:b}"), 1)
        held = [place for place, bit in bits if bit == "1"] if most else [number]
        room = max(most, 1)
        if number < 0 or len(held) > room or max(held, default=0) >= 1 << size:
            return -1
        for at, place in enumerate(held):
            key += place << shift + at * size
        shift += room * size
    return key


def _sparse_ints(packing: Packing, key: int) -> Iterator[int]:
    for most, size in zip(packing["most"], packing["size"], strict=True):
        number = 0
        for _ in range(max(most, 1)):
            key, place = key >> size, key & (1 << size) - 1
            number |= (1 << place >> 1) if most else place
        yield number
