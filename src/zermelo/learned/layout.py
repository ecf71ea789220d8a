"""The inputs of a learned evaluation: small groups of neighbouring cells, and what is on them.

Every pattern, a window of a board or a cell with those around it, has a table entry for each way
in which its cells can be filled; the evaluation is the sum of one entry of each table. Sources:
signature tables, Samuel 1967; n-tuples, Bledsoe and Browning 1959; in Othello, Buro 1997.

Entries that symmetries make equal are learned, and kept in a file, as one weight.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from zermelo.native.arrays import Array


class Slot(NamedTuple):
    """Windows of one kind: that of band b and step s begins at bit b + s.

    rows, columns  of a window
    stride         bits from one row to the next
    """

    rows: int
    columns: int
    stride: int
    bands: tuple[int, ...]
    steps: tuple[int, ...]

    @property
    def width(self) -> int:
        """The bits from the first of a band to its last."""
        return (self.rows - 1) * self.stride + max(self.steps) + self.columns


class Image(NamedTuple):
    """A symmetry of the rules: it changes no value.

    exchanges  whether it exchanges the players,
    crosses    and the first two boards
    bits       where it takes each bit
    """

    exchanges: bool
    crosses: bool
    bits: tuple[int, ...]


class Layout(NamedTuple):
    """The patterns of one game with its parameters.

    boards    the indices of the state's fields that are bitboards
    area      bits of a board
    base      what can be on a cell: 2 for one board, 3 for two that never share a cell, …
    slots     broad windows, and high ones with as many rows as these have columns; or none
    scattered where there are no windows: the bits of each pattern, all of one number
    players   2 where players have tables of their own, because the rules treat them differently
    images    all symmetries, which share entries
    """

    boards: tuple[int, ...]
    area: int
    base: int
    slots: tuple[Slot, ...]
    scattered: tuple[tuple[int, ...], ...]
    players: int
    images: tuple[Image, ...]

    @property
    def patterns(self) -> list[tuple[int, ...]]:
        """The bits of each pattern, in the order of the tables; the first is the lowest digit."""
        windows = [
            tuple(band + step + row * slot.stride + column
                  for row in range(slot.rows) for column in range(slot.columns))
            for slot in self.slots for band in slot.bands for step in slot.steps
        ]  # fmt: skip
        return windows + list(self.scattered)

    @property
    def digits(self) -> tuple[int, int, int]:
        """The digits for a piece on each of up to three boards."""
        apart = self.base == len(self.boards) + 1
        return (1, 2, 3) if apart else (1, 2, 4)

    @property
    def entries(self) -> int:
        """Of the tables of one player."""
        return sum(self.base ** len(bits) for bits in self.patterns)

    def require_sound(self) -> None:
        """Raise `ValueError` for a layout that no game has, as a forged file may say."""
        small = (self.area, self.base, self.players, *self.boards)
        sound = all(type(number) is int for number in small) and 0 < len(self.boards) <= 3
        sound = sound and 0 < self.area <= 1024 and self.players in (1, 2) and min(self.boards) >= 0
        sound = sound and self.base in {len(self.boards) + 1, 1 << len(self.boards)}
        for slot in self.slots:
            sound = sound and all(type(number) is int for number in slot[:3])
            sound = (
                sound and min(slot[:3]) > 0 and slot.rows * slot.columns <= 12 and slot.width < 63
            )
            sound = sound and min((*slot.bands, *slot.steps)) >= 0
        sound = sound and len(self.slots) in (0, 2) and bool(self.slots) != bool(self.scattered)
        sound = sound and all(sorted(image.bits) == list(range(self.area)) for image in self.images)
        sizes = {len(bits) for bits in self.patterns}
        bits = {bit for pattern in self.patterns for bit in pattern}
        sound = sound and len(sizes) == 1 and bits <= set(range(self.area))
        if not sound or self.base ** sizes.pop() > 1 << 16 or len(self.patterns) > 1024:
            raise ValueError("no layout")


def weight_numbers(layout: Layout) -> Array:
    """[entries of all players] the number of each entry's weight, from 0 without gaps."""
    import numpy as np

    least = np.arange(layout.entries * layout.players)
    targets = [image_of_entries(layout, image) for image in layout.images]
    while True:  # until each entry knows the least one that is equal to it
        before = least.copy()
        for target in targets:
            np.minimum.at(least, target, least[: len(target)])
            least[: len(target)] = np.minimum(least[: len(target)], least[target])
        if np.array_equal(before, least):
            return np.unique(least, return_inverse=True)[1].reshape(-1)


def image_of_entries(layout: Layout, image: Image) -> Array:
    """[entries of all players] the entry to which a symmetry takes each; itself if to none."""
    import numpy as np

    patterns, sizes = layout.patterns, [layout.base ** len(bits) for bits in layout.patterns]
    firsts = np.cumsum([0, *sizes])
    place_of = {frozenset(bits): place for place, bits in enumerate(patterns)}
    target = np.arange(layout.entries)
    for place, bits in enumerate(patterns):
        to = place_of.get(frozenset(image.bits[bit] for bit in bits))
        if to is None:
            continue
        filling, moved = np.arange(sizes[place]), np.zeros(sizes[place], np.int64)
        for digit, bit in enumerate(bits):
            code = filling // layout.base**digit % layout.base
            if image.crosses:
                code = np.choose(np.minimum(code, 3), [0, 2, 1, 3]) + np.maximum(code - 3, 0)
            moved += code * layout.base ** patterns[to].index(image.bits[bit])
        target[firsts[place] : firsts[place + 1]] = firsts[to] + moved
    both = [target + player * layout.entries for player in range(layout.players)]
    if image.exchanges and layout.players == 2:
        both.reverse()
    return np.concatenate(both)
