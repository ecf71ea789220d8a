"""Retrograde analysis of a tier whose moves can lead back into it (Ströhlein 1970, Thompson 1986).

Ends are known; what they decide spreads backwards, the nearest first, over the moves reversed. A
state is won as soon as one move reaches a lost one, and lost once all its moves reach won ones.
What is never decided so can be avoided by both sides for ever: it is a draw, unless endless play
is worth something else, see `zermelo.solver.keyed.endless`.
"""

from __future__ import annotations

from typing import Any, Final

from zermelo.native import kernel
from zermelo.solver.keyed.expand import Counts
from zermelo.solver.keyed.layers import SOUND
from zermelo.solver.score import NOW, UNKNOWN, farther, one_ply_before

Array = Any
EMPTY: Final = -1  # the end of a list of places


@kernel
def link(
    counts: Counts,
    stays: Array,
    inside: Array,
    scores: Array,
    first: int,
    by_score: bool,
    best: Array,
    open_moves: Array,
    parents: Array,
) -> int:
    """Sort the moves of some states of a tier into those that leave it and those inside.

    stays       bool (moves): whether the same player moves after each
    inside      bool (moves): whether each stays in the tier
    scores      int16 (moves): of the states to which those lead that leave the tier
    first       the number of the first of the states in the tier
    best        int16 (states), written: the score of the best move that leaves the tier, or of the
                finished game; UNKNOWN if there is none
    open_moves  int32 (states), written: moves inside, and by outcome those outside that do not lose
    parents     (moves inside), written: the number of the state of each; ~ of it when the player
                stays

    Returns SOUND, or the index of a state that is not over and has no moves.
    """
    edge = count = 0
    for i in range(len(best)):
        top, still_open = int(counts.ends[i]), 0
        if top == UNKNOWN and edge == counts.upto[i]:
            return i
        while edge < counts.upto[i]:
            same = bool(stays[edge])
            if inside[edge]:
                parents[count] = ~(first + i) if same else first + i
                count, still_open = count + 1, still_open + 1
            else:
                score = one_ply_before(int(scores[edge]), same, by_score)
                top = max(top, score)
                still_open += 0 if by_score else int(score >= 0)
            edge += 1
        best[i], open_moves[i] = top, still_open
    return SOUND


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
