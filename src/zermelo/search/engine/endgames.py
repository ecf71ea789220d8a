"""Endings whose values are known: a search that reaches one needs to look no further."""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import Game, mixed
from zermelo.native import array_at, kernel
from zermelo.native.words import new_words
from zermelo.search.engine.memory import NO_KEY, Memory
from zermelo.search.engine.score import ENDLESS, INFINITE

UNKNOWN: Final = INFINITE + 1  # no score


class Endgames:
    """Known values of at most `count` states, all from one tier of the game on.

    game       whose states they are
    from_tier  the lowest tier of the states

    words      slots of two words, a state's `key` and its score as if it were the root, in the
               order of a hash with linear probing; half of the slots or more are free. Symmetric
               states have a slot each: a search has no time to look for the least of their keys
    """

    def __init__(self, game: Game[Any], count: int, from_tier: int) -> None:
        self.game, self.from_tier = game, from_tier
        self.slots = 1 << (2 * count).bit_length()
        self.words = new_words(2 * self.slots, NO_KEY, native=True)


@kernel
def enter(slots: Any, count: int, key: int, score: int) -> None:
    """Write the score of the state with this key; `count` is that of the slots."""
    at = slot_of(slots, count, key)
    slots[2 * at], slots[2 * at + 1] = key, score


@kernel
def slot_of(slots: Any, count: int, key: int) -> int:
    """The slot that holds `key`, or the free one where it would be."""
    at = mixed(key) & count - 1
    while slots[2 * at] != key and slots[2 * at] != NO_KEY:
        at = at + 1 & count - 1
    return at


@kernel
def known_end(game: Game[Any], state: Any, ply: int, memory: Memory) -> int:
    """The score of `state`, met `ply` plies below the root, or UNKNOWN."""
    if memory["slots"] == 0 or game.tier(state) < memory["from_tier"]:
        return UNKNOWN
    slots, key = array_at(memory["endgames"]), game.key(state)
    at = slot_of(slots, memory["slots"], key)
    if slots[2 * at] != key:
        return UNKNOWN
    score: int = slots[2 * at + 1]
    return score - ply if score > ENDLESS else score + ply if score < -ENDLESS else score
