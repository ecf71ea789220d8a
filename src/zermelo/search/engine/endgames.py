"""Endings whose values are known: a search that reaches one needs to look no further."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from zermelo.contract.game import Game, mixed
from zermelo.native import Asked, Callback, array_at, ask, kernel
from zermelo.native.words import new_words
from zermelo.search.engine.memory import NO_KEY, Memory
from zermelo.search.engine.score import ENDLESS, INFINITE

UNKNOWN: Final = INFINITE + 1  # no score
LATEST: Final = 1 << 16  # slots for what was asked last


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

    def asked(self, *, native: bool) -> Asked:
        """The function that kernels ask: none, for all that is known is in `words`."""
        return 0

    def check(self) -> None:
        """Raise what went wrong while a search asked."""


class AskedEndgames(Endgames):
    """Values that a function knows, which may take its time; those asked last are kept.

    score  of the state with a key, as if it were the root, or UNKNOWN. What it raises ends no
           search: `check` does that behind it

    words  slots of two words for one state each: its key ^ ~score, so that threads who write to
           one slot at once make no third state's of it, and its score
    """

    def __init__(self, game: Game[Any], score: Callable[[int], int], from_tier: int) -> None:
        self.game, self.from_tier, self.slots = game, from_tier, LATEST
        self.words = new_words(2 * self.slots, native=True)
        self._score = score
        self._fault: Exception | None = None
        self._callback = Callback(self._told)

    def asked(self, *, native: bool) -> Asked:
        """The function that kernels ask."""
        return self._callback.place(native=native)

    def check(self) -> None:
        """Raise what went wrong while a search asked."""
        if self._fault is not None:
            raise self._fault

    def _told(self, key: int) -> int:
        try:
            return self._score(key)
        except Exception as error:  # raised by `check`, where there is somebody to hear of it
            self._fault = error
            return UNKNOWN


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
    """The score of the state with this key, asked for unless its slot still has it."""
    at = mixed(key) & memory["slots"] - 1
    score: int = slots[2 * at + 1]
    if slots[2 * at] ^ ~score != key:
        score = ask(memory["asked"], key)
        slots[2 * at], slots[2 * at + 1] = key ^ ~score, score
    return score
