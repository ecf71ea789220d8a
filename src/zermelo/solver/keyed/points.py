"""Points of a tier whose moves lead back into it.

What comes to an end is scored after its moves. What may go round for ever is worth the points that
it has there, the same all round; whoever can force more, or hold the other to less, does, the
biggest gain first: retrograde analysis of the values less these points, see `retrograde`.
"""

from __future__ import annotations

from typing import Any

from zermelo.native import kernel
from zermelo.solver.keyed.retrograde import EMPTY, schedule
from zermelo.solver.score import UNKNOWN

Array = Any


@kernel
def settle_points(
    best: Array, open_moves: Array, starts: Array, parents: Array, scores: Array, queue: Array
) -> int:
    """Score every state all of whose moves are scored (topological order: Kahn 1962).

    best, open_moves  of the moves that leave the tier the best, and how many stay inside, see
                      `zermelo.solver.keyed.retrograde.link`; overwritten
    starts, parents   the moves inside, reversed, see `zermelo.solver.keyed.retrograde.reverse`
    scores            int16 (states), written: UNKNOWN for what may go round
    queue             int64 (states), overwritten: the states in the order of their scoring

    Returns how many were scored: all of them, unless moves lead round.
    """
    count = done = 0
    for i in range(len(scores)):
        scores[i] = UNKNOWN
        if open_moves[i] == 0:
            scores[i], queue[count] = best[i], i
            count += 1
    while done < count:
        i = int(queue[done])
        done += 1
        for edge in range(starts[i], starts[i + 1]):
            same = parents[edge] < 0
            parent = ~parents[edge] if same else parents[edge]
            worth = int(scores[i]) if same else -int(scores[i])
            count = take_end(parent, worth, best, open_moves, scores, queue, count)
    return count


@kernel
def take_end(
    i: int, worth: int, best: Array, open_moves: Array, scores: Array, queue: Array, count: int
) -> int:
    """Take up what a move of state i is worth; the last one scores it, and puts it on the queue.

    Returns how many are on the queue then, of `count` before.
    """
    best[i] = max(int(best[i]), worth)
    open_moves[i] -= 1
    if open_moves[i] != 0:
        return count
    scores[i], queue[count] = best[i], i
    return count + 1


@kernel
def settle_rounds(
    best: Array,
    open_moves: Array,
    starts: Array,
    parents: Array,
    worth: Array,
    heads: Array,
    following: Array,
    scores: Array,
) -> None:
    """Score the states that `settle_points` has left UNKNOWN.

    best, open_moves  as it leaves them: of the moves to what is scored the best, and how many lead
                      to UNKNOWN states; overwritten
    worth      int16 (states): what endless play through each is worth to its mover, the same for
               both players after every move between UNKNOWN states
    heads      int64, all -1, as many as values may differ from `worth`, and one: for each gain or
               loss of so many points a linked list of places
    following  int64 (2 · states): the lists; place i is state i with a move to what was scored,
               place states + i the same state decided by UNKNOWN ones
    """
    states = len(scores)
    for i in range(states):
        if scores[i] == UNKNOWN and best[i] > worth[i]:
            schedule(i, int(best[i]) - int(worth[i]), heads, following)
    for size in range(len(heads) - 1, 0, -1):
        while heads[size] != EMPTY:
            place = heads[size]
            heads[size], i = following[place], place % states
            if scores[i] != UNKNOWN:
                continue  # it was worth more
            scores[i] = best[i]
            for edge in range(starts[i], starts[i + 1]):
                same = parents[edge] < 0
                parent = ~parents[edge] if same else parents[edge]
                if scores[parent] != UNKNOWN:
                    continue
                value = int(scores[i]) if same else -int(scores[i])
                better = value > best[parent]
                if better:
                    best[parent] = value
                if value > worth[parent]:
                    if better:
                        schedule(states + parent, size, heads, following)
                    continue
                open_moves[parent] -= 1
                if open_moves[parent] == 0 and best[parent] < worth[parent]:
                    loss = int(worth[parent]) - int(best[parent])
                    schedule(states + parent, loss, heads, following)
    for i in range(states):
        if scores[i] == UNKNOWN:
            scores[i] = worth[i]
