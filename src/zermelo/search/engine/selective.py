"""Selective search, for players: a move late in a good order is searched less deep.

A late move that proves better than expected is searched again to the full depth. Loud moves always
are, and so is everything near the leaves. Sources: late move reductions, Romstad 2006, after the
history pruning of Fruit, Letouzey 2005.

**Nothing proven rests on it.** A search that is cut short by its depth has touched an estimate, and
`open` counts estimates: what is proven is proven along every line. A depth alone proves no distance
any more, so a decided score is searched again to full width.
"""

from __future__ import annotations

import functools
import math
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import array_at, kernel
from zermelo.native.words import words_of
from zermelo.search.engine.memory import Memory

DEPTHS: Final = 64  # rows of the table of reductions; deeper searches use the last,
PLACES: Final = 64  # later moves the last column
SHALLOWEST: Final = 3  # the least depth at which a move is late,
FIRST: Final = 3  # and the first place
EASED: Final = 1.5  # the larger, the less is reduced


@functools.cache
def reductions() -> Any:
    """By depth and place, one row after the other: how many plies less a late move is searched.

    They grow with the logarithms of both.
    """
    return words_of(
        int(0.5 + math.log(depth) * math.log(place) / EASED) if depth and place else 0
        for depth in range(DEPTHS)
        for place in range(PLACES)
    )


@kernel
def plies_less(game: Game, state: Any, move: int, depth: int, place: int, memory: Memory) -> int:
    """By how many plies less to search the move in this place, from 0; one ply is left at least."""
    if not memory["selective"] or depth < SHALLOWEST or place < FIRST or game.loud(state, move):
        return 0
    row = PLACES * min(depth, DEPTHS - 1)
    return min(array_at(memory["reductions"])[row + min(place, PLACES - 1)], depth - 2)
