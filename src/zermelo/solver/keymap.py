"""The tables of keys as objects that grow, filled by several threads at once."""

from __future__ import annotations

from typing import Any

from zermelo.solver.keyarrays import room_for_keys, upper_words
from zermelo.solver.keyset import EMPTY, bits_for, fill, insert
from zermelo.solver.machine import Machine

Array = Any
THREADED = 1 << 13  # from so many keys on several threads are quicker than one


class KeySet:
    """A set of keys, of as many words as those in `like`."""

    def __init__(self, like: Array, machine: Machine) -> None:
        self.like, self.machine = like, machine
        self.count = 0
        self._set_up(0)

    def _set_up(self, expected: int) -> None:
        self.bits = bits_for(expected)
        self.region_bits = self.machine.region_bits if expected >= THREADED else 0
        self.slots = self.machine.filled((1 << self.bits, *self.like.shape[1:]), EMPTY)

    def add(self, batches: list[Array]) -> list[Array]:
        """Insert the keys of all batches; those that were new, in no particular order."""
        incoming = sum(map(len, batches))
        if bits_for(self.count + incoming) > self.bits:
            present = self.keys()
            self._set_up(max(2 * self.count, self.count + incoming))
            self._insert([present])
        fresh = self._insert(batches)
        self.count += sum(map(len, fresh))
        return fresh

    def _insert(self, batches: list[Array]) -> list[Array]:
        incoming = sum(map(len, batches))

        def one(region: int) -> Array:
            fresh, count = room_for_keys(incoming, self.like), 0
            for keys in batches:
                where = self.slots, self.bits, self.region_bits, region
                count = self.machine.run(insert, keys, *where, fresh, count)
            return fresh[:count]

        return self.machine.map(one, range(1 << self.region_bits))

    def keys(self) -> Array:
        """All keys, in no particular order."""
        return self.slots[upper_words(self.slots) != EMPTY]


class KeyMap:
    """A map of keys, of as many words as those in `like`, to small numbers.

    slots   keys or EMPTY
    values  what belongs to the key in the same slot
    """

    def __init__(self, expected: int, like: Array, kind: Any, machine: Machine) -> None:
        self.machine = machine
        self.bits = bits_for(expected)
        self.region_bits = machine.region_bits if expected >= THREADED else 0
        self.slots = self.machine.filled((1 << self.bits, *like.shape[1:]), EMPTY)
        self.values = machine.filled(len(self.slots), 0, kind)
        self.count = 0

    def has_room(self, incoming: int) -> bool:
        """Whether so many more keys fit."""
        return bits_for(self.count + incoming) <= self.bits

    def add(self, keys: Array, values: Array) -> None:
        """Insert keys that are not there yet, with their values."""

        def one(region: int) -> None:
            where = self.slots, self.values, self.bits, self.region_bits, region
            self.machine.run(fill, keys, values, *where)

        self.machine.map(one, range(1 << self.region_bits))
        self.count += len(keys)

    @property
    def table(self) -> tuple[Array, Array, int, int]:
        """What kernels look keys up in: slots, values, bits, region bits."""
        return self.slots, self.values, self.bits, self.region_bits
