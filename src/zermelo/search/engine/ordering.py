"""Move ordering: the table's move first, then the game's own order, killers and history.

Selective search, for players: moves late in a good order are searched less deeply. A late move that
turns out better than expected is searched again to full depth. Loud moves and everything near the
leaves always get full depth. Sources: late move reductions, Romstad 2006, after the history pruning
of Fruit, Letouzey 2005.

**Nothing proven depends on it.** A search that its depth cuts short uses estimates, and `open`
counts them, so a proven result is proven along every line. A selective depth proves no distance, so
a decided score is searched again to full width.
"""

import functools
import math
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.native import array_at, kernel
from zermelo.native.arrays import words_of
from zermelo.search.engine.table import ROOM, WEIGHTS, Memory, prefetch_entry

_HEAVIEST: Final = 1 << 20

# `arrange` prefetches the children's table entries if there are so few moves that all are likely to
# be searched, and if the table is larger than a processor's cache, 1 MiB.
FEW: Final = 8
CACHED: Final = 1 << 15

# A rank holds, from the lowest bit: the move's number among the candidates (counted down, so that
# the first of equals stays first), history, killer, order, and whether it is the table's move.
_NUMBER: Final = 255
_HISTORY_AT: Final = 8
_KILLER_AT: Final = 30
_ORDER_AT: Final = 32
_TABLE_MOVE: Final = 1 << 60


@kernel
def arrange(game: Game, state: Any, ply: int, choice: int, memory: Memory) -> int:
    """Push the candidates of `state`, with their ranks, and return their number.

    `choice` is the table's move, as a number among the candidates, or −1. Raises `OverflowError`
    if there is no room for all candidates.
    """
    moves, ranks, first = array_at(memory["moves"]), array_at(memory["ranks"]), memory["top"]
    count, player = 0, game.player(state)
    for move in game.candidates(state):
        if first + count >= ROOM:
            raise OverflowError("more moves than the engine has room for")
        moves[first + count] = move
        count += 1
    if count == 1:
        ranks[first] = _NUMBER
        return 1
    if count <= FEW and memory["buckets"] > CACHED:
        for number in range(count):
            prefetch_entry(memory, game.key(game.play(state, moves[first + number])))
    killers, history = array_at(memory["killers"]), array_at(memory["history"])
    for number in range(count):
        move = moves[first + number]
        killer = int(killers[2 * ply] == move or killers[2 * ply + 1] == move)
        credit = (killer << _KILLER_AT) + (history[place_of(player, move)] << _HISTORY_AT)
        rank = (game.order(state, move) << _ORDER_AT) + credit
        if number == choice:
            rank = _TABLE_MOVE
        ranks[first + number] = rank + _NUMBER - min(number, _NUMBER)
    return count


@kernel
def pick(memory: Memory, at: int, end: int) -> None:
    """Swap the highest-ranked of the moves from `at` on into place `at`.

    Most states need only one or two of their moves, so sorting all would take longer.
    """
    moves, ranks = array_at(memory["moves"]), array_at(memory["ranks"])
    best = at
    for other in range(at + 1, end):
        if ranks[other] > ranks[best]:
            best = other
    moves[at], moves[best] = moves[best], moves[at]
    ranks[at], ranks[best] = ranks[best], ranks[at]


@kernel
def number_of(rank: int) -> int:
    """The number, among the state's candidates, of the move with this rank."""
    return _NUMBER - (rank & _NUMBER)


@kernel
def place_of(player: int, move: int) -> int:
    """The index of a move's weight in the history."""
    return player * WEIGHTS + (move & WEIGHTS - 1)


@kernel
def reward(memory: Memory, player: int, move: int, ply: int, depth: int) -> None:
    """Credit `move` for a cutoff, as a killer at its ply and in the history."""
    killers, history = array_at(memory["killers"]), array_at(memory["history"])
    if killers[2 * ply] != move:
        killers[2 * ply + 1] = killers[2 * ply]
        killers[2 * ply] = move
    at = place_of(player, move)
    history[at] = min(history[at] + depth * depth, _HEAVIEST)


DEPTHS: Final = 64  # rows in the table of reductions, by depth; deeper searches use the last
PLACES: Final = 64  # columns in the table of reductions, by place; later moves use the last
SHALLOWEST: Final = 3  # the least depth at which late moves are searched less deeply
FIRST: Final = 3  # the first place, from 0, of a late move
EASED: Final = 1.5  # divides all reductions


@functools.cache
def reductions() -> Any:
    """Plies to subtract from late moves, in rows by depth: about log(depth) · log(place)."""
    return words_of(
        int(0.5 + math.log(depth) * math.log(place) / EASED) if depth and place else 0
        for depth in range(DEPTHS)
        for place in range(PLACES)
    )


@kernel
def plies_less(game: Game, state: Any, move: int, depth: int, place: int, memory: Memory) -> int:
    """The plies to subtract for the move at `place`, from 0; at least one ply remains."""
    if not memory["selective"] or depth < SHALLOWEST or place < FIRST or game.loud(state, move):
        return 0
    row = PLACES * min(depth, DEPTHS - 1)
    return min(array_at(memory["reductions"])[row + min(place, PLACES - 1)], depth - 2)
