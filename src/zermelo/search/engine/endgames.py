"""Endgame tables for the engine: a search that reaches a known state stops there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.contract.bits import mixed
from zermelo.contract.game import Game
from zermelo.native import Asked, Callback, array_at, ask, kernel
from zermelo.native.arrays import new_words
from zermelo.search.engine.memory import NO_KEY, Memory
from zermelo.search.engine.score import ENDLESS, INFINITE

UNKNOWN: Final = INFINITE + 1  # no score
LATEST: Final = 1 << 16  # slots of the cache of looked-up scores


class Endgames:
    """Exact values of at most `count` states of `game`, all in `from_tier` or above.

    words  a hash table with linear probing, at least half empty. Each slot is two words: a state's
           `key`, and its score counted from that state. Symmetric states have a slot each, because
           a search has no time to find the least of their keys
    """

    def __init__(self, game: Game, count: int, from_tier: int) -> None:
        self.game, self.from_tier = game, from_tier
        self.slots = 1 << (2 * count).bit_length()
        self.words = new_words(2 * self.slots, NO_KEY)

    def asked(self, *, native: bool) -> Asked:
        """The callback for kernels: none, as `words` holds every score."""
        return 0

    def check(self) -> None:
        """Raise any error of a look-up during the search."""


class AskedEndgames(Endgames):
    """Exact values from a callback, which may be slow; the latest results are cached.

    score  maps a state's key to its score counted from that state, or to UNKNOWN. Its errors do
           not stop the search; `check` raises them afterwards

    words  a cache with one state per slot, in two words: key ^ ~score, and score. If two threads
           write to one slot at once, the words do not match, and the slot is ignored
    """

    def __init__(self, game: Game, score: Callable[[int], int], from_tier: int) -> None:
        self.game, self.from_tier, self.slots = game, from_tier, LATEST
        self.words = new_words(2 * self.slots)
        self._score = score
        self._fault: Exception | None = None
        self._callback = Callback(self._look_up)

    def asked(self, *, native: bool) -> Asked:
        """The callback for kernels."""
        return self._callback.place(native=native)

    def check(self) -> None:
        """Raise any error of a look-up during the search."""
        if self._fault is not None:
            raise self._fault

    def _look_up(self, key: int) -> int:
        try:
            return self._score(key)
        except Exception as error:  # compiled code cannot raise it: `check` does
            self._fault = error
            return UNKNOWN


@kernel
def enter(slots: Any, count: int, key: int, score: int) -> None:
    """Write the score of the state with this key; `count` is the number of slots."""
    at = slot_of(slots, count, key)
    slots[2 * at], slots[2 * at + 1] = key, score


@kernel
def slot_of(slots: Any, count: int, key: int) -> int:
    """The slot that holds `key`, or the empty one where it belongs."""
    at = mixed(key) & count - 1
    while slots[2 * at] != key and slots[2 * at] != NO_KEY:
        at = at + 1 & count - 1
    return at


@kernel
def known_end(game: Game, state: Any, ply: int, memory: Memory) -> int:
    """The score of `state`, `ply` plies below the root, or UNKNOWN."""
    if memory["slots"] == 0 or game.tier(state) < memory["from_tier"]:
        return UNKNOWN
    slots, key = array_at(memory["endgames"]), game.key(state)
    if memory["asked"] != 0:
        score = latest(slots, key, memory)
    else:
        at = slot_of(slots, memory["slots"], key)
        score = slots[2 * at + 1] if slots[2 * at] == key else UNKNOWN
    if score == UNKNOWN:
        return UNKNOWN
    return score - ply if score > ENDLESS else score + ply if score < -ENDLESS else score


@kernel
def latest(slots: Any, key: int, memory: Memory) -> int:
    """The score of the state with this key, from the cache or else from the callback."""
    at = mixed(key) & memory["slots"] - 1
    score: int = slots[2 * at + 1]
    if slots[2 * at] ^ ~score != key:
        score = ask(memory["asked"], key)
        slots[2 * at], slots[2 * at + 1] = key ^ ~score, score
    return score
