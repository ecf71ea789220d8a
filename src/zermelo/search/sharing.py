"""How threads that search the same tree keep out of each other's way: ABDADA (Weill 1996).

A thread claims the state that it searches. Another one that comes to a claimed state, and has more
moves to try, tries those first; when it is back, the table mostly knows what the first found out.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from zermelo.game import Game, mixed
from zermelo.native import kernel, words

CLAIMS: Final = "claims"  # a search's field: keys of states that are searched now, by their hash
SHARED: Final = "shared"  # and whether more threads than one search

_SLOTS: Final = 1 << 10
_WORTH_IT: Final = 3

_LAST: Final = 1 << 62  # above all ranks

Memory = Any


def no_claims() -> Any:
    """The claims of all threads of one search, none yet."""
    return np.zeros(_SLOTS, np.int64)


@kernel
def worth_sharing(game: Game[Any], state: Any, depth: int, memory: Memory) -> bool:
    """Whether so much is left to search that another thread had better look elsewhere."""
    if not memory[SHARED] or depth < _WORTH_IT:
        return False
    remaining = game.remaining(state)
    return remaining < 0 or remaining >= 2 * _WORTH_IT


@kernel
def claimed(game: Game[Any], child: Any, memory: Memory) -> bool:
    """Whether some thread is searching `child`."""
    key = game.key(child)
    return words(memory[CLAIMS])[mixed(key) & _SLOTS - 1] == key  # type: ignore[no-any-return]


@kernel
def claim(memory: Memory, key: int) -> None:
    """Claim the state with this key."""
    words(memory[CLAIMS])[mixed(key) & _SLOTS - 1] = key


@kernel
def unclaim(memory: Memory, key: int) -> None:
    """Take the claim back, or that of another state which came to have its place."""
    words(memory[CLAIMS])[mixed(key) & _SLOTS - 1] = 0


@kernel
def put_off(rank: int) -> int:
    """The rank of a move that comes after all others of its state."""
    return rank - _LAST


@kernel
def is_put_off(rank: int) -> bool:
    """Whether a move with this rank was put off."""
    return rank < 0
