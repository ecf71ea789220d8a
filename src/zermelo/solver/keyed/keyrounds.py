"""Retrograde analysis of keyed states by rounds: kernels for a share of a tier with moves inside.

What `retrograde`, `endless` and `points` do of a whole tier, shares do in rounds: each settles what
is due and tells the states before, which other shares may have. A message is the number of the
state before and the value after the move, as the mover sees it. What a round settles does not
depend on the order in which its messages are taken up.
"""

from __future__ import annotations

from typing import Any

from zermelo.native import kernel
from zermelo.solver.keyed.endless import DRAWN
from zermelo.solver.keyed.points import take_end
from zermelo.solver.keyed.retrograde import EMPTY, schedule
from zermelo.solver.score import UNKNOWN, farther

Array = Any


@kernel
def plan_first(
    best: Array, open_moves: Array, worth: Array, heads: Array, following: Array, scores: Array
) -> None:
    """Put on the agenda what is decided already: by how much a value differs from `worth`.

    heads      (steps), all EMPTY: for each step a linked list of places; what differs by as many
               points as there are steps is due first, by outcome what is nearest its end
    following  (2 · states): the lists; place i is state i decided by a move out of the tier, place
               states + i the same state decided by one inside
    """
    for i in range(len(scores)):
        if scores[i] != UNKNOWN or best[i] == UNKNOWN:
            continue
        gain = int(best[i]) - int(worth[i])
        if gain > 0 or (gain < 0 and open_moves[i] == 0):
            schedule(i, len(heads) - abs(gain), heads, following)


@kernel
def settle_due(
    step: int, best: Array, heads: Array, following: Array, scores: Array, chosen: Array
) -> int:
    """Score what is due at a step; write which states to `chosen`, return how many."""
    count = 0
    while heads[step] != EMPTY:
        place = heads[step]
        heads[step], i = following[place], place % len(scores)
        if scores[i] == UNKNOWN:
            scores[i], chosen[count] = best[i], i
            count += 1
    return count


@kernel
def say_back(
    chosen: Array, values: Array, starts: Array, parents: Array, numbers: Array, seen: Array
) -> None:
    """Write a message for each move to a chosen state: who has the move, and what it is worth."""
    count = 0
    for k in range(len(chosen)):
        i = chosen[k]
        for edge in range(starts[i], starts[i + 1]):
            same = parents[edge] < 0
            numbers[count] = ~parents[edge] if same else parents[edge]
            seen[count] = values[i] if same else -values[i]
            count += 1


@kernel
def take_values(
    places: Array,
    seen: Array,
    worth: Array,
    by_score: bool,
    best: Array,
    open_moves: Array,
    heads: Array,
    following: Array,
    scores: Array,
) -> None:
    """Take up what moves to settled states are worth, and put on the agenda what follows."""
    for k in range(len(places)):
        i, value = places[k], int(seen[k])
        if scores[i] != UNKNOWN:
            continue
        if not by_score:
            value = farther(value)
        better = value > best[i]
        if better:
            best[i] = value
        if value > worth[i]:
            if better:
                gain = value - int(worth[i])
                schedule(len(scores) + i, len(heads) - gain, heads, following)
            continue
        open_moves[i] -= 1
        if open_moves[i] == 0 and best[i] < worth[i]:
            loss = int(worth[i]) - int(best[i])
            schedule(len(scores) + i, len(heads) - loss, heads, following)


@kernel
def take_ends(
    places: Array, seen: Array, best: Array, open_moves: Array, scores: Array, chosen: Array
) -> int:
    """Take up points; score the states all of whose moves are scored, see `settle_points`.

    Writes to `chosen` which they are, returns how many.
    """
    count = 0
    for k in range(len(places)):
        count = take_end(int(places[k]), int(seen[k]), best, open_moves, scores, chosen, count)
    return count


@kernel
def take_draws(places: Array, worth: Array, left: Array, scores: Array, chosen: Array) -> int:
    """Take up that moves lead to drawn states; mark those in which a draw can be forced then.

    left  int32 (states): the moves to open states, DRAWN where a draw can be forced

    Writes to `chosen` which are new, returns how many.
    """
    count = 0
    for k in range(len(places)):
        i = places[k]
        if scores[i] != UNKNOWN or left[i] == DRAWN:
            continue
        left[i] -= 1
        if worth[i] < 0 or left[i] == 0:
            left[i], chosen[count] = DRAWN, i
            count += 1
    return count
