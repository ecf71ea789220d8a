"""Retrograde analysis of a tier whose moves can lead back into it (Ströhlein 1970, Thompson 1986).

Ends are known; what they decide spreads backwards, the nearest first, over the moves reversed. A
state is won as soon as one move reaches a lost one, and lost once all its moves reach won ones.
What is never decided so can be avoided by both sides for ever: it is a draw, unless endless play
is worth something else, see `zermelo.solver.endless`.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.game import ONGOING, Game
from zermelo.native import kernel
from zermelo.native.items import row_for, state_of
from zermelo.native.keys import key_at
from zermelo.solver.keyset import EMPTY, find
from zermelo.solver.layers import LOST, SOUND, STUCK
from zermelo.solver.packing import Packing, canonical
from zermelo.solver.score import NOW, UNKNOWN, end_score, farther, one_ply_before

Array = Any
FULL: Final = 3  # no room for the moves of the next state


@kernel
def link(
    game: Game[Any],
    packing: Packing,
    keys: Array,
    first: int,
    done: int,
    inside: tuple[Array, Array, int, int],
    outside: tuple[Array, Array, int, int],
    best: Array,
    open_moves: Array,
    edges: Array,
    count: int,
) -> tuple[int, int, int]:
    """Sort the moves of the states `keys[done:]` into those that leave the tier and those inside.

    inside      a table of the tier's keys with their indices: slots, indices, bits, region bits
    outside     the same of the tiers above, with their scores
    best        int16 (keys), written: the score of the best move that leaves the tier, or of the
                finished game; UNKNOWN if there is none
    open_moves  int32 (keys), written: moves inside, and by outcome those outside that do not lose
    edges       int64 (·, 2), written from `count` on: for each move inside, the index of the state
                it leads to, and that of its own, `first` added; ~ of it when the player stays

    Returns the index of the next key, the count of edges, and SOUND, FULL or the game's fault.
    """
    row = row_for(packing.layout)
    slots, indices, bits, region_bits = inside
    outer_slots, scores, outer_bits, outer_region_bits = outside
    while done < len(keys):
        state = state_of(game, key_at(keys, done), packing.example, packing.layout, row)
        outcome, begun = game.outcome(state), count
        top, still_open, moves = UNKNOWN, 0, 0
        if outcome != ONGOING:
            top, moves = end_score(game, state, outcome), 1
        else:
            player = game.player(state)
            for move in game.moves(state):
                moves += 1
                child = game.play(state, move)
                key, same = canonical(game, child, packing, row), game.player(child) == player
                slot = find(slots, bits, region_bits, key)
                if key_at(slots, slot) != EMPTY:
                    if count == len(edges):
                        return done, begun, FULL
                    edges[count, 0] = indices[slot]
                    edges[count, 1] = ~(first + done) if same else first + done
                    count, still_open = count + 1, still_open + 1
                    continue
                slot = find(outer_slots, outer_bits, outer_region_bits, key)
                if key_at(outer_slots, slot) == EMPTY:
                    return done, begun, LOST
                score = one_ply_before(game, int(scores[slot]), same)
                spared = 0 if game.by_score else int(score >= 0)
                top, still_open = max(top, score), still_open + spared
        if moves == 0:
            return done, begun, STUCK
        best[done], open_moves[done] = top, still_open
        done += 1
    return done, count, SOUND


@kernel
def reverse(edges: Array, starts: Array, parents: Array) -> None:
    """Sort the moves by the state they lead to (counting sort).

    starts   int64 (states + 1), zeros, written: where the parents of each state begin
    parents  int64 (edges), written: the second column of `edges`, grouped by the first
    """
    for i in range(len(edges)):
        starts[int(edges[i, 0]) + 1] += 1
    for i in range(1, len(starts)):
        starts[i] += starts[i - 1]
    for i in range(len(edges)):
        child = int(edges[i, 0])
        parents[starts[child]] = edges[i, 1]
        starts[child] += 1
    for i in range(len(starts) - 1, 0, -1):
        starts[i] = starts[i - 1]
    starts[0] = 0


@kernel
def schedule(place: int, ply: int, heads: Array, following: Array) -> None:
    """Put a place on the list of those to be settled at `ply`."""
    following[place] = heads[ply]
    heads[ply] = place


@kernel
def settle(
    best: Array,
    open_moves: Array,
    starts: Array,
    parents: Array,
    heads: Array,
    following: Array,
    scores: Array,
) -> None:
    """Decide every state that can be decided, by growing remoteness; the rest score 0.

    heads      int64 (NOW), all -1: for each remoteness a linked list of places
    following  int64 (2 · states): the lists; place i is state i decided by a move out of the tier,
               place states + i the same state decided by one inside
    scores     int16 (states), written
    """
    states = len(scores)
    for i in range(states):
        scores[i] = UNKNOWN
        decided = best[i] > 0 or (best[i] < 0 and best[i] != UNKNOWN and open_moves[i] == 0)
        if decided:
            schedule(i, NOW - abs(int(best[i])), heads, following)
    for ply in range(NOW):
        while heads[ply] != EMPTY:
            place = heads[ply]
            heads[ply], i = following[place], place % states
            if place < states and scores[i] == UNKNOWN:
                scores[i] = best[i]
            elif place < states:
                continue  # a move inside the tier had won sooner
            for edge in range(starts[i], starts[i + 1]):
                same = parents[edge] < 0
                parent = ~parents[edge] if same else parents[edge]
                if scores[parent] != UNKNOWN:
                    continue
                score = farther(int(scores[i]) if same else -int(scores[i]))
                if score < 0:
                    open_moves[parent] -= 1
                    best[parent] = max(int(best[parent]), score)
                    if open_moves[parent] > 0:
                        continue
                    score = int(best[parent])
                elif score > 0 and best[parent] >= score:
                    continue  # a move out of the tier wins as soon
                scores[parent] = score
                schedule(states + parent, NOW - abs(score), heads, following)
    for i in range(states):
        if scores[i] == UNKNOWN:
            scores[i] = 0
