"""Points of a tier whose moves lead back into it, but never round: each state after its moves."""

from __future__ import annotations

from typing import Any

from zermelo.native import kernel

Array = Any


@kernel
def settle_points(
    best: Array, open_moves: Array, starts: Array, parents: Array, scores: Array, queue: Array
) -> int:
    """Score every state all of whose moves are scored (topological order: Kahn 1962).

    best, open_moves  of the moves that leave the tier the best, and how many stay inside, see
                      `zermelo.solver.retrograde.link`; overwritten
    starts, parents   the moves inside, reversed, see `zermelo.solver.retrograde.reverse`
    scores            int16 (states), written
    queue             int64 (states), overwritten: the states in the order of their scoring

    Returns how many were scored: all of them, unless moves lead round.
    """
    count = done = 0
    for i in range(len(scores)):
        if open_moves[i] == 0:
            scores[i], queue[count] = best[i], i
            count += 1
    while done < count:
        i = int(queue[done])
        done += 1
        for edge in range(starts[i], starts[i + 1]):
            same = parents[edge] < 0
            parent = ~parents[edge] if same else parents[edge]
            worth = scores[i] if same else -scores[i]
            best[parent] = max(int(best[parent]), int(worth))
            open_moves[parent] -= 1
            if open_moves[parent] == 0:
                scores[parent], queue[count] = best[parent], parent
                count += 1
    return count
