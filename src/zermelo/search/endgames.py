"""Endings whose values are known: a search that reaches one needs to look no further."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.game import Game, mixed
from zermelo.native import kernel, words
from zermelo.search.score import INFINITE, lost_in, won_in

ENDGAMES: Final = "endgames"  # fields of a search's memory: keys and scores, see `Endgames.words`,
SLOTS: Final = "slots"  # how many slots there are, 0 without endgames,
FROM_TIER: Final = "from_tier"  # and the lowest tier of the states in them

UNKNOWN: Final = INFINITE + 1  # no score
_NO_KEY: Final = -1

Memory = Any


class Endgames:
    """Known values of states, all from one tier of the game on, for one search or many.

    game       whose states they are
    keys       the least `key` of each state and those symmetric to it
    outcomes   for each, the plies to the end + 1 of a win, minus that of a loss, 0 of a draw
    from_tier  the lowest tier of the states

    words      slots of two words, key and score at the root, in the order of a hash with linear
               probing; half of the slots or more are free
    """

    def __init__(self, game: Game[Any], keys: Any, outcomes: Any, from_tier: int) -> None:
        self.game, self.from_tier = game, from_tier
        self.slots = 1 << (2 * len(keys)).bit_length()
        self.words = np.full(2 * self.slots, _NO_KEY, np.int64)
        for key, outcome in zip(keys.tolist(), outcomes.tolist(), strict=True):
            at = slot_of(self.words, self.slots, key)
            score = won_in(outcome - 1) if outcome > 0 else lost_in(-outcome - 1) if outcome else 0
            self.words[2 * at], self.words[2 * at + 1] = key, score


@kernel
def least_key(game: Game[Any], state: Any) -> int:
    """The least key of `state` and the states symmetric to it."""
    least = game.key(state)
    for image in game.symmetries(state):
        least = min(least, game.key(image))
    return least


@kernel
def slot_of(slots: Any, count: int, key: int) -> int:
    """The slot that holds `key`, or the free one where it would be."""
    at = mixed(key) & count - 1
    while slots[2 * at] != key and slots[2 * at] != _NO_KEY:
        at = at + 1 & count - 1
    return at


@kernel
def known_end(game: Game[Any], state: Any, ply: int, memory: Memory) -> int:
    """The score of `state`, met `ply` plies below the root, or UNKNOWN."""
    if memory[SLOTS] == 0 or game.tier(state) < memory[FROM_TIER]:
        return UNKNOWN
    slots, key = words(memory[ENDGAMES]), least_key(game, state)
    at = slot_of(slots, memory[SLOTS], key)
    if slots[2 * at] != key:
        return UNKNOWN
    score: int = slots[2 * at + 1]
    return score - ply if score > 0 else score + ply if score < 0 else 0
