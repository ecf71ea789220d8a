"""How a game's states become keys: a layout found by playing, and one key for all symmetric states.

A state's key is the game's own (`key` and `unkey`), or made of its ints, see `layouts`. How many
bits each int needs is not declared anywhere: some random games say what to expect, spare bits are
shared out, and a solver that still meets other bits asks for a wider layout and starts again.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

import numpy as np

from zermelo.contract.game import Game
from zermelo.contract.sampled import random_game
from zermelo.errors import CapabilityError, ContractError
from zermelo.native import kernel
from zermelo.native.arrays import Array
from zermelo.native.items import (
    Layout,
    Whole,
    count_items,
    key_of,
    packs_itself,
    row_for,
    state_of,
)
from zermelo.native.keys import MOST_WORDS, OUTSIDE, WORD_BITS
from zermelo.solver.keys.layouts import layout_for

TRIES: Final = 8  # random games from which a layout is guessed


class Packing(NamedTuple):
    """All that kernels need to turn states into keys and back.

    example  any state of the game, for its shape
    layout   how its ints become a key, see `zermelo.native.items`
    fold     whether symmetric states share a key, the least of theirs
    """

    example: Any
    layout: Layout
    fold: bool


@kernel
def canonical(game: Game, state: Any, packing: Packing, row: Array) -> int:
    """The key under which `state` is stored, or OUTSIDE; `row` is room for its ints."""
    key, images = key_of(game, state, packing.layout, row), 0
    if packing.fold:
        for image in game.symmetries(state):
            if images:  # the first is the state itself
                key = min(key, key_of(game, image, packing.layout, row))
            images += 1
    return key


@kernel
def orbit(game: Game, state: Any, packing: Packing, row: Array, seen: list[int]) -> int:
    """How many states are symmetric to `state`, itself counted; `seen`, not empty, is room."""
    seen[0], count = key_of(game, state, packing.layout, row), 1
    for image in game.symmetries(state):
        key, met = key_of(game, image, packing.layout, row), 0
        while met < count and seen[met] != key:
            met += 1
        if met == count:
            if count == len(seen):
                seen.append(key)
            else:
                seen[count] = key
            count += 1
    return count


def packing_for(game: Game, starts: Sequence[Any], shown: Sequence[Any] = ()) -> Packing:
    """The packing for states reached from `starts`; `shown` are more than random games show.

    Symmetric states share a key only if every image of a start is a start too: else the image of
    a reachable state need not be reachable. Keys may hold places of bits only where the states come
    from many starts, as in an endgame: boards so wide, from one start, lead to more than anybody
    keeps. Raises `CapabilityError` when all bits are too few.
    """
    example = starts[0]
    layout: Layout | int
    if packs_itself(game):
        layout = Whole(np.zeros((3, count_items(example)), np.int64))
    else:
        layout = layout_for([*_playouts(game, starts), *shown], places=len(starts) > 1)
    if isinstance(layout, int):
        raise CapabilityError(
            f"the states of {game} need {layout} bits, more than {MOST_WORDS * WORD_BITS}: define "
            "key(self, state), a one-to-one packing into 63, and its inverse unkey(self, key)"
        )
    return Packing(example, layout, folds(game, starts))


def no_keys(packing: Packing) -> Array:
    """An array without keys, of as many words as those of `packing`."""
    return np.empty(0, np.int64) if isinstance(packing.layout, Whole) else packing.layout.none


def folds(game: Game, starts: Sequence[Any]) -> bool:
    """Whether symmetric states are solved once: symmetries there are map starts to starts."""
    if not game.has("symmetries"):
        return False
    known = set(starts)
    return all(image in known for start in starts for image in game.symmetries(start))


def key_for(game: Game, packing: Packing, state: Any) -> int:
    """The key under which `state` is stored, OUTSIDE when it cannot be a stored one."""
    return canonical(game, state, packing, row_for(packing.layout))


def state_for(game: Game, packing: Packing, key: int) -> Any:
    """The state stored under `key`, one of those symmetric to each other."""
    return state_of(game, key, packing.example, packing.layout, row_for(packing.layout))


def beyond(game: Game, packing: Packing, key: int) -> list[Any]:
    """States to which the state of `key` leads, of which one does not fit, and games from them.

    Raises `ContractError` when it is the game that packs its states.
    """
    if packs_itself(game):
        raise ContractError(f"{game}: key(state) should be from 0 to 2**63 - 1")
    state = state_for(game, packing, key)
    following = [game.play(state, move) for move in game.moves(state)]
    states = _playouts(game, following)
    return [image for after in states for image in _images(game, packing, after)]


def _images(game: Game, packing: Packing, state: Any) -> list[Any]:
    return [state, *(game.symmetries(state) if packing.fold else ())]


def _playouts(game: Game, starts: Sequence[Any]) -> list[Any]:
    """The states of some random games."""
    chance, states = random.Random(0), list(starts)
    for number in range(TRIES):
        start = starts[number % len(starts)]
        states += [state for state, _ in islice(random_game(game, chance, start), 1, 1001)]
    return states


__all__ = ["OUTSIDE", "Packing", "canonical", "key_for", "orbit", "packing_for", "state_for"]
