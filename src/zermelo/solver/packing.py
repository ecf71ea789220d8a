"""How a game's states become keys: a layout found by playing, and one key for all symmetric states.

A state's key is the game's own (`key` and `unkey`), or its ints side by side in 63 bits. How many
bits each int needs is not declared anywhere: some random games say what to expect, spare bits are
shared out, and a solver that still meets a bigger int asks for a wider layout and starts again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.errors import CapabilityError
from zermelo.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.items import (
    OUTSIDE,
    count_items,
    key_of,
    packs_itself,
    state_of,
    write_items,
)

KEY_BITS: Final = 63
TRIES: Final = 8  # random games from which a layout is guessed

Array = Any
Bounds = list[tuple[int, int]]  # lowest and highest value seen, for each item


class Packing(NamedTuple):
    """What kernels need to turn states into keys and back.

    example  any state of the game, for its shape
    layout   int64 (3, items): the rows LOWEST, LARGEST, SHIFT of `zermelo.native.items`
    fold     whether symmetric states share a key, the least of theirs
    """

    example: Any
    layout: Array
    fold: bool


@kernel
def canonical(game: Game[Any], state: Any, packing: Packing, items: Array) -> int:
    """The key under which `state` is stored, or OUTSIDE; `items` is room for its ints."""
    key = key_of(game, state, packing.layout, items)
    if packing.fold:
        for image in game.symmetries(state):
            key = min(key, key_of(game, image, packing.layout, items))
    return key


@kernel
def orbit(game: Game[Any], state: Any, packing: Packing, items: Array, seen: list[int]) -> int:
    """How many states are symmetric to `state`, itself counted; `seen` is overwritten."""
    seen.clear()
    seen.append(key_of(game, state, packing.layout, items))
    for image in game.symmetries(state):
        key = key_of(game, image, packing.layout, items)
        if key not in seen:
            seen.append(key)
    return len(seen)


def packing_for(game: Game[Any], starts: Sequence[Any], bounds: Bounds | None = None) -> Packing:
    """The packing for states reached from `starts`; `bounds` widen what random games show.

    Symmetric states share a key only if every image of a start is a start too: else the image of
    a reachable state need not be reachable. Raises `CapabilityError` when 63 bits are too few.
    """
    example = starts[0]
    if packs_itself(game):
        layout = np.zeros((3, count_items(example)), np.int64)
    else:
        layout = _layout(game, _union(_playouts(game, starts), bounds))
    return Packing(example, layout, folds(game, starts))


def folds(game: Game[Any], starts: Sequence[Any]) -> bool:
    """Whether symmetric states are solved once: symmetries there are map starts to starts."""
    if not game.has("symmetries"):
        return False
    known = set(starts)
    return all(image in known for start in starts for image in game.symmetries(start))


def key_for(game: Game[Any], packing: Packing, state: Any) -> int:
    """The key under which `state` is stored, OUTSIDE when it cannot be a stored one."""
    return canonical(game, state, packing, np.empty(packing.layout.shape[1], np.int64))


def state_for(game: Game[Any], packing: Packing, key: int) -> Any:
    """The state stored under `key`, one of those symmetric to each other."""
    items = np.empty(packing.layout.shape[1], np.int64)
    return state_of(game, key, packing.example, packing.layout, items)


def bounds_of(states: Iterable[Any]) -> Bounds:
    """The least and greatest value of each item."""
    rows = np.array([_items(state) for state in states])
    return [(int(low), int(high)) for low, high in zip(rows.min(0), rows.max(0), strict=True)]


def widened(game: Game[Any], packing: Packing, bounds: Bounds, key: int) -> Bounds:
    """`bounds`, widened so that the states to which the state of `key` leads fit in."""
    state = state_for(game, packing, key)
    following = [game.play(state, move) for move in game.moves(state)]
    return _union(bounds_of([i for s in following for i in _images(game, packing, s)]), bounds)


def _images(game: Game[Any], packing: Packing, state: Any) -> list[Any]:
    return [state, *(game.symmetries(state) if packing.fold else ())]


def _items(state: Any) -> list[int]:
    items = [0] * count_items(state)
    write_items(state, items)
    return items


def _union(first: Bounds, second: Bounds | None) -> Bounds:
    if second is None:
        return first
    pairs = zip(first, second, strict=True)
    return [(min(a, c), max(b, d)) for (a, b), (c, d) in pairs]


def _playouts(game: Game[Any], starts: Sequence[Any]) -> Bounds:
    """The bounds of the states of some random games."""
    chance, states = random.Random(0), list(starts)
    for number in range(TRIES):
        state = starts[number % len(starts)]
        for _ in range(1000):
            moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
            if not moves:
                break
            state = game.play(state, chance.choice(moves))
            states.append(state)
    return bounds_of(states)


def _layout(game: Game[Any], bounds: Bounds) -> Array:
    """A layout in which every item has the bits its bounds need, and a share of those to spare."""
    needed = [(high - min(low, 0)).bit_length() for low, high in bounds]
    if sum(needed) > KEY_BITS:
        raise CapabilityError(
            f"the states of {game} need {sum(needed)} bits, more than {KEY_BITS}: define "
            "key(self, state), a one-to-one packing into fewer, and its inverse unkey(self, key)"
        )
    growing = sum(bits for bits in needed if bits > 1)
    spare = KEY_BITS - sum(needed)
    bits = [n + spare * n // growing if n > 1 else n for n in needed]
    layout = np.zeros((3, len(bits)), np.int64)
    layout[0] = [min(low, 0) for low, _ in bounds]
    layout[1] = [(1 << n) - 1 for n in bits]
    layout[2] = np.cumsum([0, *bits[:-1]])
    return layout


__all__ = ["OUTSIDE", "Packing", "canonical", "key_for", "orbit", "packing_for", "state_for"]
