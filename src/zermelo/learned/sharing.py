"""Entries that symmetries make equal: they are learned, and kept in a file, as one weight."""

from __future__ import annotations

from typing import TYPE_CHECKING

from zermelo.learned.layout import Image, Layout

if TYPE_CHECKING:
    from zermelo.native.arrays import Array


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
