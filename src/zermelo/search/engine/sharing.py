"""Keeps threads that search the same tree from repeating each other's work: ABDADA (Weill 1996).

A thread claims the state that it searches. A second thread that reaches a claimed state tries its
other moves first; when it comes back, the first thread's result is usually in the table.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Final

from zermelo.contract.bits import mixed
from zermelo.contract.game import Game
from zermelo.native import array_at, kernel
from zermelo.search.engine.memory import CLAIMS, Memory

_WORTH_IT: Final = 2

_LAST: Final = 1 << 62  # above all ranks


@kernel
def worth_sharing(game: Game, state: Any, depth: int, memory: Memory) -> bool:
    """Whether enough is left to search that another thread should look elsewhere."""
    if not memory["shared"] or depth < _WORTH_IT:
        return False
    remaining = game.remaining(state)
    return remaining < 0 or remaining >= 2 * _WORTH_IT


@kernel
def claim_to_share(game: Game, state: Any, key: int, depth: int, memory: Memory) -> bool:
    """Claim the state if that is worth it; whether it was claimed."""
    if not worth_sharing(game, state, depth, memory):
        return False
    claim(memory, key)
    return True


@kernel
def claimed(game: Game, child: Any, memory: Memory) -> bool:
    """Whether some thread is searching `child`."""
    key = game.key(child)
    return array_at(memory["claims"])[mixed(key) & CLAIMS - 1] == key


@kernel
def is_claimed_now(
    game: Game, child: Any, ranks: MutableSequence[int], at: int, memory: Memory
) -> bool:
    """Whether another thread is searching `child`; if so, puts its move at `at` off, once."""
    if is_put_off(ranks[at]) or not claimed(game, child, memory):
        return False
    ranks[at] = put_off(ranks[at])
    return True


@kernel
def claim(memory: Memory, key: int) -> None:
    """Claim the state with this key."""
    array_at(memory["claims"])[mixed(key) & CLAIMS - 1] = key


@kernel
def unclaim(memory: Memory, key: int) -> None:
    """Release the claim, or that of another state with the same slot."""
    array_at(memory["claims"])[mixed(key) & CLAIMS - 1] = 0


@kernel
def put_off(rank: int) -> int:
    """The rank of a move that comes after all others of its state."""
    return rank - _LAST


@kernel
def is_put_off(rank: int) -> bool:
    """Whether a move with this rank was put off."""
    return rank < 0
